internal import Glibc
internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// The original or a variant of a photo with everything that its answers need, made once.
struct PhotoContent: Sendable {
  /// Where the bytes are.
  let content: HTTPContent
  /// What HTTP says of the bytes.
  let representation: HTTPRepresentation

  /// Makes the content of a variant. It says nothing of when it was made, which may have been more than once.
  init(_ variant: PhotoRecord.Variant, of record: PhotoRecord, content: HTTPContent) {
    self.content = content
    representation = HTTPRepresentation(
      contentType: variant.type.mediaType, count: variant.byteCount,
      validators: HTTPValidators(entityTag: HTTPEntityTag("\(variant.digest)")),
      fields: Self.fields(of: record, digest: variant.digest))
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

  private static func fields(of record: PhotoRecord, digest: Digest) -> HTTPFields {
    var fields = HTTPFields()
    let audience = record.visibility == .public ? "public" : "private"
    fields.append(.cacheControl, "\(audience), max-age=31536000, immutable")
    fields.append(.reprDigest, "sha-256=:\(digest.standardBase64):")
    return fields
  }

  /// About how many bytes it takes in memory.
  var cost: Int {
    switch content {
    case .bytes(let bytes): bytes.count + 512
    case .file: 512
    }
  }
}

/// Reads whole blobs into memory. Blocks.
enum BlobReader {
  /// The bytes of a blob. They will be answered for long after they were read, so they are compared with their digest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file is shorter than it was, or damaged.
  static func bytes(of file: any BlobFile, digest: Digest) throws -> [UInt8] {
    let bytes = try bytes(of: file)
    guard Digest(SHA256.digest(of: bytes)) == digest else {
      throw WoofError(.internal, "The bytes of this photo are damaged; the operator has to restore them.")
    }
    return bytes
  }

  /// Hands over all bytes of a file, part by part.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` where the file is shorter than it was; what `body` throws.
  static func forEachPart(of file: any BlobFile, _ body: (RawSpan) throws -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    var offset: Int64 = 0
    while offset < file.byteCount {
      let count = pread(file.descriptor, &buffer, buffer.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WoofError(.internal, "Bytes that were written could not be read.") }
      try body(buffer.span.extracting(first: count).bytes)
      offset += Int64(count)
    }
  }

  private static func bytes(of file: any BlobFile) throws -> [UInt8] {
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
