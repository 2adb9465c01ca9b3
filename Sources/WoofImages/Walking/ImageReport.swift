import WoofModel

/// What the walk through a whole file brought.
struct ImageReport {
  var findings: PhotoFindings
  /// How its shareable copy is made.
  var plan: ShareablePlan
  /// Whether it says how much brighter another picture is shown.
  var isGainMap = false
}
