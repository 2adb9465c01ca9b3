// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The original or a variant of a photo with everything that its responses need, made once.
struct PhotoContent: Sendable {
  /// The bytes, in memory or in a file.
  let content: HTTPContent
  /// The media type, the validators and the response fields of the bytes.
  let representation: HTTPRepresentation
  /// The proof that the file has the right bytes; `nil` for bytes in memory, which were compared when they were read.
  var proof: BlobProof?

  /// Makes the content of a variant. It says nothing of when it was made, which may have been more than once.
  ///
  /// - Parameter isChosen: `true` if other requests for the same path may be given another format; `false` by default.
  init(_ variant: PhotoRecord.Variant, of record: PhotoRecord, content: HTTPContent, isChosen: Bool = false) {
    self.content = content
    representation = HTTPRepresentation(
      contentType: variant.type.mediaType, count: variant.byteCount,
      validators: HTTPValidators(entityTag: HTTPEntityTag("\(variant.digest)")),
      fields: Self.fields(of: record, digest: variant.digest, isChosen: isChosen))
  }

  /// Makes the content of an original.
  init(of record: PhotoRecord, content: HTTPContent) {
    self.content = content
    let original = record.original
    let createdAt = HTTPDate(secondsSince1970: record.createdAt.milliseconds / 1000)
    representation = HTTPRepresentation(
      contentType: original.type.mediaType, count: original.byteCount,
      validators: HTTPValidators(
        entityTag: HTTPEntityTag("\(original.digest)"), lastModified: createdAt, isLastModifiedStrong: true),
      fields: Self.fields(of: record, digest: original.digest))
  }

  private static func fields(of record: PhotoRecord, digest: Digest, isChosen: Bool = false) -> HTTPFields {
    var fields = HTTPFields()
    let audience = record.access.allowsFinding(by: .everybody) ? "public" : "private"
    fields.append(.cacheControl, "\(audience), max-age=31536000, immutable")
    fields.append(.reprDigest, HTTPDigestField.value(sha256: digest.bytes))
    if isChosen { fields.append(.vary, "Accept") }
    return fields
  }

  /// The approximate number of bytes that it takes in memory.
  var cost: Int {
    switch content {
    case .bytes(let bytes): bytes.count + 512
    case .file: 512
    }
  }
}

/// Reads blobs. Blocks, but for ``hasDigest(_:_:on:)``.
enum BlobReader {
  /// The number of bytes of a blob that are read before the work of others has its turn: 8 MiB.
  private static let turnByteCount: Int64 = 8 << 20

  /// Compares a blob with a digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file cannot be read, or `unavailable`.
  static func hasDigest(_ digest: Digest, _ file: any BlobFile, on workers: WorkerPool) async throws -> Bool {
    guard let check = try DigestCheck(AnnouncedDigests(sha256: digest)) else { return false }
    var start: Int64 = 0
    repeat {
      let range = start..<min(start + turnByteCount, file.byteCount)
      try await workers.run { try forEachPart(of: file, in: range) { check.update($0) } }
      start = range.upperBound
    } while start < file.byteCount
    do throws(WoofError) {
      try check.finish()
      return true
    } catch {
      guard error.code == .digestMismatch else { throw error }
      return false
    }
  }

  /// Hands over all bytes of a file, part by part.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file is shorter than it was; what `body` throws.
  static func forEachPart(of file: any BlobFile, _ body: (RawSpan) throws -> Void) throws {
    try forEachPart(of: file, in: 0..<file.byteCount, body)
  }

  private static func forEachPart(
    of file: any BlobFile, in range: Range<Int64>, _ body: (RawSpan) throws -> Void
  ) throws {
    var buffer = [UInt8](repeating: 0, count: Int(min(256 * 1024, Int64(range.count))))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let count = pread(file.descriptor, &buffer, min(buffer.count, Int(range.upperBound - offset)), off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WoofError(.internal, "Bytes that were written could not be read.") }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
  }

  /// All bytes of a file.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file is shorter than it was.
  static func bytes(of file: any BlobFile) throws -> [UInt8] {
    let count = Int(file.byteCount)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      while written < count {
        let result = pread(file.descriptor, buffer.baseAddress.map { $0 + written }, count - written, off_t(written))
        if result < 0, errno == EINTR { continue }
        guard result > 0 else {
          isWhole = false
          return
        }
        written += result
      }
    }
    guard isWhole else { throw WoofError(.internal, "The bytes of this photo could not be read.") }
    return bytes
  }
}
