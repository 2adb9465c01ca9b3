// SPDX-License-Identifier: Apache-2.0

#include "CPluginTemplates.h"

// The compiler knows #embed in every mode of C, and notes that it is of C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char swift_package_swift[] = {
#embed "../../../Resources/PluginTemplates/swift/Package.swift.template"
};
static const unsigned char swift_plugin_swift[] = {
#embed "../../../Resources/PluginTemplates/swift/Plugin.swift.template"
};
static const unsigned char swift_plugintests_swift[] = {
#embed "../../../Resources/PluginTemplates/swift/PluginTests.swift.template"
};
static const unsigned char manifest_json[] = {
#embed "../../../Resources/PluginTemplates/manifest.json"
};
static const unsigned char readme_md[] = {
#embed "../../../Resources/PluginTemplates/README.md"
};
static const unsigned char woof_plugin_h[] = {
#embed "../../../Sources/Plugins/CWoofPlugin/include/woof_plugin.h"
};
static const unsigned char cwoofplugin_c[] = {
#embed "../../../Sources/Plugins/CWoofPlugin/CWoofPlugin.c"
};
static const unsigned char kit_exports_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Exports.swift"
};
static const unsigned char kit_host_pluginhost_images_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Host/PluginHost+Images.swift"
};
static const unsigned char kit_host_pluginhost_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Host/PluginHost.swift"
};
static const unsigned char kit_json_json_parsing_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/JSON/JSON+Parsing.swift"
};
static const unsigned char kit_json_json_writing_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/JSON/JSON+Writing.swift"
};
static const unsigned char kit_json_json_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/JSON/JSON.swift"
};
static const unsigned char kit_json_jsonparser_strings_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/JSON/JSONParser+Strings.swift"
};
static const unsigned char kit_json_jsonparser_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/JSON/JSONParser.swift"
};
static const unsigned char kit_job_pluginjob_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Job/PluginJob.swift"
};
static const unsigned char kit_job_string_span_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Job/String+Span.swift"
};
static const unsigned char kit_host_wantedimage_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Host/WantedImage.swift"
};
static const unsigned char kit_picturetransformer_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/PictureTransformer.swift"
};
static const unsigned char kit_rawspan_bytes_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/RawSpan+Bytes.swift"
};
static const unsigned char kit_table_instance_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Table/Instance.swift"
};
static const unsigned char kit_table_plugintable_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Table/PluginTable.swift"
};
static const unsigned char kit_host_transformererror_swift[] = {
#embed "../../../Sources/Plugins/WoofPluginKit/Host/TransformerError.swift"
};
static const unsigned char c_package_swift[] = {
#embed "../../../Resources/PluginTemplates/c/Package.swift.template"
};
static const unsigned char c_plugin_c[] = {
#embed "../../../Resources/PluginTemplates/c/plugin.c"
};
static const unsigned char c_plugin_h[] = {
#embed "../../../Resources/PluginTemplates/c/plugin.h"
};
static const unsigned char c_plugintests_swift[] = {
#embed "../../../Resources/PluginTemplates/c/PluginTests.swift.template"
};

#define FILE(path, symbol) {path, symbol, sizeof symbol}

static const struct woof_template swift_templates[] = {
    FILE("Package.swift", swift_package_swift),
    FILE("Sources/@MODULE@/@MODULE@.swift", swift_plugin_swift),
    FILE("Tests/@MODULE@Tests/@MODULE@Tests.swift", swift_plugintests_swift),
    FILE("manifest.json", manifest_json),
    FILE("README.md", readme_md),
    FILE("Kit/CWoofPlugin/include/woof_plugin.h", woof_plugin_h),
    FILE("Kit/CWoofPlugin/CWoofPlugin.c", cwoofplugin_c),
    FILE("Kit/WoofPluginKit/Exports.swift", kit_exports_swift),
    FILE("Kit/WoofPluginKit/Host/PluginHost+Images.swift", kit_host_pluginhost_images_swift),
    FILE("Kit/WoofPluginKit/Host/PluginHost.swift", kit_host_pluginhost_swift),
    FILE("Kit/WoofPluginKit/JSON/JSON+Parsing.swift", kit_json_json_parsing_swift),
    FILE("Kit/WoofPluginKit/JSON/JSON+Writing.swift", kit_json_json_writing_swift),
    FILE("Kit/WoofPluginKit/JSON/JSON.swift", kit_json_json_swift),
    FILE("Kit/WoofPluginKit/JSON/JSONParser+Strings.swift", kit_json_jsonparser_strings_swift),
    FILE("Kit/WoofPluginKit/JSON/JSONParser.swift", kit_json_jsonparser_swift),
    FILE("Kit/WoofPluginKit/Job/PluginJob.swift", kit_job_pluginjob_swift),
    FILE("Kit/WoofPluginKit/Job/String+Span.swift", kit_job_string_span_swift),
    FILE("Kit/WoofPluginKit/Host/WantedImage.swift", kit_host_wantedimage_swift),
    FILE("Kit/WoofPluginKit/PictureTransformer.swift", kit_picturetransformer_swift),
    FILE("Kit/WoofPluginKit/RawSpan+Bytes.swift", kit_rawspan_bytes_swift),
    FILE("Kit/WoofPluginKit/Table/Instance.swift", kit_table_instance_swift),
    FILE("Kit/WoofPluginKit/Table/PluginTable.swift", kit_table_plugintable_swift),
    FILE("Kit/WoofPluginKit/Host/TransformerError.swift", kit_host_transformererror_swift),
};

const struct woof_template *woof_templates_swift(size_t *count) {
  *count = sizeof swift_templates / sizeof *swift_templates;
  return swift_templates;
}

static const struct woof_template c_templates[] = {
    FILE("Package.swift", c_package_swift),
    FILE("Sources/@MODULE@/plugin.c", c_plugin_c),
    FILE("Sources/@MODULE@/include/plugin.h", c_plugin_h),
    FILE("Tests/@MODULE@Tests/@MODULE@Tests.swift", c_plugintests_swift),
    FILE("manifest.json", manifest_json),
    FILE("README.md", readme_md),
    FILE("Kit/CWoofPlugin/include/woof_plugin.h", woof_plugin_h),
    FILE("Kit/CWoofPlugin/CWoofPlugin.c", cwoofplugin_c),
};

const struct woof_template *woof_templates_c(size_t *count) {
  *count = sizeof c_templates / sizeof *c_templates;
  return c_templates;
}
