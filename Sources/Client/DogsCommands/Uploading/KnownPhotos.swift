// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofClient
import WoofModel

/// The photos that the account already has on the service, by the digest of their bytes.
final class KnownPhotos: Sendable {
  /// A photo that is there.
  struct Photo: Hashable, Sendable {
    var id: PhotoID
    var caption: String
    var visibility: Visibility

    init(_ photo: PhotoMetadata) {
      id = photo.id
      caption = photo.caption
      visibility = photo.visibility
    }
  }

  private let photos = Mutex<[Digest: Photo]>([:])

  /// Learns of all photos of a list.
  func read(_ list: PhotoSequence) async throws {
    for try await photo in list { add(photo) }
  }

  /// Learns of a photo, or of what is said of it now.
  func add(_ photo: PhotoMetadata) { photos.withLock { $0[photo.digest] = Photo(photo) } }

  /// The photo of these bytes.
  func photo(of digest: Digest) -> Photo? { photos.withLock { $0[digest] } }
}
