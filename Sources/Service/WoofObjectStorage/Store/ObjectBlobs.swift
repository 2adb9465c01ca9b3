// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
package import WoofCore
internal import WoofCryptography
package import WoofModel
package import WoofS3
internal import WoofSystem

/// The objects of blobs in a bucket, together with the ledger that knows of them: puts them, reads them, and deletes them.
package struct ObjectBlobs: Sendable {
  /// The number of times that a blob may be collected while it is put.
  private static let attemptLimit = 20
  /// The length from which on a range of a blob is worth being compared by itself, in bytes.
  private static let piecedByteCount: Int64 = 16 << 20

  let client: S3Client
  let ledger: any BlobLedger
  let bounds: ObjectBlobBounds
  let names: ObjectNames

  /// Takes the objects of a bucket. It asks nothing of the bucket.
  ///
  /// - Parameter prefix: The beginning of the keys of all objects, as `woof/`; empty by default.
  /// - Throws: ``WoofS3/S3SettingError`` where the prefix cannot be part of a key.
  package init(
    _ client: S3Client, _ ledger: any BlobLedger, prefix: String = "", _ bounds: ObjectBlobBounds = ObjectBlobBounds()
  ) throws(S3SettingError) {
    (self.client, self.ledger, self.bounds) = (client, ledger, bounds)
    names = ObjectNames(prefix: prefix)
    _ = try S3ObjectKey("\(names.beginning)0")
  }

  /// The beginning of the markers by which installations claim a bucket.
  ///
  /// - Parameter prefix: The beginning of the keys of all objects.
  package static func installations(below prefix: String) -> String { "\(prefix)installations/" }

  /// Puts the bytes of a file into the bucket, unless they are there, and holds the blob.
  ///
  /// The blob is held before the bytes are put. A collector that finds the hold to be over takes the incarnation; then the bytes
  /// are put under the next.
  ///
  /// - Parameters:
  ///   - path: A file with the bytes of that digest.
  ///   - byteCount: Its length.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage`, or `internal`, also where the file has
  ///   other bytes.
  package func put(_ digest: Digest, file path: String, byteCount: Int64) async throws {
    let duration = bounds.hold(ofByteCount: byteCount)
    for _ in 0..<Self.attemptLimit {
      let entry = try await ledger.hold(digest, for: duration)
      switch entry.state {
      case .stored: return
      case .dying:
        // Whoever has begun to delete the object may be gone, and doing it twice does no harm.
        do { _ = try await bury([entry.incarnation]) } catch { throw ObjectStorageFailure.whileWriting(error) }
      case .awaited:
        let pieces = try await pieceDigests(of: digest, path, byteCount)
        try await put(entry.incarnation, path, byteCount)
        let isStored = try await ledger.noteStored(
          entry.incarnation, byteCount: byteCount, pieceDigests: pieces, for: duration)
        if isStored { return }
      }
    }
    throw WoofError(.unavailable, "These bytes could not be kept for long enough; try again.", retryAfter: 1)
  }

  /// Reads a blob into a file, and compares it with its digest.
  ///
  /// - Parameter path: A path at which no file is yet. Where the blob is not read, there is none afterwards.
  /// - Returns: `false` where the blob is missing, or damaged.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`; `CancellationError`.
  package func read(_ digest: Digest, into path: String) async throws -> Bool {
    let file = try await read(digest, into: { try SpooledFile.Writing(path) }, { try $0.append($1) })
    file?.keep()
    return file != nil
  }

  /// Reads a blob into the spool of other stores, and compares it with its digest.
  ///
  /// - Parameter makeSpool: Makes the spool; again where what came into one was not the blob.
  /// - Returns: The spool, whose bytes are to be placed; `nil` where the blob is missing, or damaged.
  /// - Throws: As ``read(_:into:)``, and what `makeSpool` throws.
  package func read(
    _ digest: Digest, intoSpool makeSpool: @Sendable () throws -> any BlobSpool
  ) async throws -> (any BlobSpool)? {
    try await read(digest, into: makeSpool, { try $0.append($1) })
  }

  private func read<Target: Sendable>(
    _ digest: Digest, into makeTarget: @Sendable () throws -> Target,
    _ append: @escaping @Sendable (Target, RawSpan) throws -> Void
  ) async throws -> Target? {
    var tried: BlobIncarnation?
    while let entry = try await ledger.entries(of: [digest])[digest], entry.state != .dying, entry.incarnation != tried
    {
      if let target = try await read(entry.incarnation, into: makeTarget, append) { return target }
      // It may have been collected, and come back as another one.
      tried = entry.incarnation
    }
    return nil
  }

  private func read<Target: Sendable>(
    _ incarnation: BlobIncarnation, into makeTarget: @Sendable () throws -> Target,
    _ append: @escaping @Sendable (Target, RawSpan) throws -> Void
  ) async throws -> Target? {
    func readOnce() async throws -> Target {
      let target = try makeTarget()
      let key = try names.key(of: incarnation)
      try await client.get(key, expecting: [UInt8](incarnation.digest.bytes)) { try append(target, $0.bytes) }
      return target
    }
    do {
      do {
        return try await readOnce()
      } catch let error as S3Error where error.reason == .digestMismatch {
        // It may have been damaged on the way only.
        return try await readOnce()
      }
    } catch let error as S3Error where error.reason == .keyMissing || error.reason == .digestMismatch {
      return nil
    } catch {
      throw ObjectStorageFailure.whileReading(error)
    }
  }

  /// Deletes the objects of blobs that are dying, and removes their entries.
  ///
  /// - Returns: The number of those that the service did not delete.
  func bury(_ dying: [BlobIncarnation]) async throws -> Int {
    guard !dying.isEmpty else { return 0 }
    let keys = try dying.map { try names.key(of: $0) }
    let failures = Set(try await client.delete(keys).map(\.key))
    try await ledger.bury(zip(dying, keys).filter { !failures.contains($0.1) }.map(\.0))
    return failures.count
  }

  private func put(_ incarnation: BlobIncarnation, _ path: String, _ byteCount: Int64) async throws {
    do {
      let key = try names.key(of: incarnation)
      if byteCount < bounds.partedByteCount {
        try await client.put(key, file: path, digest: [UInt8](incarnation.digest.bytes))
      } else {
        try await client.putInParts(key, file: path)
      }
    } catch {
      throw ObjectStorageFailure.whileWriting(error)
    }
  }

  /// The digests of the pieces of a large blob. Its bytes are compared as well: those of one that is put in parts are compared by
  /// the store part by part only.
  private func pieceDigests(of digest: Digest, _ path: String, _ byteCount: Int64) async throws -> [UInt8] {
    guard byteCount > Self.piecedByteCount else { return [] }
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
