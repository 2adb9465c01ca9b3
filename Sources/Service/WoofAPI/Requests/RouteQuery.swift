// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The query of a request, of which every name is known to the route and stands once.
struct RouteQuery: Sendable {
  private let query: HTTPQuery

  /// The query of a request.
  ///
  /// - Parameters:
  ///   - names: The names that it may have.
  ///   - ignoresOthers: `true` if parameters with other names are passed over; `false` by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` for a parameter that is unknown, repeated or
  ///   cannot be read.
  init(of request: HTTPRequest, allowing names: [String], ignoresOthers: Bool = false) throws(WoofError) {
    do {
      query = try HTTPQuery(of: request.target, names: names, ignoresOthers: ignoresOthers)
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

  /// The most items of a page.
  static let pageLimit = 500

  /// The largest number of items in a page: `limit`.
  ///
  /// - Parameters:
  ///   - standard: The number where none is given; 50 by default.
  ///   - greatest: The greatest number that may be given; ``pageLimit`` by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func pageLimit(default standard: Int = 50, greatest: Int = pageLimit) throws(WoofError) -> Int {
    guard let text = self["limit"] else { return standard }
    guard let limit = Self.number(text), (1...greatest).contains(limit) else {
      throw Self.invalid("limit", "A page has 1 to \(greatest) items.")
    }
    return limit
  }

  /// The place at which a part of a list begins: `offset`, 0 where none is given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func offset() throws(WoofError) -> Int {
    guard let text = self["offset"] else { return 0 }
    guard let offset = Self.number(text) else { throw Self.invalid("offset", "A place is a number from 0.") }
    return offset
  }

  /// The number that digits alone give.
  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Photos of which ids are asked for: `idPrefix`, the beginning of an id, at least its first four characters.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func idRange() throws(WoofError) -> ClosedRange<PhotoID>? {
    guard let text = self["idPrefix"] else { return nil }
    guard text.utf8.count >= 4, let range = PhotoID.range(beginning: text) else {
      throw Self.invalid("idPrefix", "Give the first characters of an id in lower case, four at least.")
    }
    return range
  }

  /// The same, for a list that has several orders.
  ///
  /// - Throws: As ``idRange()``, also in another order than that of the newest.
  func idRange(in order: PhotoQuery.Order) throws(WoofError) -> ClosedRange<PhotoID>? {
    guard let range = try idRange() else { return nil }
    guard order == .newest else {
      throw Self.invalid("idPrefix", "Photos whose ids begin so come the newest first; leave order out.")
    }
    return range
  }

  /// The span of moments in which photos are asked for: `from` and before `until`; `nil` where neither is given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`, also in another order than that by moments.
  func moments(in order: PhotoQuery.Order) throws(WoofError) -> Range<Timestamp>? {
    for name in ["from", "until"] where self[name] != nil && order != .taken {
      throw Self.invalid(name, "A span of time goes with the order by time; add order=taken.")
    }
    return try moments()
  }

  /// The span of time that a request names; `nil` where it names none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func moments() throws(WoofError) -> Range<Timestamp>? {
    let (from, until) = (try moment("from"), try moment("until"))
    guard from != nil || until != nil else { return nil }
    let (first, end) = (from ?? Timestamp(milliseconds: .min), until ?? Timestamp(milliseconds: .max))
    guard first <= end else { throw Self.invalid("until", "The span ends before it begins; exchange from and until.") }
    return first..<end
  }

  private func moment(_ name: String) throws(WoofError) -> Timestamp? {
    guard let text = self[name] else { return nil }
    guard let moment = Timestamp(spelling: text) else {
      throw Self.invalid(
        name, "Write a date, such as 2026-05-01, or a time with its offset, such as 2026-05-01T10:00:00Z.")
    }
    return moment
  }

  /// Says that a parameter is wrong.
  static func invalid(_ name: String, _ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": .string(name)])
  }
}
