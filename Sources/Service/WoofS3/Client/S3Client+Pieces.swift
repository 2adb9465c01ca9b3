// SPDX-License-Identifier: Apache-2.0

extension S3Client {
  /// Reads a range of an object, and compares it with the digests of the object's pieces before any of it is given. One
  /// piece is in memory at a time.
  ///
  /// - Parameters:
  ///   - range: The bytes to read, within the object.
  ///   - digests: The digests of the object's pieces.
  ///   - sink: Takes the content; what it throws ends the call and is thrown.
  /// - Throws: ``S3Error`` with ``S3Error/Reason/digestMismatch`` where a piece is damaged; nothing of that is given.
  package func get(
    _ key: S3ObjectKey, range: Range<Int64>, comparedWith digests: S3PieceDigests, into sink: Sink
  ) async throws {
    let range = range.clamped(to: 0..<digests.byteCount)
    guard !range.isEmpty else { return }
    var verification = PieceVerification(digests, for: range)
    do {
      try await get(key, range: verification.needed) { part in
        for ready in try verification.take(part) { try await sink(ready) }
      }
    } catch is PieceVerification.Mismatch {
      throw failure(.digestMismatch, of: S3Request(operation: .get, key: key))
    }
  }
}
