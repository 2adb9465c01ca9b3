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
  /// - Parameters:
  ///   - names: all names that the route knows.
  ///   - ignoresOthers: `true` if parameters with other names are passed over, as other sites add theirs to the addresses
  ///     of pages; `false` by default.
  /// - Throws: ``HTTPQueryError`` at the first parameter that is wrong.
  package init(of target: HTTPTarget, names: [String], ignoresOthers: Bool = false) throws(HTTPQueryError) {
    try self.init(target.query ?? [], names: names, ignoresOthers: ignoresOthers)
  }

  /// Reads the parameters of a query without its question mark, or of an `application/x-www-form-urlencoded` body.
  ///
  /// - Parameters:
  ///   - names: all names that are known.
  ///   - ignoresOthers: `true` if parameters with other names are passed over; `false` by default.
  /// - Throws: ``HTTPQueryError`` at the first parameter that is wrong.
  package init(
    _ query: ArraySlice<UInt8>, names: [String], ignoresOthers: Bool = false
  ) throws(HTTPQueryError) {
    for piece in query.split(separator: UInt8(ascii: "&")) {
      let separator = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
      let decoded = Self.text(piece[..<separator])
      if ignoresOthers, decoded.map(names.contains) != true { continue }
      guard let name = decoded else { throw .malformed(parameter: nil) }
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
