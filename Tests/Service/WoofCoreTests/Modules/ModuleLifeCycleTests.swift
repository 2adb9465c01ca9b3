// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofCore

@Suite struct `Module life cycle` {
  private let ids: [ModuleID] = ["a", "b", "c"]

  /// The actions that follow the start and each event, as words.
  private func actions(after events: [ModuleLifeCycle.Event]) -> [[String]] {
    var lifeCycle = ModuleLifeCycle(ids)
    return events.map { event in lifeCycle.handle(event).map { "\($0)" } }
  }

  private let untilBody: [ModuleLifeCycle.Event] = [.start] + Array(repeating: .completed, count: 6)

  @Test func `all modules are provisioned before validation, and validated before any runs`() {
    #expect(
      actions(after: untilBody) == [
        ["provision(0)"], ["provision(1)"], ["provision(2)"], ["validate(0)"], ["validate(1)"], ["validate(2)"],
        ["run(0)", "run(1)", "run(2)", "body"],
      ])
  }

  @Test func `a module's work ends before it is cleaned up, in reverse order`() {
    let events: [ModuleLifeCycle.Event] = [
      .completed, .ended(2, nil), .completed, .ended(1, CancellationError()), .completed, .ended(0, nil), .completed,
    ]
    #expect(
      actions(after: untilBody + events).suffix(7) == [
        ["cancelRun(2)"], ["cleanUp(2)"], ["cancelRun(1)"], ["cleanUp(1)"], ["cancelRun(0)"], ["cleanUp(0)"],
        ["finish(nil)"],
      ])
  }

  @Test func `work that has ended by itself is not cancelled`() {
    let events: [ModuleLifeCycle.Event] = [.ended(2, nil), .completed, .ended(1, nil), .completed]
    #expect(actions(after: untilBody + events).suffix(4) == [[], ["cleanUp(2)"], [], ["cleanUp(1)"]])
  }

  @Test func `a stop during provisioning waits for the module and turns back`() {
    #expect(
      actions(after: [.start, .completed, .stop, .completed, .completed]) == [
        ["provision(0)"], ["provision(1)"], ["cancelStep"], ["cleanUp(1)"], ["cleanUp(0)"],
      ])
  }

  @Test func `a step that a stop cancelled does not count as failed`() {
    let actions = actions(after: [.start, .stop, .failed(CancellationError()), .completed])
    #expect(actions.last == ["finish(nil)"])
  }

  @Test func `a second stop changes nothing`() {
    #expect(actions(after: [.start, .stop, .stop, .completed, .stop]).suffix(3) == [[], ["cleanUp(0)"], []])
  }

  @Test func `failing work cancels the body once`() {
    let events: [ModuleLifeCycle.Event] = [
      .ended(0, Mishap()), .ended(1, Mishap()), .stop, .failed(CancellationError()),
    ]
    #expect(actions(after: untilBody + events).suffix(4) == [["cancelStep"], [], [], ["cancelRun(2)"]])
  }

  @Test func `whatever fails, each provisioned module is cleaned up once, in reverse order`() {
    for seed in 0..<500 {
      var life = RandomLife(ids: ids, seed: seed)
      let log = life.live()
      let begun = log.filter { $0.hasPrefix("provision") }.map { $0.dropFirst("provision".count) }
      let cleaned = log.filter { $0.hasPrefix("cleanUp") }.map { $0.dropFirst("cleanUp".count) }
      #expect(cleaned == begun.reversed(), "seed \(seed)")
      #expect(life.finished == 1, "seed \(seed)")
      #expect(life.works.isEmpty, "seed \(seed)")
    }
  }
}

/// Carries out a life cycle's actions with random outcomes, and stops at random moments.
private struct RandomLife {
  var lifeCycle: ModuleLifeCycle
  var random: SeededGenerator
  var works: Set<Int> = []
  var cancelled: Set<Int> = []
  var hasStep = false
  var finished = 0

  init(ids: [ModuleID], seed: Int) {
    lifeCycle = ModuleLifeCycle(ids)
    random = SeededGenerator(seed: UInt64(seed))
  }

  mutating func live() -> [String] {
    var log: [String] = []
    var event = ModuleLifeCycle.Event.start
    while finished == 0, log.count < 1000 {
      for action in lifeCycle.handle(event) {
        log.append("\(action)".filter { $0 != "(" && $0 != ")" })
        carryOut(action)
      }
      event = nextEvent()
    }
    return log
  }

  private mutating func carryOut(_ action: ModuleLifeCycle.Action) {
    switch action {
    case .provision, .validate, .body: hasStep = true
    case .cleanUp(let index):
      hasStep = true
      if works.contains(index) { finished = -1 }
    case .run(let index): works.insert(index)
    case .cancelRun(let index): cancelled.insert(index)
    case .cancelStep: break
    case .finish: finished += 1
    }
  }

  private mutating func nextEvent() -> ModuleLifeCycle.Event {
    if let index = works.randomElement(using: &random), cancelled.contains(index) || random.below(6) == 0 {
      works.remove(index)
      return .ended(index, random.below(2) == 0 ? nil : Mishap())
    }
    guard hasStep, random.below(8) > 0 else { return .stop }
    hasStep = false
    return random.below(5) == 0 ? .failed(Mishap()) : .completed
  }
}
