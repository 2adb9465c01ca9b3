// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A photo, as administrators see it: private ones too, and deleted ones until their grace period ends.
package struct AdminPhoto: Codable, Hashable, Sendable {
  /// The metadata that all readers of the photo see.
  package var metadata: PhotoMetadata
  /// The time of deletion; `nil` if the photo is not deleted or its grace period has ended.
  package var deletedAt: Timestamp?
  /// The time until which the photo can be restored; `nil` if it cannot be restored.
  package var restorableUntil: Timestamp?
  /// `true` if the photo is in the queue for derivation.
  package var awaitsDerivation: Bool

  /// Makes a photo.
  package init(
    metadata: PhotoMetadata, deletedAt: Timestamp? = nil, restorableUntil: Timestamp? = nil,
    awaitsDerivation: Bool = false
  ) {
    self.metadata = metadata
    self.deletedAt = deletedAt
    self.restorableUntil = restorableUntil
    self.awaitsDerivation = awaitsDerivation
  }
}
