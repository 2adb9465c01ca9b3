// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofHTTPSemantics

/// The parts of a request that are signed.
package struct SigV4Request: Sendable {
  /// The method, as `GET`.
  package var method: String
  /// The path, encoded as it is sent. It is signed as it is: an object store resolves and encodes nothing in it.
  package var path: String
  /// The names and values of the query, not encoded.
  package var query: [(name: String, value: String)]
  /// The fields, `Host` among them; several of one name keep their order.
  package var fields: [(name: String, value: String)]
  /// The SHA-256 of the content in hexadecimal digits, or ``unsignedContent``.
  package var contentDigest: String

  /// The word for content that is not signed, as in URLs that are handed out.
  package static let unsignedContent = "UNSIGNED-PAYLOAD"
  /// The digest of no content.
  package static let emptyContent = hexadecimal(SHA256.digest(of: []))

  /// Makes a request.
  package init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)], contentDigest: String = SigV4Request.emptyContent
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    (self.fields, self.contentDigest) = (fields, contentDigest)
  }

  /// The canonical form, of which the digest is signed.
  package var canonicalForm: String {
    let fields = canonicalFields
    let lines = fields.map { "\($0.name):\($0.value)\n" }.joined()
    return "\(method)\n\(path)\n\(canonicalQuery)\n\(lines)\n\(signedNames)\n\(contentDigest)"
  }

  /// The query in its canonical form, in which it is sent as well: everything but unreserved characters encoded, ordered
  /// by names and then by values.
  package var canonicalQuery: String {
    query.map { (name: Self.encoded($0.name), value: Self.encoded($0.value)) }
      .sorted { left, right in
        left.name == right.name
          ? left.value.utf8.lexicographicallyPrecedes(right.value.utf8)
          : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// The names of the fields, in lower case and order, with semicolons between.
  package var signedNames: String { canonicalFields.map(\.name).joined(separator: ";") }

  private var canonicalFields: [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for (name, value) in fields { values[name.lowercased(), default: []].append(Self.trimmed(value)) }
    return values.map { (name: $0.key, value: $0.value.joined(separator: ",")) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The value without space around it, and with single spaces within.
  private static func trimmed(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }

  /// The text with everything but unreserved characters encoded (RFC 3986 §2.3).
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    PercentEncoding.append(text.utf8, keeping: .unreserved, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
