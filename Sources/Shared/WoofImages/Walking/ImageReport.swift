import WoofModel

/// What the walk through a whole file brought.
struct ImageReport {
  var findings: PhotoFindings
  /// How its shareable copy is made.
  var plan: ShareablePlan
  /// `true` if the image is a gain map, which says how much brighter another picture is shown; `false` by default.
  var isGainMap = false
}
