// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// The digests of a `Repr-Digest` or `Content-Digest` field (RFC 9530).
public struct HTTPDigestField: Hashable, Sendable {
  /// The SHA-256, 32 bytes, where the field has one.
  public let sha256: [UInt8]?
  /// The SHA-512, 64 bytes, where the field has one.
  public let sha512: [UInt8]?
  /// `true` if the field also has digests of algorithms other than SHA-256 and SHA-512.
  public let hasOtherAlgorithms: Bool

  /// Reads a digest field; `nil` where it is absent or empty.
  ///
  /// - Throws: ``HTTPMalformedField`` where the field is no dictionary of byte sequences (RFC 9651), the SHA-256 has not
  ///   32 bytes, or the SHA-512 not 64.
  public init?(_ fields: HTTPFields, _ name: HTTPFieldName) throws(HTTPMalformedField) {
    guard fields.contains(name) else { return nil }
    guard let members = StructuredFieldParser.dictionary(fields.joinedValue(of: name)) else {
      throw HTTPMalformedField(name: name)
    }
    if members.isEmpty { return nil }
    for member in members.values {
      guard case .item(.bytes) = member else { throw HTTPMalformedField(name: name) }
    }
    func digest(_ algorithm: String, byteCount: Int) throws(HTTPMalformedField) -> [UInt8]? {
      guard case .item(.bytes(let digest))? = members[algorithm] else { return nil }
      guard digest.count == byteCount else { throw HTTPMalformedField(name: name) }
      return digest
    }
    sha256 = try digest("sha-256", byteCount: 32)
    sha512 = try digest("sha-512", byteCount: 64)
    hasOtherAlgorithms = members.count > (sha256 == nil ? 0 : 1) + (sha512 == nil ? 0 : 1)
  }

  /// The value of a field that states a SHA-256.
  public static func value(sha256: some Collection<UInt8>) -> String {
    "sha-256=:\(Base64.encode(sha256, as: .standard)):"
  }
}

/// A field breaks the rules of its kind.
public struct HTTPMalformedField: Error, Hashable, Sendable {
  /// The name of the field that is malformed.
  public let name: HTTPFieldName

  /// Makes the error of a field.
  public init(name: HTTPFieldName) { self.name = name }
}

extension HTTPFields {
  /// The text of a field whose value is a structured string (RFC 9651 §3.3.3), as that of `Idempotency-Key` is; `nil`
  /// where the field is absent.
  ///
  /// - Throws: ``HTTPMalformedField`` where the value is something else, or the field is repeated.
  public func structuredString(of name: HTTPFieldName) throws(HTTPMalformedField) -> String? {
    guard let value = bytes(of: name) else { return nil }
    guard count(of: name) == 1, case .string(let text)? = StructuredFieldParser.item(value) else {
      throw HTTPMalformedField(name: name)
    }
    return text
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
