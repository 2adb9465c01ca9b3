// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A photo, and what only administrators know of it.
package struct AdministeredPhoto: Hashable, Sendable {
  /// The record of the photo, deleted or not.
  package var record: PhotoRecord
  /// The time of deletion; `nil` if the photo is not deleted or can no longer be restored.
  package var deletedAt: Timestamp?
  /// The time until which the photo can be restored; `nil` if it cannot be restored.
  package var restorableUntil: Timestamp?
  /// `true` if the photo is in the queue for derivation.
  package var awaitsDerivation: Bool

  /// Makes a photo.
  package init(
    record: PhotoRecord, deletedAt: Timestamp? = nil, restorableUntil: Timestamp? = nil, awaitsDerivation: Bool = false
  ) {
    self.record = record
    self.deletedAt = deletedAt
    self.restorableUntil = restorableUntil
    self.awaitsDerivation = awaitsDerivation
  }
}
