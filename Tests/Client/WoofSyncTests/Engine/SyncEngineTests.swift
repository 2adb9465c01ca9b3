// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient

@testable import WoofSync

/// An engine with a clock that a test moves on, and chance that is always the same.
private struct Engine {
  var engine: SyncEngine
  var now = Duration.zero

  init(edits count: Int = 0) {
    engine = SyncEngine((0..<count).map { Outbox.Entry(number: Int64($0 + 1), photo: Sample.id($0), kind: .favourite) })
  }

  /// The actions on an event, without moments and reports.
  mutating func handle(_ event: SyncEngine.Event) -> [SyncEngine.Action] {
    engine.handle(event, at: now, random: { 1 }).filter {
      switch $0 {
      case .wake, .report: false
      default: true
      }
    }
  }

  /// The last report on an event.
  mutating func report(_ event: SyncEngine.Event) -> SyncEngine.Report? {
    engine.handle(event, at: now, random: { 1 }).compactMap { if case .report(let report) = $0 { report } else { nil } }
      .last
  }

  mutating func pulled(agrees: Bool? = true, hasMore: Bool = false) -> [SyncEngine.Action] {
    handle(.pulled(SyncEngine.Pulled(hasMore: hasMore, agrees: agrees)))
  }
}

@Suite struct SyncEngineTests {
  private let unreachable = WoofError(.serviceUnreachable, "nobody there")

  @Test func `one sync with nothing new is one request`() {
    var engine = Engine()
    #expect(engine.handle(.started(.once)) == [.pull])
    #expect(engine.pulled() == [.finish(nil)])
    #expect(engine.engine.isInSync)
  }

  @Test func `no edit is sent before the service has taken a token of the account`() {
    var engine = Engine(edits: 1)
    #expect(engine.handle(.started(.continuous)) == [.pull])
    #expect(engine.handle(.pullFailed(unreachable)).isEmpty)
    engine.now = .seconds(2)
    #expect(engine.handle(.woken) == [.pull])
    #expect(engine.pulled() == [.connect, .send(1)])
  }

  @Test func `one sync with edits sends them, reads once more, and ends`() {
    var engine = Engine(edits: 2)
    _ = engine.handle(.started(.once))
    #expect(engine.pulled() == [.send(1), .send(2)])
    #expect(engine.handle(.settled(1, .done(removed: [1]))).isEmpty)
    #expect(engine.handle(.settled(2, .done(removed: [2]))) == [.pull])
    #expect(engine.pulled() == [.finish(nil)])
  }

  @Test func `pages are read until there is no more`() {
    var engine = Engine()
    _ = engine.handle(.started(.continuous))
    #expect(engine.pulled(agrees: nil, hasMore: true) == [.pull])
    #expect(engine.pulled() == [.connect])
    #expect(engine.handle(.connected(isComplete: true)).isEmpty)
    #expect(engine.engine.isLive)
  }

  @Test func `a gap in the live stream is read by pages`() {
    var engine = Engine()
    _ = engine.handle(.started(.continuous))
    _ = engine.pulled()
    #expect(engine.handle(.connected(isComplete: false)) == [.disconnect, .pull])
  }

  @Test func `after a failure one request goes first, and then four at once`() {
    var engine = Engine(edits: 6)
    _ = engine.handle(.started(.continuous))
    #expect(engine.pulled().count(where: { if case .send = $0 { true } else { false } }) == 4)
    _ = engine.handle(.connected(isComplete: true))
    for number in 1...4 { #expect(engine.handle(.settled(Int64(number), .unreachable(unreachable))).isEmpty) }
    engine.now = .seconds(2)
    #expect(engine.handle(.woken) == [.send(1)])
    #expect(engine.handle(.settled(1, .done(removed: [1]))) == [.send(2), .send(3), .send(4), .send(5)])
  }

  @Test func `requests that fail together count once`() {
    var engine = Engine(edits: 4)
    _ = engine.handle(.started(.continuous))
    _ = engine.pulled()
    _ = engine.handle(.connected(isComplete: true))
    for number in 1...4 { _ = engine.handle(.settled(Int64(number), .unreachable(unreachable))) }
    // The first pause is a second at most, whatever failed with it.
    engine.now = .seconds(1)
    #expect(engine.handle(.woken) == [.send(1)])
  }

  @Test func `pauses grow with failures in a row`() {
    var engine = Engine()
    _ = engine.handle(.started(.continuous))
    var pauses: [Duration] = []
    for _ in 0..<5 {
      let actions = engine.engine.handle(.pullFailed(unreachable), at: engine.now, random: { 1 })
      guard case .wake(let moment)? = actions.first(where: { if case .wake = $0 { true } else { false } }) else {
        break
      }
      pauses.append(moment - engine.now)
      engine.now = moment
      _ = engine.handle(.woken)
    }
    #expect(pauses == [1, 2, 4, 8, 16].map { .seconds($0) })
  }

  @Test func `the service's wait is kept to by everything`() {
    var engine = Engine(edits: 2)
    _ = engine.handle(.started(.continuous))
    _ = engine.pulled()
    _ = engine.handle(.connected(isComplete: true))
    _ = engine.handle(.settled(1, .pause(.seconds(30), WoofError(.unavailable, "later", retryAfter: 30))))
    _ = engine.handle(.settled(2, .again(isCounted: true, after: nil)))
    engine.now = .seconds(29)
    #expect(engine.handle(.woken).isEmpty)
    engine.now = .seconds(30)
    #expect(engine.handle(.woken) == [.send(1)])
  }

  @Test func `nothing is sent while nobody is signed in, and all of it after a sign-in`() {
    var engine = Engine(edits: 2)
    _ = engine.handle(.started(.continuous))
    _ = engine.pulled()
    _ = engine.handle(.connected(isComplete: true))
    let error = WoofError(.authenticationRequired, "who is there?")
    #expect(engine.handle(.settled(1, .signedOut(error))) == [.disconnect])
    #expect(engine.handle(.settled(2, .signedOut(error))).isEmpty)
    engine.now = .seconds(1000)
    #expect(engine.handle(.woken).isEmpty)
    #expect(engine.handle(.signedIn) == [.pull])
    #expect(engine.pulled() == [.connect, .send(1), .send(2)])
  }

  @Test func `without a network nothing is tried`() {
    var engine = Engine(edits: 1)
    #expect(engine.handle(.reachable(false)).isEmpty)
    #expect(engine.handle(.started(.continuous)).isEmpty)
    #expect(engine.handle(.reachable(true)) == [.pull])
  }

  @Test func `an expired token begins a snapshot`() {
    var engine = Engine()
    _ = engine.handle(.started(.continuous))
    #expect(engine.handle(.pullFailed(WoofError(.changeTokenExpired, "gone"))) == [.beginSnapshot, .pull])
  }

  @Test func `a service that takes none of its own tokens is not asked without end`() {
    var engine = Engine()
    _ = engine.handle(.started(.continuous))
    var snapshots = 0
    for _ in 0..<20 where engine.handle(.pullFailed(WoofError(.changeTokenInvalid, "no"))).contains(.beginSnapshot) {
      snapshots += 1
    }
    #expect(snapshots == 3)
  }

  @Test func `a difference is looked at twice before everything is compared`() {
    var engine = Engine()
    _ = engine.handle(.started(.continuous))
    #expect(engine.pulled(agrees: false).isEmpty)
    engine.now = .seconds(2)
    #expect(engine.handle(.woken) == [.pull])
    #expect(engine.pulled(agrees: false).isEmpty)
    engine.now = .seconds(4)
    #expect(engine.handle(.woken) == [.beginSnapshot, .pull])
    #expect(engine.pulled(agrees: true) == [.connect])
    #expect(engine.engine.isInSync)
  }

  @Test func `one sync gives up on a service that is not there, and says why`() {
    var engine = Engine(edits: 1)
    _ = engine.handle(.started(.once))
    var end: [SyncEngine.Action] = []
    for _ in 0..<10 where end.isEmpty {
      end = engine.handle(.pullFailed(unreachable))
      engine.now += .seconds(60)
      if end.isEmpty { _ = engine.handle(.woken) }
    }
    #expect(end == [.finish(SyncProblem(unreachable))])
  }

  @Test func `an edit with a problem is over for one sync`() {
    var engine = Engine(edits: 1)
    _ = engine.handle(.started(.once))
    _ = engine.pulled()
    #expect(engine.handle(.settled(1, .problem)) == [.pull])
    #expect(engine.pulled() == [.finish(nil)])
    #expect(!engine.engine.isInSync)
  }

  @Test func `a file that cannot be written ends everything, until it is started again`() {
    var engine = Engine(edits: 1)
    _ = engine.handle(.started(.continuous))
    let full = WoofError(.diskFull, "no room")
    #expect(engine.report(.storeFailed(full)) == .failed(SyncProblem(full)))
    _ = engine.handle(.pullFailed(full))
    engine.now = .seconds(1000)
    #expect(engine.handle(.woken).isEmpty)
    #expect(engine.handle(.started(.continuous)) == [.pull])
  }
}
