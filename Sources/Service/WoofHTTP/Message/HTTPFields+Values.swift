// SPDX-License-Identifier: Apache-2.0

package import WoofHTTPSemantics

/// A field breaks the rules of its kind.
package struct HTTPMalformedField: Error, Hashable, Sendable {
  /// The name of the field that is malformed.
  package let name: HTTPFieldName

  /// Makes the error of a field.
  package init(name: HTTPFieldName) { self.name = name }
}

extension HTTPFields {
  /// The text of a field whose value is a structured string (RFC 9651 §3.3.3), as that of `Idempotency-Key` is; `nil`
  /// where the field is absent.
  ///
  /// - Throws: ``HTTPMalformedField`` where the value is something else, or the field is repeated.
  package func structuredString(of name: HTTPFieldName) throws(HTTPMalformedField) -> String? {
    guard let value = bytes(of: name) else { return nil }
    guard count(of: name) == 1, case .string(let text)? = StructuredFieldParser.item(value) else {
      throw HTTPMalformedField(name: name)
    }
    return text
  }

  /// The text and the parameters of a field whose value is a structured string with parameters (RFC 9651 §3.3); `nil` where
  /// the field is absent.
  ///
  /// - Throws: ``HTTPMalformedField`` where the value is something else, or the field is repeated.
  package func structuredStringWithParameters(
    of name: HTTPFieldName
  ) throws(HTTPMalformedField) -> (text: String, parameters: [String: StructuredItem])? {
    guard let value = bytes(of: name) else { return nil }
    guard count(of: name) == 1, let (item, parameters) = StructuredFieldParser.parameterizedItem(value),
      case .string(let text) = item
    else { throw HTTPMalformedField(name: name) }
    return (text, parameters)
  }

  /// The number in a field whose value is a structured integer (RFC 9651 §3.3.1); `nil` where the field is absent,
  /// repeated or something else, so that it counts for nothing.
  package func structuredInteger(of name: HTTPFieldName) -> Int64? {
    guard case .integer(let number)? = structuredItem(of: name) else { return nil }
    return number
  }

  /// The value of a field that is a structured Boolean (RFC 9651 §3.3.6); `nil` where the field is absent, repeated or
  /// something else, so that it counts for nothing.
  package func structuredBoolean(of name: HTTPFieldName) -> Bool? {
    guard case .boolean(let value)? = structuredItem(of: name) else { return nil }
    return value
  }

  private func structuredItem(of name: HTTPFieldName) -> StructuredItem? {
    guard let value = bytes(of: name), count(of: name) == 1 else { return nil }
    return StructuredFieldParser.item(value)
  }

  /// The values of all fields of that name, joined by commas (RFC 9110 §5.3).
  func joinedValue(of name: HTTPFieldName) -> ArraySlice<UInt8> {
    var joined: ArraySlice<UInt8> = []
    forEachValue(of: name) { value in
      if !joined.isEmpty, !value.isEmpty { joined.append(UInt8(ascii: ",")) }
      joined.append(contentsOf: value)
    }
    return joined
  }
}

extension HTTPFields {
  /// `true` if the sender would like the SHA-256 of the whole representation (`Want-Repr-Digest`, RFC 9530 §4). A field that
  /// cannot be read wants nothing.
  package var wantsReprDigest: Bool {
    guard contains(.wantReprDigest), let members = StructuredFieldParser.dictionary(joinedValue(of: .wantReprDigest)),
      case .item(.integer(let preference))? = members["sha-256"]
    else { return false }
    return (1...10).contains(preference)
  }
}

extension HTTPDigestField {
  /// Reads a digest field of a message; `nil` where it is absent or empty.
  ///
  /// - Throws: ``HTTPMalformedField`` where the field is no dictionary of byte sequences (RFC 9651), the SHA-256 has not
  ///   32 bytes, or the SHA-512 not 64.
  package init?(_ fields: HTTPFields, _ name: HTTPFieldName) throws(HTTPMalformedField) {
    guard fields.contains(name) else { return nil }
    guard let field = HTTPDigestField(parsing: fields.joinedValue(of: name)), field.sha256?.count ?? 32 == 32,
      field.sha512?.count ?? 64 == 64
    else { throw HTTPMalformedField(name: name) }
    if field.isEmpty { return nil }
    self = field
  }
}

extension HTTPBasicCredentials {
  /// Reads the credentials of a request; `nil` where it has no `Authorization` field.
  ///
  /// - Parameter limit: The largest length of name, colon and password together, in bytes; 1,024 by default.
  /// - Throws: ``WoofHTTPSemantics/HTTPCredentialsError``.
  package init?(_ fields: HTTPFields, limit: Int = 1_024) throws(HTTPCredentialsError) {
    guard let value = fields.bytes(of: .authorization) else { return nil }
    guard fields.count(of: .authorization) == 1 else { throw .malformed }
    try self.init(parsing: value, limit: limit)
  }
}

extension HTTPAccept {
  /// Reads the `Accept` fields of a request. Without any, everything is taken; elements that cannot be read are left
  /// out.
  package init(_ fields: HTTPFields) {
    self.init()
    fields.forEachValue(of: .accept) { add($0) }
  }
}

extension HTTPAcceptEncoding {
  /// Reads the `Accept-Encoding` fields of a request.
  package init(_ fields: HTTPFields) {
    self.init()
    fields.forEachValue(of: .acceptEncoding) { add($0) }
  }
}
