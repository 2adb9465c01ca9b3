// SPDX-License-Identifier: Apache-2.0

#include "CWoofResources.h"

// The compiler knows #embed in every mode of C, and notes that it is of C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "../../../Resources/openapi.yaml"
};

const struct woof_resource woof_resource_openapi = {"openapi.yaml", openapi, sizeof openapi};

static const unsigned char gallery_page_html[] = {
#embed "../../../Resources/Gallery/page.html"
};
const struct woof_resource woof_resource_gallery_page = {"page.html", gallery_page_html, sizeof gallery_page_html};

static const unsigned char gallery_shared_html[] = {
#embed "../../../Resources/Gallery/shared.html"
};
const struct woof_resource woof_resource_shared_page = {"shared.html", gallery_shared_html, sizeof gallery_shared_html};

static const unsigned char gallery_adding_css[] = {
#embed "../../../Resources/Gallery/adding.css"
};
static const unsigned char gallery_gallery_css[] = {
#embed "../../../Resources/Gallery/gallery.css"
};
static const unsigned char gallery_selecting_css[] = {
#embed "../../../Resources/Gallery/selecting.css"
};
static const unsigned char gallery_actions_js[] = {
#embed "../../../Resources/Gallery/actions.js"
};
static const unsigned char gallery_adding_js[] = {
#embed "../../../Resources/Gallery/adding.js"
};
static const unsigned char gallery_cell_js[] = {
#embed "../../../Resources/Gallery/cell.js"
};
static const unsigned char gallery_digest_js[] = {
#embed "../../../Resources/Gallery/digest.js"
};
static const unsigned char gallery_drop_js[] = {
#embed "../../../Resources/Gallery/drop.js"
};
static const unsigned char gallery_elements_js[] = {
#embed "../../../Resources/Gallery/elements.js"
};
static const unsigned char gallery_exchange_js[] = {
#embed "../../../Resources/Gallery/exchange.js"
};
static const unsigned char gallery_gallery_js[] = {
#embed "../../../Resources/Gallery/gallery.js"
};
static const unsigned char gallery_layout_js[] = {
#embed "../../../Resources/Gallery/layout.js"
};
static const unsigned char gallery_live_js[] = {
#embed "../../../Resources/Gallery/live.js"
};
static const unsigned char gallery_marking_js[] = {
#embed "../../../Resources/Gallery/marking.js"
};
static const unsigned char gallery_notice_js[] = {
#embed "../../../Resources/Gallery/notice.js"
};
static const unsigned char gallery_panel_js[] = {
#embed "../../../Resources/Gallery/panel.js"
};
static const unsigned char gallery_photos_js[] = {
#embed "../../../Resources/Gallery/photos.js"
};
static const unsigned char gallery_placeholder_js[] = {
#embed "../../../Resources/Gallery/placeholder.js"
};
static const unsigned char gallery_selection_js[] = {
#embed "../../../Resources/Gallery/selection.js"
};
static const unsigned char gallery_signature_js[] = {
#embed "../../../Resources/Gallery/signature.js"
};
static const unsigned char gallery_toolbar_js[] = {
#embed "../../../Resources/Gallery/toolbar.js"
};
static const unsigned char gallery_transfer_js[] = {
#embed "../../../Resources/Gallery/transfer.js"
};
static const unsigned char gallery_uploadpanel_js[] = {
#embed "../../../Resources/Gallery/uploadpanel.js"
};
static const unsigned char gallery_uploadrow_js[] = {
#embed "../../../Resources/Gallery/uploadrow.js"
};
static const unsigned char gallery_uploads_js[] = {
#embed "../../../Resources/Gallery/uploads.js"
};
static const unsigned char gallery_viewer_js[] = {
#embed "../../../Resources/Gallery/viewer.js"
};
static const unsigned char gallery_views_js[] = {
#embed "../../../Resources/Gallery/views.js"
};
static const unsigned char gallery_wall_js[] = {
#embed "../../../Resources/Gallery/wall.js"
};
static const unsigned char gallery_words_js[] = {
#embed "../../../Resources/Gallery/words.js"
};
static const unsigned char gallery_logo_svg[] = {
#embed "../../../Resources/Gallery/logo.svg"
};
static const unsigned char gallery_manifest_webmanifest[] = {
#embed "../../../Resources/Gallery/manifest.webmanifest"
};

static const struct woof_resource gallery[WOOF_GALLERY_COUNT] = {
  {"adding.css", gallery_adding_css, sizeof gallery_adding_css},
  {"gallery.css", gallery_gallery_css, sizeof gallery_gallery_css},
  {"selecting.css", gallery_selecting_css, sizeof gallery_selecting_css},
  {"actions.js", gallery_actions_js, sizeof gallery_actions_js},
  {"adding.js", gallery_adding_js, sizeof gallery_adding_js},
  {"cell.js", gallery_cell_js, sizeof gallery_cell_js},
  {"digest.js", gallery_digest_js, sizeof gallery_digest_js},
  {"drop.js", gallery_drop_js, sizeof gallery_drop_js},
  {"elements.js", gallery_elements_js, sizeof gallery_elements_js},
  {"exchange.js", gallery_exchange_js, sizeof gallery_exchange_js},
  {"gallery.js", gallery_gallery_js, sizeof gallery_gallery_js},
  {"layout.js", gallery_layout_js, sizeof gallery_layout_js},
  {"live.js", gallery_live_js, sizeof gallery_live_js},
  {"marking.js", gallery_marking_js, sizeof gallery_marking_js},
  {"notice.js", gallery_notice_js, sizeof gallery_notice_js},
  {"panel.js", gallery_panel_js, sizeof gallery_panel_js},
  {"photos.js", gallery_photos_js, sizeof gallery_photos_js},
  {"placeholder.js", gallery_placeholder_js, sizeof gallery_placeholder_js},
  {"selection.js", gallery_selection_js, sizeof gallery_selection_js},
  {"signature.js", gallery_signature_js, sizeof gallery_signature_js},
  {"toolbar.js", gallery_toolbar_js, sizeof gallery_toolbar_js},
  {"transfer.js", gallery_transfer_js, sizeof gallery_transfer_js},
  {"uploadpanel.js", gallery_uploadpanel_js, sizeof gallery_uploadpanel_js},
  {"uploadrow.js", gallery_uploadrow_js, sizeof gallery_uploadrow_js},
  {"uploads.js", gallery_uploads_js, sizeof gallery_uploads_js},
  {"viewer.js", gallery_viewer_js, sizeof gallery_viewer_js},
  {"views.js", gallery_views_js, sizeof gallery_views_js},
  {"wall.js", gallery_wall_js, sizeof gallery_wall_js},
  {"words.js", gallery_words_js, sizeof gallery_words_js},
  {"logo.svg", gallery_logo_svg, sizeof gallery_logo_svg},
  {"manifest.webmanifest", gallery_manifest_webmanifest, sizeof gallery_manifest_webmanifest},
};

struct woof_resource woof_gallery_file(size_t index) { return gallery[index]; }
