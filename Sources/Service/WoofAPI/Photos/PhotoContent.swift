// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
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
    let isPublic = record.access.allowsFinding(by: .everybody)
    fields.append(.cacheControl, "\(isPublic ? "public" : "private"), max-age=31536000, immutable")
    // A browser does not show what it keeps of it to whoever signs in after its reader.
    if !isPublic { fields.append(.vary, "Authorization, Cookie") }
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
