// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

struct EventBatchesTests {
  private let audience = EventAudience(EventAudienceKey(reader: .everybody, filter: .none))

  private func makeBatches(_ sequences: ClosedRange<Int64>, capacity: Int = 100) throws -> EventBatches {
    var batches = EventBatches(tokens: ChangeTokenCoder(key: [1], epoch: 2), capacity: capacity)
    let isNew = batches.add(try sequences.map(change), lostThrough: nil)
    #expect(isNew)
    return batches
  }

  private func change(_ sequence: Int64) throws -> FeedChange {
    var record = try PhotoRecord.sample(id: FeedHouse.id(Int(sequence)))
    record.sequence = sequence
    return FeedChange(record)
  }

  private func request(after sequence: Int64) -> EventAudience.Request {
    EventAudience.Request(position: .upToDate(sequence), format: .lines)
  }

  @Test func `everybody is served from the newest changes`() throws {
    var batches = try makeBatches(1...3)
    let batch = batches.batch(for: request(after: 1), in: audience)
    #expect(batch?.eventCount == 2)
    #expect(batch?.next == .upToDate(3))
  }

  @Test func `a batch is made once for those that stand at the same place, until more has happened`() throws {
    var batches = try makeBatches(1...2)
    _ = batches.batch(for: request(after: 0), in: audience)
    #expect(audience.hasReady)
    _ = batches.add([try change(3)], lostThrough: nil)
    let batch = batches.batch(for: request(after: 0), in: audience)
    #expect(batch?.eventCount == 3)
    batches.forgetAll()
    #expect(!audience.hasReady)
  }

  @Test func `an account's events, and those further back than the newest changes, have to be looked up`() throws {
    var batches = try makeBatches(1...10, capacity: 2)
    let account = EventAudience(EventAudienceKey(reader: .account(AccountID(rawValue: 1)), filter: .none))
    let ofAccount = batches.batch(for: request(after: 9), in: account)
    let ofOld = batches.batch(for: request(after: 0), in: audience)
    #expect(batches.floor > 0)
    #expect(ofAccount == nil && ofOld == nil)
  }

  @Test func `what has been looked up is kept for the others`() throws {
    var batches = try makeBatches(1...2)
    let account = EventAudience(EventAudienceKey(reader: .account(AccountID(rawValue: 1)), filter: .none))
    let page = try #require(batches.recentPage(after: .upToDate(0), for: account.key))
    batches.keep(page, for: request(after: 0), in: account)
    let batch = batches.batch(for: request(after: 0), in: account)
    #expect(batch?.eventCount == 2)
  }

  @Test func `who asked for albums is served from the newest photos once albums that changed have been looked up`()
    throws
  {
    var batches = try makeBatches(1...3)
    let all = EventAudience(EventAudienceKey(reader: .everybody, filter: .none, subjects: .all))
    let immediate = batches.batch(for: request(after: 2), in: all)
    #expect(immediate?.eventCount == 1)
    let isFurther = batches.advance(to: 4)
    _ = batches.add([try change(5)], lostThrough: nil)
    #expect(isFurther && batches.head == 5)
    batches.forgetAll()
    let (before, after) = (
      batches.batch(for: request(after: 3), in: all), batches.batch(for: request(after: 4), in: all)
    )
    #expect(before == nil && after?.eventCount == 1)
    let photos = batches.batch(for: request(after: 3), in: audience)
    #expect(photos?.eventCount == 1 && photos?.next == .upToDate(5))
    let isAgain = batches.advance(to: 4)
    #expect(!isAgain)
  }

  @Test func `who asked for albums alone gets no photos, and goes on behind them`() throws {
    var batches = try makeBatches(1...3)
    let albums = EventAudience(EventAudienceKey(reader: .everybody, filter: .none, subjects: .albums))
    let batch = batches.batch(for: request(after: 0), in: albums)
    #expect(batch?.eventCount == 0 && batch?.next == .upToDate(3))
  }

  @Test func `changes that were lost on the way are not at hand`() throws {
    var batches = try makeBatches(1...2)
    let isNew = batches.add([try change(8)], lostThrough: 7)
    #expect(isNew)
    #expect(batches.floor == 7 && batches.head == 8)
    let isAgain = batches.add([try change(8)], lostThrough: nil)
    #expect(!isAgain)
  }
}
