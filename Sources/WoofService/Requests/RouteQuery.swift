internal import WoofHTTP
internal import WoofModel

/// The query of a request, of which every name is known to the route and stands once.
struct RouteQuery: Sendable {
  private let query: HTTPQuery

  /// The query of a request.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` for a parameter that is unknown, repeated or
  ///   cannot be read.
  init(of request: HTTPRequest, allowing names: [String]) throws(WoofError) {
    do {
      query = try HTTPQuery(of: request.target, names: names)
    } catch {
      switch error {
      case .unknown(let name):
        let known = names.isEmpty ? "takes none" : "knows \(names.joined(separator: ", "))"
        throw Self.invalid(name, "This route does not know the parameter; it \(known).")
      case .repeated(let name): throw Self.invalid(name, "The parameter stands more than once.")
      case .malformed(let name):
        throw Self.invalid(name ?? "", "The query is not properly percent-encoded UTF-8.")
      }
    }
  }

  /// The value of a parameter; `nil` where it does not stand in the query.
  subscript(name: String) -> String? { query[name] }

  /// The value of a parameter as one of the cases of `Value`.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func value<Value: RawRepresentable & CaseIterable>(
    _ name: String, default defaultValue: Value
  ) throws(WoofError) -> Value where Value.RawValue == String {
    guard let text = self[name] else { return defaultValue }
    guard let value = Value(rawValue: text) else {
      throw Self.invalid(name, "Choose one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return value
  }

  /// How many items a page may have: `limit`, 1 to 500, 50 by default.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func pageLimit() throws(WoofError) -> Int {
    guard let text = self["limit"] else { return 50 }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(text), (1...500).contains(limit) else {
      throw Self.invalid("limit", "A page has 1 to 500 items.")
    }
    return limit
  }

  /// Says that a parameter is wrong.
  static func invalid(_ name: String, _ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": .string(name)])
  }
}
