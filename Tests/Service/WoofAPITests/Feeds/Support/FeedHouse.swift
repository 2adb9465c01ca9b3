// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

/// A feed with its loops and its log, and what a test does with them.
final class FeedHouse: Sendable {
  let store = MemoryStore()
  let accounts: MemoryAccounts
  let tokens: ChangeTokenCoder
  let favourites: FavouriteLibrary
  let workers = WorkerPool(name: "test", threadCount: 1)
  let group: EventLoopGroup
  let feed: EventFeed

  init(
    loops: Int = 1, clock: any ServerClock = SystemClock(),
    configuration: EventFeedConfiguration = EventFeedConfiguration()
  ) throws {
    let time = SystemTimeSource()
    accounts = try MemoryAccounts()
    favourites = FavouriteLibrary(store: store, time: time)
    tokens = ChangeTokenCoder(key: [UInt8](repeating: 9, count: 32), epoch: store.epoch)
    group = try EventLoopGroup(count: loops, clock: clock)
    feed = EventFeed(
      favourites: favourites, changes: store, grantors: EventGrantors(credentials: accounts), tokens: tokens,
      group: group, configuration: configuration)
  }

  /// Runs a test in a house whose loops end with it.
  static func run(
    loops: Int = 1, clock: any ServerClock = SystemClock(),
    configuration: EventFeedConfiguration = EventFeedConfiguration(), _ body: (FeedHouse) async throws -> Void
  ) async throws {
    let house = try FeedHouse(loops: loops, clock: clock, configuration: configuration)
    do { try await body(house) } catch {
      await house.group.stop()
      throw error
    }
    await house.group.stop()
  }

  /// An account.
  static func principal(_ number: Int64) throws -> Principal {
    Principal(
      id: AccountID(rawValue: number), name: try #require(AccountName("user\(number)")), isAdministrator: false)
  }

  /// The id of the test's photo of that number.
  static func id(_ number: Int) -> PhotoID {
    PhotoID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 + UInt64(number))
  }

  /// Adds a photo of account 1.
  @discardableResult
  func addPhoto(_ number: Int, visibility: Visibility = .public) throws -> PhotoID {
    let record = try PhotoRecord.sample(id: Self.id(number), visibility: visibility, version: 0)
    store.commit { $0.add(record) }
    return record.id
  }

  /// Sets a favourite of an account, 100 by default.
  func like(_ id: PhotoID, by account: Int64 = 100, _ isFavourite: Bool = true) {
    store.commit { $0.setFavourite(isFavourite, of: id, by: AccountID(rawValue: account)) }
  }

  /// The token of a number of the log.
  func token(_ sequence: Int64, for reader: Principal? = nil) -> ChangeToken {
    tokens.token(for: .sequence(sequence), reader: ChangeReader(reader?.id))
  }

  /// The response to a request for events, made on a loop as the server makes it.
  func response(
    for principal: Principal? = nil, as reader: ChangeReader? = nil, since: ChangeToken? = nil,
    fields: HTTPFields = HTTPFields(), loop index: Int = 0, _ method: HTTPMethod = .get
  ) async throws -> HTTPResponse {
    let feed = feed
    return try await Task(executorPreference: group.loops[index]) {
      try await feed.response(
        to: TestRequest.make(method, "/v1/events", fields: fields), for: reader ?? ChangeReader(principal?.id),
        signedInAs: principal,
        since: since)
    }.value
  }

  /// Subscribes.
  func subscribe(
    for principal: Principal? = nil, as reader: ChangeReader? = nil, since: ChangeToken? = nil,
    fields: HTTPFields = HTTPFields(), loop index: Int = 0, isBlocked: Bool = false
  ) async throws -> Subscription {
    let response = try await response(for: principal, as: reader, since: since, fields: fields, loop: index)
    guard case .source(let source) = response.body else { throw NoStream() }
    let outlet = TestOutlet(loop: group.loops[index])
    if isBlocked { outlet.block() }
    let subscription = Subscription(source: source, outlet: outlet, fields: response.fields)
    await subscription.onLoop { $0.source.opened($0.outlet) }
    return subscription
  }

  /// Returns when everything that the loops have been told has been done.
  func settle() async {
    for _ in 0..<3 {
      for loop in group.loops {
        await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
      }
    }
  }

  /// Lets so many seconds pass, one after the other, and what they bring about happen. The clock goes on a little after
  /// each, as sending may have to wait for its pace.
  func pass(_ seconds: Int, on clock: ManualClock) async {
    for _ in 0..<seconds {
      clock.advance(by: 950_000_000)
      await settle()
      clock.advance(by: 50_000_000)
      await settle()
    }
  }

  struct NoStream: Error {}
}

/// One reader of the live stream.
struct Subscription: Sendable {
  let source: any HTTPBodySource
  let outlet: TestOutlet
  let fields: HTTPFields

  var startToken: String? { HTTPFieldName("Woof-Last-Change").flatMap { fields[$0] } }

  func onLoop(_ body: @escaping @Sendable (Subscription) -> Void) async {
    await withCheckedContinuation { continuation in
      outlet.loop.execute {
        body(self)
        continuation.resume()
      }
    }
  }

  /// The first so many events.
  func events(_ count: Int) async -> [EventLine] { await outlet.wait { $0.events.count >= count }.events }

  /// The connection takes bytes again.
  func unblock() async {
    outlet.unblock()
    await onLoop { $0.source.outletHasRoom() }
  }

  /// The reader leaves.
  func leave() async { await onLoop { $0.source.outletClosed() } }
}
