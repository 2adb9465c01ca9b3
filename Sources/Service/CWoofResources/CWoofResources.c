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

static const unsigned char gallery_join_html[] = {
#embed "../../../Resources/Gallery/join.html"
};
const struct woof_resource woof_resource_join_page = {"join.html", gallery_join_html, sizeof gallery_join_html};

static const unsigned char gallery_account_css[] = {
#embed "../../../Resources/Gallery/account.css"
};
static const unsigned char gallery_adding_css[] = {
#embed "../../../Resources/Gallery/adding.css"
};
static const unsigned char gallery_albums_css[] = {
#embed "../../../Resources/Gallery/albums.css"
};
static const unsigned char gallery_duplicates_css[] = {
#embed "../../../Resources/Gallery/duplicates.css"
};
static const unsigned char gallery_gallery_css[] = {
#embed "../../../Resources/Gallery/gallery.css"
};
static const unsigned char gallery_header_css[] = {
#embed "../../../Resources/Gallery/header.css"
};
static const unsigned char gallery_join_css[] = {
#embed "../../../Resources/Gallery/join.css"
};
static const unsigned char gallery_panel_css[] = {
#embed "../../../Resources/Gallery/panel.css"
};
static const unsigned char gallery_scrubber_css[] = {
#embed "../../../Resources/Gallery/scrubber.css"
};
static const unsigned char gallery_selecting_css[] = {
#embed "../../../Resources/Gallery/selecting.css"
};
static const unsigned char gallery_share_css[] = {
#embed "../../../Resources/Gallery/share.css"
};
static const unsigned char gallery_shared_css[] = {
#embed "../../../Resources/Gallery/shared.css"
};
static const unsigned char gallery_viewer_css[] = {
#embed "../../../Resources/Gallery/viewer.css"
};
static const unsigned char gallery_account_js[] = {
#embed "../../../Resources/Gallery/account.js"
};
static const unsigned char gallery_accountentry_js[] = {
#embed "../../../Resources/Gallery/accountentry.js"
};
static const unsigned char gallery_actions_js[] = {
#embed "../../../Resources/Gallery/actions.js"
};
static const unsigned char gallery_adding_js[] = {
#embed "../../../Resources/Gallery/adding.js"
};
static const unsigned char gallery_albumcard_js[] = {
#embed "../../../Resources/Gallery/albumcard.js"
};
static const unsigned char gallery_albumchanges_js[] = {
#embed "../../../Resources/Gallery/albumchanges.js"
};
static const unsigned char gallery_albumdialog_js[] = {
#embed "../../../Resources/Gallery/albumdialog.js"
};
static const unsigned char gallery_albumentry_js[] = {
#embed "../../../Resources/Gallery/albumentry.js"
};
static const unsigned char gallery_albumheader_js[] = {
#embed "../../../Resources/Gallery/albumheader.js"
};
static const unsigned char gallery_albummenu_js[] = {
#embed "../../../Resources/Gallery/albummenu.js"
};
static const unsigned char gallery_albumpages_js[] = {
#embed "../../../Resources/Gallery/albumpages.js"
};
static const unsigned char gallery_albums_js[] = {
#embed "../../../Resources/Gallery/albums.js"
};
static const unsigned char gallery_albumselection_js[] = {
#embed "../../../Resources/Gallery/albumselection.js"
};
static const unsigned char gallery_albumservice_js[] = {
#embed "../../../Resources/Gallery/albumservice.js"
};
static const unsigned char gallery_apppasswords_js[] = {
#embed "../../../Resources/Gallery/apppasswords.js"
};
static const unsigned char gallery_arranging_js[] = {
#embed "../../../Resources/Gallery/arranging.js"
};
static const unsigned char gallery_arrivals_js[] = {
#embed "../../../Resources/Gallery/arrivals.js"
};
static const unsigned char gallery_cell_js[] = {
#embed "../../../Resources/Gallery/cell.js"
};
static const unsigned char gallery_choices_js[] = {
#embed "../../../Resources/Gallery/choices.js"
};
static const unsigned char gallery_choosing_js[] = {
#embed "../../../Resources/Gallery/choosing.js"
};
static const unsigned char gallery_clock_js[] = {
#embed "../../../Resources/Gallery/clock.js"
};
static const unsigned char gallery_contributors_js[] = {
#embed "../../../Resources/Gallery/contributors.js"
};
static const unsigned char gallery_dialog_js[] = {
#embed "../../../Resources/Gallery/dialog.js"
};
static const unsigned char gallery_dialogform_js[] = {
#embed "../../../Resources/Gallery/dialogform.js"
};
static const unsigned char gallery_digest_js[] = {
#embed "../../../Resources/Gallery/digest.js"
};
static const unsigned char gallery_download_js[] = {
#embed "../../../Resources/Gallery/download.js"
};
static const unsigned char gallery_drop_js[] = {
#embed "../../../Resources/Gallery/drop.js"
};
static const unsigned char gallery_duplicateentry_js[] = {
#embed "../../../Resources/Gallery/duplicateentry.js"
};
static const unsigned char gallery_duplicategroup_js[] = {
#embed "../../../Resources/Gallery/duplicategroup.js"
};
static const unsigned char gallery_duplicates_js[] = {
#embed "../../../Resources/Gallery/duplicates.js"
};
static const unsigned char gallery_edges_js[] = {
#embed "../../../Resources/Gallery/edges.js"
};
static const unsigned char gallery_elements_js[] = {
#embed "../../../Resources/Gallery/elements.js"
};
static const unsigned char gallery_emptiness_js[] = {
#embed "../../../Resources/Gallery/emptiness.js"
};
static const unsigned char gallery_english_js[] = {
#embed "../../../Resources/Gallery/english.js"
};
static const unsigned char gallery_exchange_js[] = {
#embed "../../../Resources/Gallery/exchange.js"
};
static const unsigned char gallery_gallery_js[] = {
#embed "../../../Resources/Gallery/gallery.js"
};
static const unsigned char gallery_german_js[] = {
#embed "../../../Resources/Gallery/german.js"
};
static const unsigned char gallery_group_js[] = {
#embed "../../../Resources/Gallery/group.js"
};
static const unsigned char gallery_invitations_js[] = {
#embed "../../../Resources/Gallery/invitations.js"
};
static const unsigned char gallery_join_js[] = {
#embed "../../../Resources/Gallery/join.js"
};
static const unsigned char gallery_joinentry_js[] = {
#embed "../../../Resources/Gallery/joinentry.js"
};
static const unsigned char gallery_joinform_js[] = {
#embed "../../../Resources/Gallery/joinform.js"
};
static const unsigned char gallery_incoming_js[] = {
#embed "../../../Resources/Gallery/incoming.js"
};
static const unsigned char gallery_kept_js[] = {
#embed "../../../Resources/Gallery/kept.js"
};
static const unsigned char gallery_keptindex_js[] = {
#embed "../../../Resources/Gallery/keptindex.js"
};
static const unsigned char gallery_keys_js[] = {
#embed "../../../Resources/Gallery/keys.js"
};
static const unsigned char gallery_layout_js[] = {
#embed "../../../Resources/Gallery/layout.js"
};
static const unsigned char gallery_linklikes_js[] = {
#embed "../../../Resources/Gallery/linklikes.js"
};
static const unsigned char gallery_linklist_js[] = {
#embed "../../../Resources/Gallery/linklist.js"
};
static const unsigned char gallery_live_js[] = {
#embed "../../../Resources/Gallery/live.js"
};
static const unsigned char gallery_marking_js[] = {
#embed "../../../Resources/Gallery/marking.js"
};
static const unsigned char gallery_missing_js[] = {
#embed "../../../Resources/Gallery/missing.js"
};
static const unsigned char gallery_month_js[] = {
#embed "../../../Resources/Gallery/month.js"
};
static const unsigned char gallery_moreenglish_js[] = {
#embed "../../../Resources/Gallery/moreenglish.js"
};
static const unsigned char gallery_moregerman_js[] = {
#embed "../../../Resources/Gallery/moregerman.js"
};
static const unsigned char gallery_morewords_js[] = {
#embed "../../../Resources/Gallery/morewords.js"
};
static const unsigned char gallery_notice_js[] = {
#embed "../../../Resources/Gallery/notice.js"
};
static const unsigned char gallery_offline_js[] = {
#embed "../../../Resources/Gallery/offline.js"
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
static const unsigned char gallery_rows_js[] = {
#embed "../../../Resources/Gallery/rows.js"
};
static const unsigned char gallery_scrubber_js[] = {
#embed "../../../Resources/Gallery/scrubber.js"
};
static const unsigned char gallery_search_js[] = {
#embed "../../../Resources/Gallery/search.js"
};
static const unsigned char gallery_searchentry_js[] = {
#embed "../../../Resources/Gallery/searchentry.js"
};
static const unsigned char gallery_selecting_js[] = {
#embed "../../../Resources/Gallery/selecting.js"
};
static const unsigned char gallery_selection_js[] = {
#embed "../../../Resources/Gallery/selection.js"
};
static const unsigned char gallery_session_js[] = {
#embed "../../../Resources/Gallery/session.js"
};
static const unsigned char gallery_sessions_js[] = {
#embed "../../../Resources/Gallery/sessions.js"
};
static const unsigned char gallery_share_js[] = {
#embed "../../../Resources/Gallery/share.js"
};
static const unsigned char gallery_shareaddress_js[] = {
#embed "../../../Resources/Gallery/shareaddress.js"
};
static const unsigned char gallery_shared_js[] = {
#embed "../../../Resources/Gallery/shared.js"
};
static const unsigned char gallery_sharedadding_js[] = {
#embed "../../../Resources/Gallery/sharedadding.js"
};
static const unsigned char gallery_sharedhead_js[] = {
#embed "../../../Resources/Gallery/sharedhead.js"
};
static const unsigned char gallery_sharedlock_js[] = {
#embed "../../../Resources/Gallery/sharedlock.js"
};
static const unsigned char gallery_sharedname_js[] = {
#embed "../../../Resources/Gallery/sharedname.js"
};
static const unsigned char gallery_sharedservice_js[] = {
#embed "../../../Resources/Gallery/sharedservice.js"
};
static const unsigned char gallery_shareentry_js[] = {
#embed "../../../Resources/Gallery/shareentry.js"
};
static const unsigned char gallery_sharereasons_js[] = {
#embed "../../../Resources/Gallery/sharereasons.js"
};
static const unsigned char gallery_sharerows_js[] = {
#embed "../../../Resources/Gallery/sharerows.js"
};
static const unsigned char gallery_shareservice_js[] = {
#embed "../../../Resources/Gallery/shareservice.js"
};
static const unsigned char gallery_shareterms_js[] = {
#embed "../../../Resources/Gallery/shareterms.js"
};
static const unsigned char gallery_signature_js[] = {
#embed "../../../Resources/Gallery/signature.js"
};
static const unsigned char gallery_signin_js[] = {
#embed "../../../Resources/Gallery/signin.js"
};
static const unsigned char gallery_signindialog_js[] = {
#embed "../../../Resources/Gallery/signindialog.js"
};
static const unsigned char gallery_styles_js[] = {
#embed "../../../Resources/Gallery/styles.js"
};
static const unsigned char gallery_tall_js[] = {
#embed "../../../Resources/Gallery/tall.js"
};
static const unsigned char gallery_timeline_js[] = {
#embed "../../../Resources/Gallery/timeline.js"
};
static const unsigned char gallery_timelineservice_js[] = {
#embed "../../../Resources/Gallery/timelineservice.js"
};
static const unsigned char gallery_toolbar_js[] = {
#embed "../../../Resources/Gallery/toolbar.js"
};
static const unsigned char gallery_transfer_js[] = {
#embed "../../../Resources/Gallery/transfer.js"
};
static const unsigned char gallery_uploading_js[] = {
#embed "../../../Resources/Gallery/uploading.js"
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
static const unsigned char gallery_visitor_js[] = {
#embed "../../../Resources/Gallery/visitor.js"
};
static const unsigned char gallery_visitors_js[] = {
#embed "../../../Resources/Gallery/visitors.js"
};
static const unsigned char gallery_wall_js[] = {
#embed "../../../Resources/Gallery/wall.js"
};
static const unsigned char gallery_words_js[] = {
#embed "../../../Resources/Gallery/words.js"
};
static const unsigned char gallery_worker_js[] = {
#embed "../../../Resources/Gallery/worker.js"
};
static const unsigned char gallery_logo_svg[] = {
#embed "../../../Resources/Gallery/logo.svg"
};
static const unsigned char gallery_maskable_svg[] = {
#embed "../../../Resources/Gallery/maskable.svg"
};
static const unsigned char gallery_manifest_webmanifest[] = {
#embed "../../../Resources/Gallery/manifest.webmanifest"
};

static const struct woof_resource gallery[WOOF_GALLERY_COUNT] = {
  {"account.css", gallery_account_css, sizeof gallery_account_css},
  {"adding.css", gallery_adding_css, sizeof gallery_adding_css},
  {"albums.css", gallery_albums_css, sizeof gallery_albums_css},
  {"duplicates.css", gallery_duplicates_css, sizeof gallery_duplicates_css},
  {"gallery.css", gallery_gallery_css, sizeof gallery_gallery_css},
  {"header.css", gallery_header_css, sizeof gallery_header_css},
  {"join.css", gallery_join_css, sizeof gallery_join_css},
  {"panel.css", gallery_panel_css, sizeof gallery_panel_css},
  {"scrubber.css", gallery_scrubber_css, sizeof gallery_scrubber_css},
  {"selecting.css", gallery_selecting_css, sizeof gallery_selecting_css},
  {"share.css", gallery_share_css, sizeof gallery_share_css},
  {"shared.css", gallery_shared_css, sizeof gallery_shared_css},
  {"viewer.css", gallery_viewer_css, sizeof gallery_viewer_css},
  {"account.js", gallery_account_js, sizeof gallery_account_js},
  {"accountentry.js", gallery_accountentry_js, sizeof gallery_accountentry_js},
  {"actions.js", gallery_actions_js, sizeof gallery_actions_js},
  {"adding.js", gallery_adding_js, sizeof gallery_adding_js},
  {"albumcard.js", gallery_albumcard_js, sizeof gallery_albumcard_js},
  {"albumchanges.js", gallery_albumchanges_js, sizeof gallery_albumchanges_js},
  {"albumdialog.js", gallery_albumdialog_js, sizeof gallery_albumdialog_js},
  {"albumentry.js", gallery_albumentry_js, sizeof gallery_albumentry_js},
  {"albumheader.js", gallery_albumheader_js, sizeof gallery_albumheader_js},
  {"albummenu.js", gallery_albummenu_js, sizeof gallery_albummenu_js},
  {"albumpages.js", gallery_albumpages_js, sizeof gallery_albumpages_js},
  {"albums.js", gallery_albums_js, sizeof gallery_albums_js},
  {"albumselection.js", gallery_albumselection_js, sizeof gallery_albumselection_js},
  {"albumservice.js", gallery_albumservice_js, sizeof gallery_albumservice_js},
  {"apppasswords.js", gallery_apppasswords_js, sizeof gallery_apppasswords_js},
  {"arranging.js", gallery_arranging_js, sizeof gallery_arranging_js},
  {"arrivals.js", gallery_arrivals_js, sizeof gallery_arrivals_js},
  {"cell.js", gallery_cell_js, sizeof gallery_cell_js},
  {"choices.js", gallery_choices_js, sizeof gallery_choices_js},
  {"choosing.js", gallery_choosing_js, sizeof gallery_choosing_js},
  {"clock.js", gallery_clock_js, sizeof gallery_clock_js},
  {"contributors.js", gallery_contributors_js, sizeof gallery_contributors_js},
  {"dialog.js", gallery_dialog_js, sizeof gallery_dialog_js},
  {"dialogform.js", gallery_dialogform_js, sizeof gallery_dialogform_js},
  {"digest.js", gallery_digest_js, sizeof gallery_digest_js},
  {"download.js", gallery_download_js, sizeof gallery_download_js},
  {"drop.js", gallery_drop_js, sizeof gallery_drop_js},
  {"duplicateentry.js", gallery_duplicateentry_js, sizeof gallery_duplicateentry_js},
  {"duplicategroup.js", gallery_duplicategroup_js, sizeof gallery_duplicategroup_js},
  {"duplicates.js", gallery_duplicates_js, sizeof gallery_duplicates_js},
  {"edges.js", gallery_edges_js, sizeof gallery_edges_js},
  {"elements.js", gallery_elements_js, sizeof gallery_elements_js},
  {"emptiness.js", gallery_emptiness_js, sizeof gallery_emptiness_js},
  {"english.js", gallery_english_js, sizeof gallery_english_js},
  {"exchange.js", gallery_exchange_js, sizeof gallery_exchange_js},
  {"gallery.js", gallery_gallery_js, sizeof gallery_gallery_js},
  {"german.js", gallery_german_js, sizeof gallery_german_js},
  {"group.js", gallery_group_js, sizeof gallery_group_js},
  {"invitations.js", gallery_invitations_js, sizeof gallery_invitations_js},
  {"join.js", gallery_join_js, sizeof gallery_join_js},
  {"joinentry.js", gallery_joinentry_js, sizeof gallery_joinentry_js},
  {"joinform.js", gallery_joinform_js, sizeof gallery_joinform_js},
  {"incoming.js", gallery_incoming_js, sizeof gallery_incoming_js},
  {"kept.js", gallery_kept_js, sizeof gallery_kept_js},
  {"keptindex.js", gallery_keptindex_js, sizeof gallery_keptindex_js},
  {"keys.js", gallery_keys_js, sizeof gallery_keys_js},
  {"layout.js", gallery_layout_js, sizeof gallery_layout_js},
  {"linklikes.js", gallery_linklikes_js, sizeof gallery_linklikes_js},
  {"linklist.js", gallery_linklist_js, sizeof gallery_linklist_js},
  {"live.js", gallery_live_js, sizeof gallery_live_js},
  {"marking.js", gallery_marking_js, sizeof gallery_marking_js},
  {"missing.js", gallery_missing_js, sizeof gallery_missing_js},
  {"month.js", gallery_month_js, sizeof gallery_month_js},
  {"moreenglish.js", gallery_moreenglish_js, sizeof gallery_moreenglish_js},
  {"moregerman.js", gallery_moregerman_js, sizeof gallery_moregerman_js},
  {"morewords.js", gallery_morewords_js, sizeof gallery_morewords_js},
  {"notice.js", gallery_notice_js, sizeof gallery_notice_js},
  {"offline.js", gallery_offline_js, sizeof gallery_offline_js},
  {"panel.js", gallery_panel_js, sizeof gallery_panel_js},
  {"photos.js", gallery_photos_js, sizeof gallery_photos_js},
  {"placeholder.js", gallery_placeholder_js, sizeof gallery_placeholder_js},
  {"rows.js", gallery_rows_js, sizeof gallery_rows_js},
  {"scrubber.js", gallery_scrubber_js, sizeof gallery_scrubber_js},
  {"search.js", gallery_search_js, sizeof gallery_search_js},
  {"searchentry.js", gallery_searchentry_js, sizeof gallery_searchentry_js},
  {"selecting.js", gallery_selecting_js, sizeof gallery_selecting_js},
  {"selection.js", gallery_selection_js, sizeof gallery_selection_js},
  {"session.js", gallery_session_js, sizeof gallery_session_js},
  {"sessions.js", gallery_sessions_js, sizeof gallery_sessions_js},
  {"share.js", gallery_share_js, sizeof gallery_share_js},
  {"shareaddress.js", gallery_shareaddress_js, sizeof gallery_shareaddress_js},
  {"shared.js", gallery_shared_js, sizeof gallery_shared_js},
  {"sharedadding.js", gallery_sharedadding_js, sizeof gallery_sharedadding_js},
  {"sharedhead.js", gallery_sharedhead_js, sizeof gallery_sharedhead_js},
  {"sharedlock.js", gallery_sharedlock_js, sizeof gallery_sharedlock_js},
  {"sharedname.js", gallery_sharedname_js, sizeof gallery_sharedname_js},
  {"sharedservice.js", gallery_sharedservice_js, sizeof gallery_sharedservice_js},
  {"shareentry.js", gallery_shareentry_js, sizeof gallery_shareentry_js},
  {"sharereasons.js", gallery_sharereasons_js, sizeof gallery_sharereasons_js},
  {"sharerows.js", gallery_sharerows_js, sizeof gallery_sharerows_js},
  {"shareservice.js", gallery_shareservice_js, sizeof gallery_shareservice_js},
  {"shareterms.js", gallery_shareterms_js, sizeof gallery_shareterms_js},
  {"signature.js", gallery_signature_js, sizeof gallery_signature_js},
  {"signin.js", gallery_signin_js, sizeof gallery_signin_js},
  {"signindialog.js", gallery_signindialog_js, sizeof gallery_signindialog_js},
  {"styles.js", gallery_styles_js, sizeof gallery_styles_js},
  {"tall.js", gallery_tall_js, sizeof gallery_tall_js},
  {"timeline.js", gallery_timeline_js, sizeof gallery_timeline_js},
  {"timelineservice.js", gallery_timelineservice_js, sizeof gallery_timelineservice_js},
  {"toolbar.js", gallery_toolbar_js, sizeof gallery_toolbar_js},
  {"transfer.js", gallery_transfer_js, sizeof gallery_transfer_js},
  {"uploading.js", gallery_uploading_js, sizeof gallery_uploading_js},
  {"uploadpanel.js", gallery_uploadpanel_js, sizeof gallery_uploadpanel_js},
  {"uploadrow.js", gallery_uploadrow_js, sizeof gallery_uploadrow_js},
  {"uploads.js", gallery_uploads_js, sizeof gallery_uploads_js},
  {"viewer.js", gallery_viewer_js, sizeof gallery_viewer_js},
  {"views.js", gallery_views_js, sizeof gallery_views_js},
  {"visitor.js", gallery_visitor_js, sizeof gallery_visitor_js},
  {"visitors.js", gallery_visitors_js, sizeof gallery_visitors_js},
  {"wall.js", gallery_wall_js, sizeof gallery_wall_js},
  {"words.js", gallery_words_js, sizeof gallery_words_js},
  {"worker.js", gallery_worker_js, sizeof gallery_worker_js},
  {"logo.svg", gallery_logo_svg, sizeof gallery_logo_svg},
  {"maskable.svg", gallery_maskable_svg, sizeof gallery_maskable_svg},
  {"manifest.webmanifest", gallery_manifest_webmanifest, sizeof gallery_manifest_webmanifest},
};

struct woof_resource woof_gallery_file(size_t index) { return gallery[index]; }
