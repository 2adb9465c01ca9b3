// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import WoofVips

/// The plugin, in this process.
enum VipsPlugin {
  static func host(configuration: String = "{}") throws -> InProcessHost {
    try InProcessHost(entry(abi: 1), configuration: configuration)
  }

  /// Has the plugin process one of the test pictures.
  static func process(
    _ name: String, wanting images: [Wish] = [], wantsAnnotations: Bool = false, parameters: String = "{}"
  ) throws -> Outcome {
    try host().process(
      ScenePictures.bytes(of: name), as: ScenePictures.mediaType(of: name), parameters: parameters, wanting: images,
      wantsAnnotations: wantsAnnotations)
  }
}
