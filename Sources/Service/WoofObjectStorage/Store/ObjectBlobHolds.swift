// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore
internal import WoofModel

/// Holds a blob whose bytes are on this node, in a file that goes with the hold.
final class PlacedBlobHold: BlobHold {
  private let digest: Digest
  private let path: String
  private let byteCount: Int64
  private let objects: ObjectBlobs

  init(_ digest: Digest, at path: String, byteCount: Int64, in objects: ObjectBlobs) {
    (self.digest, self.path, self.byteCount, self.objects) = (digest, path, byteCount, objects)
  }

  deinit { unlink(path) }

  /// Puts the bytes into the bucket, unless they are there, and holds the blob.
  func secure() async throws { try await objects.put(digest, file: path, byteCount: byteCount) }
}

/// Holds a blob that was found to be stored.
final class StoredBlobHold: BlobHold {
  private let digest: Digest
  private let objects: ObjectBlobs

  init(_ digest: Digest, in objects: ObjectBlobs) { (self.digest, self.objects) = (digest, objects) }

  /// Holds the blob for longer.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where it has been collected since, as there are no bytes to put.
  func secure() async throws {
    guard try await objects.ledger.holdStored(digest, for: objects.bounds.hold) else {
      throw WoofError(.unavailable, "What is known of these bytes has just been removed; try again.", retryAfter: 1)
    }
  }
}
