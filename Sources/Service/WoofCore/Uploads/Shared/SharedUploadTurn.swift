// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofModel

/// The turn of one request with an upload that nodes share: what it brings is kept as parts, and counts as long as nobody has
/// begun a later turn, on whatever node.
package struct SharedUploadTurn: Sendable {
  /// The most bytes of a part, all of which are in memory while they are put: 4 MiB.
  package static let partByteCount = 4 << 20

  /// The upload, with the parts that count.
  package private(set) var upload: SharedUpload
  /// The most parts of an upload, which are read with it at each turn.
  private static let partLimit = 10_000

  private let ledger: any SharedUploadLedger
  private let parts: any UploadPartStore
  private var partCount: Int64 = 0

  /// Begins a turn with an upload.
  ///
  /// - Throws: ``UploadRefusal/gone``; ``WoofModel/WoofError`` with the code `conflict` where a photo is being made of it at this
  ///   moment, `unavailable` or `internal`.
  package init(of id: UploadID, _ ledger: any SharedUploadLedger, _ parts: any UploadPartStore) async throws {
    switch try await ledger.takeTurn(of: id) {
    case .taken(let upload): (self.upload, self.ledger, self.parts) = (upload, ledger, parts)
    case .isBeingCompleted: throw ResumableUploads.isBeingCompleted
    case .gone: throw UploadRefusal.gone
    }
  }

  /// Hands over the bytes that have come, part by part.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``UploadPartStore/bytes(of:)``; what `body` throws.
  package func read(_ body: ([UInt8]) async throws -> Void) async throws {
    for part in upload.parts { try await body(try await parts.bytes(of: part)) }
  }

  /// Keeps the next bytes. When it returns they are durable, and part of the upload on all nodes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, of which those of a part stay where a later one fails.
  ///   - length: The length of the whole upload, where the request says so; `nil` leaves it as it is.
  /// - Throws: ``UploadRefusal/superseded`` where a later turn has begun; ``UploadRefusal/inconsistentLength`` where they are more
  ///   than the upload has; ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`.
  package mutating func append(_ bytes: [UInt8], length: Int64? = nil) async throws {
    guard upload.byteCount + Int64(bytes.count) <= length ?? upload.length ?? .max else {
      throw UploadRefusal.inconsistentLength
    }
    for start in stride(from: 0, to: bytes.count, by: Self.partByteCount) {
      try await appendPart(Array(bytes[start..<min(bytes.count, start + Self.partByteCount)]), length)
    }
  }

  private mutating func appendPart(_ bytes: [UInt8], _ length: Int64?) async throws {
    guard upload.parts.count < Self.partLimit else {
      throw WoofError(.invalidRequest, "The upload has come in too many pieces; begin it again, and send larger ones.")
    }
    guard let digest = Digest(SHA256.digest(of: bytes)) else { throw WoofError(.internal, "The service failed.") }
    // What fails may be done later all the same: no number is used twice.
    partCount += 1
    let name = UploadPart.Name(upload: upload.id, turn: upload.turn, number: partCount)
    let part = UploadPart(name, start: upload.byteCount, byteCount: Int64(bytes.count), digest: digest)
    try await parts.put(bytes, as: name)
    guard try await ledger.note(part, length: length) else {
      // What cannot be removed now is found by the collection.
      try? await parts.remove([name])
      throw UploadRefusal.superseded
    }
    upload.parts.append(part)
    upload.byteCount += part.byteCount
    upload.length = length ?? upload.length
  }

  /// Notes that all bytes have come, so that nobody but this node makes a photo of them for two minutes; to be called again
  /// before these are over.
  ///
  /// - Throws: ``UploadRefusal/superseded`` where a later turn has begun; ``UploadRefusal/inconsistentLength`` where bytes are
  ///   missing; ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package mutating func complete() async throws {
    guard upload.byteCount == upload.length ?? upload.byteCount else { throw UploadRefusal.inconsistentLength }
    guard try await ledger.complete(upload.id, turn: upload.turn, byteCount: upload.byteCount) else {
      throw UploadRefusal.superseded
    }
    (upload.isComplete, upload.length) = (true, upload.byteCount)
  }

  /// Lets any node make a photo of the upload, which is complete: this one could not.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func release() async throws { try await ledger.release(upload.id, turn: upload.turn) }

  /// Removes the upload, of which a photo has been made or none can be made, unless a later turn has begun.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func remove() async throws {
    guard case .removed(let garbage) = try await ledger.remove(upload.id, turn: upload.turn) else { return }
    try? await parts.remove(garbage)
  }
}
