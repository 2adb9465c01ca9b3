// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

struct EventBatchTests {
  private let tokens = ChangeTokenCoder(key: [1], epoch: 2)

  private func page(_ count: Int) throws -> FeedPage {
    let items = try (1...count).map { number in
      var record = try PhotoRecord.sample(id: FeedHouse.id(number))
      record.sequence = Int64(number)
      return FeedItem(change: FeedChange(record), view: .visible(.photo), position: .upToDate(Int64(number)))
    }
    return FeedPage(items: items, next: .upToDate(100), hasMore: false)
  }

  private func events(_ batch: EventBatch) -> [EventLine] {
    String(decoding: batch.bytes.storage, as: UTF8.self).split(separator: "\n").compactMap { EventLine($0) }
  }

  @Test func `a batch ends at the position of its page`() throws {
    let batch = EventBatch(try page(3), as: .lines, for: .everybody, tokens: tokens, byteLimit: 1_000_000)
    #expect(events(batch).map(\.id) == (1...3).map { FeedHouse.id($0).description })
    #expect(batch.eventCount == 3)
    #expect(batch.next == .upToDate(100))
  }

  @Test func `a batch that is too long ends at its last event`() throws {
    let batch = EventBatch(try page(20), as: .lines, for: .everybody, tokens: tokens, byteLimit: 1_000)
    let events = events(batch)
    #expect(events.count == batch.eventCount && batch.eventCount < 20)
    #expect(batch.next == .upToDate(Int64(batch.eventCount)))
  }

  @Test func `a batch has at least one event`() throws {
    let batch = EventBatch(try page(2), as: .lines, for: .everybody, tokens: tokens, byteLimit: 0)
    #expect(batch.eventCount == 1)
  }

  @Test func `a filter drops unwanted events, and the page still leads to its end`() throws {
    var page = try page(3)
    let owner = try #require(page.items[0].photo).ownerName
    EventFilter(kind: .deleted).apply(to: &page)
    #expect(page.items.isEmpty && page.next == .upToDate(100))
    page = try self.page(3)
    EventFilter(kind: .photo, owner: owner).apply(to: &page)
    #expect(page.items.count == 3)
    EventFilter(owner: AccountName("somebody-else")).apply(to: &page)
    #expect(page.items.isEmpty)
  }

  @Test func `the token of an event belongs to its reader`() throws {
    for reader in [ChangeReader.everybody, .account(AccountID(rawValue: 1)), .administrator] {
      let batch = EventBatch(try page(1), as: .lines, for: reader, tokens: tokens, byteLimit: 1_000)
      let token = ChangeToken(rawValue: try #require(events(batch).first).change)
      #expect(try tokens.position(of: token, reader: reader) == .sequence(1))
    }
  }

  @Test func `the part that all readers share is rendered once`() throws {
    let counter = RenderingCounter()
    let change = FeedChange(try PhotoRecord.sample(), counter: counter)
    for reader in [nil, AccountID(rawValue: 1), AccountID(rawValue: 2)].map({ ChangeReader($0) }) {
      for format in [EventFormat.lines, .serverSentEvents] {
        var page = FeedPage(
          items: [FeedItem(change: change, view: .visible(.photo), position: .upToDate(0))], next: .upToDate(1),
          hasMore: false)
        if reader != .everybody { page.mark(favourites: [change.record.id]) }
        let batch = EventBatch(page, as: format, for: reader, tokens: tokens, byteLimit: 1_000)
        #expect(events(batch).first?.isFavourite == (reader == .everybody ? nil : true))
      }
    }
    #expect(counter.count == 1)
  }

  @Test func `the event of a withdrawn photo carries only its name`() throws {
    var record = try PhotoRecord.sample(visibility: .private)
    (record.withdrawnSequence, record.withdrawnVersion, record.version) = (1, 1, 7)
    let item = FeedItem(change: FeedChange(record), view: .withdrawn, isFavourite: true, position: .upToDate(1))
    let page = FeedPage(items: [item], next: .upToDate(1), hasMore: false)
    let batch = EventBatch(page, as: .lines, for: .everybody, tokens: tokens, byteLimit: 1_000)
    let token = tokens.token(for: .sequence(1), reader: .everybody)
    let expected =
      #"{"change":"\#(token)","kind":"deleted","reason":"hidden","id":"\#(record.id)","version":1,"deleted":true}"#
      + "\n"
    #expect(String(decoding: batch.bytes.storage, as: UTF8.self) == expected)
  }
}
