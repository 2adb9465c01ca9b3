// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofS3
internal import WoofSystem

/// Holds a blob whose bytes are on this node, in a file that goes with the hold.
final class PlacedBlobHold: BlobHold {
  /// The number of times that a blob may be collected while it is put.
  private static let attemptLimit = 20
  /// The length from which on a range of a blob is worth being compared by itself, in bytes.
  private static let piecedByteCount: Int64 = 16 << 20

  private let digest: Digest
  private let path: String
  private let byteCount: Int64
  private let store: ObjectBlobStore

  init(_ digest: Digest, at path: String, byteCount: Int64, in store: ObjectBlobStore) {
    (self.digest, self.path, self.byteCount, self.store) = (digest, path, byteCount, store)
  }

  deinit { unlink(path) }

  /// Puts the bytes into the bucket, unless they are there, and holds the blob.
  ///
  /// The blob is held before the bytes are put. A collector that finds the hold to be over takes the incarnation; then the bytes
  /// are put under the next.
  func secure() async throws {
    let duration = store.settings.hold(ofByteCount: byteCount)
    for _ in 0..<Self.attemptLimit {
      let entry = try await store.ledger.hold(digest, for: duration)
      switch entry.state {
      case .stored: return
      case .dying:
        // Whoever has begun to delete the object may be gone, and doing it twice does no harm.
        do { _ = try await store.bury([entry.incarnation]) } catch { throw ObjectStorageFailure.whileWriting(error) }
      case .awaited:
        let pieces = try await pieceDigests()
        try await put(entry.incarnation)
        let isStored = try await store.ledger.noteStored(
          entry.incarnation, byteCount: byteCount, pieceDigests: pieces, for: duration)
        if isStored { return }
      }
    }
    throw WoofError(.unavailable, "These bytes could not be kept for long enough; try again.", retryAfter: 1)
  }

  private func put(_ incarnation: BlobIncarnation) async throws {
    do {
      let key = try store.names.key(of: incarnation)
      if byteCount < store.settings.partedByteCount {
        try await store.client.put(key, file: path, digest: [UInt8](digest.bytes))
      } else {
        try await store.client.putInParts(key, file: path)
      }
    } catch {
      throw ObjectStorageFailure.whileWriting(error)
    }
  }

  /// The digests of the pieces of a large blob. Its bytes are compared as well: those of one that is put in parts are compared by
  /// the store part by part only.
  private func pieceDigests() async throws -> [UInt8] {
    guard byteCount > Self.piecedByteCount else { return [] }
    let (path, digest) = (path, digest)
    do {
      return try await SystemThread.run(named: "woof-pieces") {
        Result { try Self.pieceDigests(ofFile: path, expecting: digest) }
      }.get()
    } catch {
      throw ObjectStorageFailure.whileWriting(error)
    }
  }

  private static func pieceDigests(ofFile path: String, expecting digest: Digest) throws -> [UInt8] {
    let file = try SpooledFile(reading: path)
    var pieces = S3PieceDigester()
    var whole = try SHA256()
    try file.read { run in
      try pieces.update(run)
      whole.update(run)
    }
    guard Digest(whole.finish()) == digest else {
      throw WoofError(.internal, "These bytes were damaged on the service's disk; send them again.")
    }
    return pieces.finish()?.bytes ?? []
  }
}

/// Holds a blob that was found to be stored.
final class StoredBlobHold: BlobHold {
  private let digest: Digest
  private let store: ObjectBlobStore

  init(_ digest: Digest, in store: ObjectBlobStore) { (self.digest, self.store) = (digest, store) }

  /// Holds the blob for longer.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where it has been collected since, as there are no bytes to put.
  func secure() async throws {
    guard try await store.ledger.holdStored(digest, for: store.settings.hold) else {
      throw WoofError(.unavailable, "What is known of these bytes has just been removed; try again.", retryAfter: 1)
    }
  }
}
