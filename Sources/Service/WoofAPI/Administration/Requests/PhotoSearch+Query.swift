// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension PhotoSearch {
  /// The names that a query for photos may have.
  static let parameters = [
    "owner", "visibility", "state", "contentType", "since", "until", "text", "order", "after", "limit",
  ]

  /// The largest number of characters in a text that captions are searched for.
  private static let textLimit = 200

  /// Reads a search.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  init(_ query: RouteQuery) throws(WoofError) {
    let order = try query.value("order", default: Order.newest)
    self.init(
      state: try query.value("state", default: State.live), since: try Self.time("since", in: query),
      until: try Self.time("until", in: query), order: order,
      after: try PageCursor.search(after: query["after"], order: order), limit: try query.pageLimit())
    if let name = query["owner"] {
      guard let name = AccountName(name) else { throw RouteQuery.invalid("owner", "A name is \(AccountName.rule).") }
      owner = name
    }
    if query["visibility"] != nil { visibility = try query.value("visibility", default: Visibility.public) }
    if let text = query["contentType"] {
      guard let type = ImageType(rawValue: text) else {
        let known = ImageType.allCases.map(\.mediaType).joined(separator: ", ")
        throw RouteQuery.invalid("contentType", "Choose one of \(known).")
      }
      self.type = type
    }
    if let text = query["text"] {
      guard !text.isEmpty, text.utf8.count <= 4 * Self.textLimit, text.count <= Self.textLimit else {
        throw RouteQuery.invalid("text", "Search for 1 to \(Self.textLimit) characters.")
      }
      self.text = text
    }
  }

  private static func time(_ name: String, in query: RouteQuery) throws(WoofError) -> Timestamp? {
    guard let text = query[name] else { return nil }
    guard let time = Timestamp(text) else {
      throw RouteQuery.invalid(name, "A time is written as 2026-05-01T10:00:00.000Z.")
    }
    return time
  }
}
