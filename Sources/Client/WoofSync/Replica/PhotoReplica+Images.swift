// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PhotoReplica {
  /// The file with the original or a variant of a photo, which is fetched where it is not here.
  ///
  /// What is given has been compared with its digest: that of the metadata, or for a variant the one that came with the
  /// bytes. Several who ask at once for the same bytes have them fetched once. A file that is missing or damaged is fetched
  /// anew.
  ///
  /// The app reads the file and does not change it. Unless its photo is pinned, it may go when others need the room.
  ///
  /// - Parameters:
  ///   - id: The photo.
  ///   - variant: The name of a variant, as `thumb`; `nil` for the original, which is the default. Of a photo that waits for
  ///     its upload there is the original alone.
  /// - Throws: `WoofError` with the code `photo-not-here`, `bytes-not-here` where the service is not reached,
  ///   `digest-mismatch`, `disk-full` or another of the client; `CancellationError` when the task is cancelled.
  public func image(_ id: PhotoID, variant: String? = nil) async throws -> URL {
    let key = ImageKey(photo: id, variant: variant)
    if let file = try images.find(key) { return file }
    return try await core.fetchImage(key)
  }

  /// The file with the original or a variant of a photo, where it is on this device; nothing is asked of the service.
  ///
  /// - Parameters:
  ///   - id: The photo.
  ///   - variant: The name of a variant, as `thumb`; `nil` for the original, which is the default.
  /// - Returns: `nil` where it is not here, or damaged.
  /// - Throws: `WoofError` where the replica's file cannot be read.
  public func cachedImage(_ id: PhotoID, variant: String? = nil) throws -> URL? {
    try images.find(ImageKey(photo: id, variant: variant))
  }

  /// Keeps the original of a photo on this device until it is unpinned or the photo goes, whatever the limit of the cache.
  ///
  /// The original is fetched when sync is at rest, and a failure of that holds up nothing else. The pin is durable when this
  /// returns. It also keeps a photo that the scope would leave out, until everything is compared anew.
  ///
  /// - Throws: `WoofError` with the code `photo-not-here`, or of the replica's file.
  public func pin(_ id: PhotoID) async throws { try await core.pin(id) }

  /// Ends what ``pin(_:)`` began; of a photo that is not pinned, nothing changes.
  ///
  /// - Throws: `WoofError` of the replica's file.
  public func unpin(_ id: PhotoID) async throws { try await core.unpin(id) }

  /// The photos that are pinned, the newest first.
  ///
  /// - Throws: `WoofError` where the replica's file cannot be read.
  public var pinnedPhotos: [PhotoID] { get throws { try reader.read { try $0.pinnedPhotos() } } }

  /// The pinned photos whose originals are not on this device yet, or not any more, the newest first.
  ///
  /// - Throws: `WoofError` where the replica's file cannot be read.
  public var missingPinnedPhotos: [PhotoID] { get async throws { try await core.missingPins(checksFiles: true) } }
}
