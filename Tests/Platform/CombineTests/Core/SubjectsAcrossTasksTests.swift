// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// Subjects in tasks, actors and globals: that this compiles without a warning in Swift 6 is what it tests.
@Suite struct SubjectsAcrossTasksTests {
  private static let global = PassthroughSubject<Int, Never>()
  private static let latest = CurrentValueSubject<[String], TestFailure>([])

  private actor Keeper {
    nonisolated let changes = PassthroughSubject<Int, Never>()
    let latest = CurrentValueSubject<Int, Never>(0)

    func note(_ number: Int) {
      latest.value = number
      changes.send(number)
    }

    var number: Int { latest.value }
  }

  private func sendAll<S: Subject & Sendable>(_ numbers: [Int], to subject: S) async where S.Output == Int {
    await withTaskGroup(of: Void.self) { group in
      for number in numbers { group.addTask { subject.send(number) } }
    }
  }

  @Test func `tasks can send values to a subject`() async {
    let subject = CurrentValueSubject<Int, Never>(0)
    let sums = subject.scan(0, +).probe()
    await sendAll(Array(1...100), to: subject)
    await Task.detached { subject.send(completion: .finished) }.value
    #expect(sums.values.last == 5050)
    sums.expectKept()
  }

  @Test func `a subject can be a global`() async {
    let probe = Self.global.first().probe()
    await Task.detached { Self.global.send(1) }.value
    await Task.detached { Self.latest.value.append("one") }.value
    #expect(probe.values == [1])
    #expect(Self.latest.value == ["one"])
  }

  @Test func `a subject of an actor can be subscribed to from outside`() async {
    let keeper = Keeper()
    let probe = keeper.changes.probe()
    await keeper.note(3)
    #expect(probe.values == [3])
    #expect(await keeper.number == 3)
  }

  @Test @MainActor func `a task can send values to a subject of the main actor`() async {
    let subject = PassthroughSubject<String, Never>()
    let probe = subject.probe()
    await Task { subject.send("main") }.value
    await Task.detached { subject.send("another") }.value
    #expect(probe.values == ["main", "another"])
  }

  @Test func `a task can keep the promise of a future`() async {
    let future = Future<Int, Never> { promise in Task { promise(.success(1)) } }
    #expect(await future.value == 1)
  }
}
