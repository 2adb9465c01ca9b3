// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The form in which one reader sees the newest change of a photo.
package enum ChangeView: Hashable, Sendable {
  /// With all metadata, as a change of this kind.
  case visible(ChangeKind)
  /// As a photo that the reader had and may read no longer: nothing but its id, version and token.
  case withdrawn
  /// Not at all.
  case hidden

  /// Decides how a reader who knows all changes up to and with `known` sees the photo's newest change.
  package init(of record: PhotoRecord, to reader: ChangeReader, knowing known: Int64) {
    if record.access.allowsFinding(by: reader) {
      if record.isDeleted {
        self = .visible(.deleted)
      } else {
        self = .visible(record.metadataSequence > known ? .photo : .favourites)
      }
    } else if record.sequence(inLogOf: reader) > known {
      self = .withdrawn
    } else {
      self = .hidden
    }
  }
}
