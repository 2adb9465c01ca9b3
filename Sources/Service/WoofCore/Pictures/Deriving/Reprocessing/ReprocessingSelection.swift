public import WoofModel

/// Which photos are derived anew.
public enum ReprocessingSelection: Hashable, Sendable {
  /// All that are there.
  case all
  /// One.
  case photo(PhotoID)
  /// Those that wait for it already, as after a restart in the middle of reprocessing; no others are added.
  case waiting

  /// The one photo, where it is one.
  var photo: PhotoID? { if case .photo(let id) = self { id } else { nil } }
}
