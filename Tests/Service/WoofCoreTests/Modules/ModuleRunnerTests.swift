// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct `Module runner` {
  private let diary = Diary()
  private var runner: ModuleRunner { ModuleRunner([ModuleA(diary), ModuleB(diary), ModuleC(diary)]) }

  private let start = [
    "a.provision", "b.provision", "c.provision", "a.validate", "b.validate", "c.validate",
  ]
  private let end = ["c.end", "c.cleanUp", "b.end", "b.cleanUp", "a.end", "a.cleanUp"]

  @Test func `modules start in order and end in reverse`() async throws {
    let result = try await runner.run { [diary] scope in
      try diary.note("body")
      return scope.all(at: .sticks)
    }
    #expect(result == ["stick of a", "stick of b", "stick of c"])
    #expect(diary.lines == start + ["body"] + end)
  }

  @Test func `without modules only the body runs`() async throws {
    #expect(try await ModuleRunner([]).run { _ in 7 } == 7)
  }

  @Test func `a module that cannot be provisioned is cleaned up with those before it`() async throws {
    diary.fail("b.provision")
    let error = await #expect(throws: ModuleError.self) { try await runner.run { _ in } }
    #expect(error?.code == .provisionFailed)
    #expect(error?.module == "b")
    #expect(error?.cause as? Mishap == Mishap())
    #expect(error?.description == "module b: cannot start: the dog ate it")
    #expect(diary.lines == ["a.provision", "b.provision", "b.cleanUp", "a.cleanUp"])
  }

  @Test func `a module that fails validation ends everything before any runs`() async throws {
    diary.fail("b.validate")
    let error = await #expect(throws: ModuleError.self) { try await runner.run { _ in } }
    #expect(error?.code == .validationFailed)
    #expect(diary.lines == Array(start.prefix(5)) + ["c.cleanUp", "b.cleanUp", "a.cleanUp"])
  }

  @Test func `the body's error is thrown after everything ended`() async throws {
    await #expect(throws: Mishap.self) { try await runner.run { _ in throw Mishap() } }
    #expect(diary.lines == start + end)
  }

  @Test func `a failed clean-up does not stop the others`() async throws {
    diary.fail("b.provision")
    diary.fail("b.cleanUp")
    diary.fail("a.cleanUp")
    let error = await #expect(throws: ModuleError.self) { try await runner.run { _ in } }
    #expect(error?.code == .provisionFailed)
    #expect(error?.consequences.map(\.code) == [.cleanUpFailed, .cleanUpFailed])
    #expect(error?.consequences.map(\.module) == ["b", "a"])
    #expect(error?.debugDescription.contains("; then module a: clean-up-failed") == true)
    #expect(diary.lines == ["a.provision", "b.provision", "b.cleanUp", "a.cleanUp"])
  }

  @Test func `the body's error stays the cause if cleaning up fails after it`() async throws {
    diary.fail("c.cleanUp")
    let error = await #expect(throws: ModuleError.self) { try await runner.run { _ in throw Mishap() } }
    #expect(error?.code == .bodyFailed)
    #expect(error?.cause is Mishap)
    #expect(error?.consequences.map(\.module) == ["c"])
  }

  @Test func `cancelling the caller ends the body and then the modules in reverse order`() async throws {
    let isRunning = Gate()
    let task = Task { [runner] in
      try await runner.run { _ in
        isRunning.open()
        await Gate().waitUnlessCancelled()
        try Task.checkCancellation()
      }
    }
    await isRunning.waitUnlessCancelled()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(diary.lines == start + end)
  }

  @Test func `a caller that is cancelled from the start cleans up`() async throws {
    let task = Task { [runner] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await runner.run { _ in _ = await Gate().waitUnlessCancelled() }
    }
    _ = await task.result
    let begun = diary.lines.filter { $0.hasSuffix(".provision") }.map { $0.prefix(1) }
    let cleaned = diary.lines.filter { $0.hasSuffix(".cleanUp") }.map { $0.prefix(1) }
    #expect(cleaned == begun.reversed())
  }

  @Test func `a module whose work fails ends the body and everything else`() async throws {
    let failing = FailingModule(gate: Gate())
    let error = await #expect(throws: ModuleError.self) {
      try await ModuleRunner([ModuleA(diary), failing, ModuleC(diary)]).run { _ in
        failing.gate.open()
        await Gate().waitUnlessCancelled()
      }
    }
    #expect(error?.code == .runFailed)
    #expect(error?.module == "failing")
    #expect(
      diary.lines == ["a.provision", "c.provision", "a.validate", "c.validate"] + end.filter { !$0.hasPrefix("b") })
  }
}

/// A module whose work fails when its gate opens.
private struct FailingModule: WoofModule {
  static let id: ModuleID = "failing"
  static let summary = "Fails."
  let gate: Gate

  init(gate: Gate) { self.gate = gate }
  init(settings: RecordingSettings) { self.init(gate: Gate()) }
  func provision(_ scope: ModuleScope) async throws {}
  func run(_ scope: ModuleScope) async throws {
    await gate.waitUnlessCancelled()
    throw Mishap()
  }
}
