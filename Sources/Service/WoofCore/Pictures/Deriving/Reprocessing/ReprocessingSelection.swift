// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A selection of the photos to be derived anew.
public enum ReprocessingSelection: Hashable, Sendable {
  /// All photos that are not deleted.
  case all
  /// One photo.
  case photo(PhotoID)
  /// The photos that wait for it already, as after a restart in the middle of reprocessing; no others are added.
  case waiting

  /// The one photo, where it is one.
  var photo: PhotoID? { if case .photo(let id) = self { id } else { nil } }
}
