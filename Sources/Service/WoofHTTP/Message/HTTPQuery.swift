// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The parameters of a query, as forms and client libraries write them: `name=value` joined by `&`, percent-encoded,
/// with `+` for a space.
///
/// Reading is strict: the names are known beforehand, and none may come twice. Empty pieces (`a=1&&b=2`) are passed
/// over; a piece without `=` is a parameter with an empty value.
package struct HTTPQuery: Sendable {
  private var items: [(name: String, value: String)] = []

  /// Reads the parameters of a target.
  ///
  /// - Parameter names: all names that the route knows.
  /// - Throws: ``HTTPQueryError`` at the first parameter that is wrong.
  package init(of target: HTTPTarget, names: [String]) throws(HTTPQueryError) {
    try self.init(target.query ?? [], names: names)
  }

  /// Reads the parameters of a query without its question mark, or of an `application/x-www-form-urlencoded` body.
  ///
  /// - Throws: ``HTTPQueryError`` at the first parameter that is wrong.
  package init(_ query: ArraySlice<UInt8>, names: [String]) throws(HTTPQueryError) {
    for piece in query.split(separator: UInt8(ascii: "&")) {
      let separator = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
      guard let name = Self.text(piece[..<separator]) else { throw .malformed(parameter: nil) }
      guard names.contains(name) else { throw .unknown(parameter: name) }
      guard self[name] == nil else { throw .repeated(parameter: name) }
      guard let value = Self.text(piece[separator...].dropFirst()) else { throw .malformed(parameter: name) }
      items.append((name, value))
    }
  }

  /// The value of a parameter; `nil` where it is absent.
  package subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  private static func text(_ encoded: ArraySlice<UInt8>) -> String? {
    PercentEncoding.decode(encoded, plusIsSpace: true).flatMap { String(validating: $0, as: UTF8.self) }
  }
}

/// A mistake in a query.
package enum HTTPQueryError: Error, Hashable, Sendable {
  /// The value of a parameter, or a name, is wrongly percent-encoded or not UTF-8.
  case malformed(parameter: String?)
  /// The route does not know the parameter.
  case unknown(parameter: String)
  /// The parameter comes more than once.
  case repeated(parameter: String)
}
