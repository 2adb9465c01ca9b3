// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel
internal import WoofSystem

/// A page, a file or a document, in memory and under a strong tag made of its bytes, so that a browser that has it is told
/// so.
struct TaggedContent: Sendable {
  private let representation: HTTPRepresentation
  private let bytes: HTTPBytes

  /// Makes a content.
  ///
  /// - Parameters:
  ///   - fields: the fields of a full response, but for its type and tag.
  ///   - compression: the rule by which it may be compressed; by default its type decides.
  init(_ bytes: [UInt8], contentType: String, fields: HTTPFields, compression: HTTPCompression = .byType) {
    let tag = HTTPEntityTag(Hexadecimal.text(of: Array(SHA256.digest(of: bytes).prefix(16))))
    representation = HTTPRepresentation(
      contentType: contentType, count: Int64(bytes.count), validators: HTTPValidators(entityTag: tag), fields: fields,
      compression: compression)
    self.bytes = HTTPBytes(bytes)
  }

  /// The response to a request: all of it, a part, or that it has not changed.
  func response(to request: HTTPRequest) -> HTTPResponse {
    representation.response(to: request, content: .bytes(bytes)) { status in
      ProblemDocument.response(
        to: status == 416
          ? WoofError(.rangeNotSatisfiable, "No range asked for lies within this.")
          : WoofError(.preconditionFailed, "This is not what the preconditions ask for."))
    }
  }
}
