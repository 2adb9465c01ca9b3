// SPDX-License-Identifier: Apache-2.0

package import WoofHTTPSemantics

/// One part of a form: what stands before its data (RFC 7578 §4).
package struct MultipartFormPart: Sendable {
  /// The name of the field.
  package let name: String
  /// The name that the file has where it comes from; `nil` where the part is no file. Never to be used as a path.
  package let fileName: String?
  /// The media type that the sender states.
  package let contentType: HTTPMediaType?
  /// All fields of the part.
  package let fields: HTTPFields

  /// Reads the fields of a part.
  init(_ fields: HTTPFields) throws(MultipartFormError) {
    guard fields.count(of: .contentDisposition) == 1, let value = fields.bytes(of: .contentDisposition),
      let disposition = HTTPContentDisposition(parsing: value), disposition.type == "form-data",
      let name = disposition.name
    else { throw .malformed("a part of the form has no Content-Disposition with a name") }
    guard !fields.contains(.contentTransferEncoding) || Self.isIdentity(fields) else {
      throw .malformed("a part of the form has a Content-Transfer-Encoding, which forms must not use")
    }
    var contentType: HTTPMediaType?
    if let value = fields.bytes(of: .contentType) {
      guard fields.count(of: .contentType) == 1, let type = HTTPMediaType(parsing: value) else {
        throw .malformed("a part of the form has a malformed Content-Type")
      }
      contentType = type
    }
    self.name = name
    fileName = disposition.fileName
    self.contentType = contentType
    self.fields = fields
  }

  /// Returns `true` if the transfer encoding is one that leaves the data as it is; some clients state one, although it
  /// says nothing.
  private static func isIdentity(_ fields: HTTPFields) -> Bool {
    fields.values(of: .contentTransferEncoding).allSatisfy { ["7bit", "8bit", "binary"].contains($0.lowercased()) }
  }
}

/// The limits of a form beside the data of its parts, which the reader limits.
package struct MultipartFormLimits: Hashable, Sendable {
  /// The parts of a form; 32 by default.
  package var partCount: Int
  /// The bytes of the fields of one part; 4,096 by default.
  package var headerByteCount: Int
  /// The fields of one part; 16 by default.
  package var fieldCount: Int
  /// The bytes before the first part; 1,024 by default.
  package var preambleByteCount: Int

  /// Makes limits; what is left out has its default.
  package init(
    partCount: Int = 32, headerByteCount: Int = 4_096, fieldCount: Int = 16, preambleByteCount: Int = 1_024
  ) {
    self.partCount = partCount
    self.headerByteCount = headerByteCount
    self.fieldCount = fieldCount
    self.preambleByteCount = preambleByteCount
  }
}

/// The reasons for which a form cannot be read.
package enum MultipartFormError: Error, Hashable, Sendable {
  /// The content type is not `multipart/form-data` with a boundary of 1 to 70 characters (RFC 2046 §5.1.1).
  case wrongContentType
  /// The form breaks the rules; a sentence without its full stop says how.
  case malformed(String)
  /// The form has more of something than its reader takes.
  case tooLarge(String, limit: Int)
  /// The form ends before its last boundary.
  case truncated
}
