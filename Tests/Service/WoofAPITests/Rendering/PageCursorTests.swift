// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

@Suite struct PageCursorTests {
  private let cursor = PhotoQuery.Cursor(rank: 12, id: PhotoID(high: 1, low: .max))

  @Test(arguments: PhotoQuery.Order.allCases)
  func `a cursor decodes to the place that it encodes`(_ order: PhotoQuery.Order) throws {
    let text = PageCursor.text(of: cursor, order: order)
    #expect(try PageCursor.photos(after: text, order: order) == cursor)
  }

  @Test func `a cursor of favourites decodes to the place that it encodes`() throws {
    let cursor = FavouriteCursor(setAt: Timestamp(milliseconds: 5), id: PhotoID(high: 3, low: 4))
    #expect(try PageCursor.favourites(after: PageCursor.text(of: cursor)) == cursor)
  }

  @Test(arguments: [PhotoID(high: 3, low: 4), nil])
  func `a cursor of what a search finds decodes to the place that it encodes`(_ oldest: PhotoID?) throws {
    let cursor = PhotoTextQuery.Cursor(rank: 9, id: PhotoID(high: 1, low: .max), oldest: oldest, newest: oldest)
    let text = PageCursor.text(of: cursor)
    #expect(try PageCursor.found(after: text) == cursor)
    #expect(throws: WoofError.self) { try PageCursor.photos(after: text, order: .newest) }
    #expect(throws: WoofError.self) { try PageCursor.found(after: PageCursor.text(of: self.cursor, order: .newest)) }
  }

  @Test func `a cursor of another list is refused`() {
    let text = PageCursor.text(of: cursor, order: .newest)
    #expect(throws: WoofError.self) { try PageCursor.photos(after: text, order: .popular) }
    #expect(throws: WoofError.self) { try PageCursor.favourites(after: text) }
  }

  @Test(arguments: ["", "AAAA", "not base64!", String(repeating: "A", count: 400)])
  func `a broken cursor is refused`(_ text: String) {
    #expect(throws: WoofError.self) { try PageCursor.photos(after: text, order: .newest) }
  }
}
