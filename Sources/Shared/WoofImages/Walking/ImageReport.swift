// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// The result of a walk through a whole file.
struct ImageReport {
  var findings: PhotoFindings
  /// The plan to make the shareable copy of the file.
  var plan: ShareablePlan
  /// `true` if the image is a gain map, which says how much brighter another picture is shown; `false` by default.
  var isGainMap = false
}
