// SPDX-License-Identifier: Apache-2.0

/// Reads the items of a list one after the other, and asks for its pages as they are needed.
struct PagedItems<Item: Sendable>: Sendable {
  /// One page: its items, and the place at which the next one begins; `nil` on the last.
  typealias Page = (items: [Item], next: PageCursor?)

  private let load: @Sendable (PageCursor?) async throws -> Page
  private var items: ArraySlice<Item> = []
  private var cursor: PageCursor?
  private var isAtEnd = false

  /// Begins at the first page.
  init(_ load: @escaping @Sendable (PageCursor?) async throws -> Page) { self.load = load }

  /// The next item, or `nil` at the end. A page that failed can be asked for again.
  ///
  /// - Throws: As the load of a page.
  mutating func next() async throws -> Item? {
    while items.isEmpty {
      guard !isAtEnd else { return nil }
      let page = try await load(cursor)
      // A service that sends its readers round in circles does not get them to go round.
      isAtEnd = page.next == nil || page.next == cursor
      (items, cursor) = (page.items[...], page.next)
    }
    return items.popFirst()
  }
}
