// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

struct EventInboxTests {
  private func changes(_ sequences: ClosedRange<Int64>) throws -> [FeedChange] {
    try sequences.map { sequence in
      var record = try PhotoRecord.sample(id: FeedHouse.id(Int(sequence)))
      record.sequence = sequence
      return FeedChange(record)
    }
  }

  @Test func `only the first of several additions wakes the hub`() throws {
    var inbox = EventInbox(limit: 10)
    let isFirst = inbox.add(try changes(1...1))
    let isSecond = inbox.add(try changes(2...2))
    #expect(isFirst && !isSecond)
    #expect(inbox.take().changes.map(\.record.sequence) == [1, 2])
    let isFirstAgain = inbox.add(try changes(3...3))
    #expect(isFirstAgain)
  }

  @Test func `a number of albums wakes the hub once, and is taken with the photos before it`() throws {
    var inbox = EventInbox(limit: 10)
    let isFirst = inbox.add(sharingThrough: 3)
    let isSecond = inbox.add(try changes(4...4))
    let isThird = inbox.add(sharingThrough: 5)
    #expect(isFirst && !isSecond && !isThird)
    #expect(inbox.take().changes.map(\.record.sequence) == [4])
    #expect(inbox.takeSharing() == 5)
    #expect(inbox.takeSharing() == nil)
    let isFirstAgain = inbox.add(try changes(6...6))
    #expect(isFirstAgain)
  }

  @Test func `a full inbox drops its oldest changes and reports that`() throws {
    var inbox = EventInbox(limit: 10)
    for sequence in Int64(1)...30 { _ = inbox.add(try changes(sequence...sequence)) }
    let (lostThrough, kept) = inbox.take()
    let first = try #require(kept.first)
    #expect(lostThrough == first.record.sequence - 1)
    #expect(kept.last?.record.sequence == 30)
    #expect(kept.count <= 10)
  }

  @Test func `an inbox keeps the end of a batch that is too large for it`() throws {
    var inbox = EventInbox(limit: 4)
    _ = inbox.add(try changes(1...100))
    let (lostThrough, kept) = inbox.take()
    #expect(kept.last?.record.sequence == 100)
    #expect(lostThrough == kept.first.map { $0.record.sequence - 1 })
  }
}
