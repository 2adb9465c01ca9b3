import Synchronization
import WoofClient
import WoofModel

/// Which bytes the account has on the service already.
final class KnownPhotos: Sendable {
  private let photos = Mutex<[Digest: PhotoID]>([:])

  /// Learns of all photos of a list.
  func read(_ list: PhotoSequence) async throws {
    for try await photo in list { add(photo) }
  }

  /// Learns of a photo.
  func add(_ photo: PhotoMetadata) { photos.withLock { $0[photo.digest] = photo.id } }

  /// The photo of these bytes.
  func id(of digest: Digest) -> PhotoID? { photos.withLock { $0[digest] } }
}
