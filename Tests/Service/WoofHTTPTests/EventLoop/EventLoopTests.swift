// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import Testing
import WoofSystem

@testable import TestKit
@testable import WoofHTTP

@Suite struct EventLoopTests {
  private func withGroup<Result>(
    count: Int = 1, clock: any ServerClock = ManualClock(), _ body: (EventLoopGroup) async throws -> Result
  ) async throws -> Result {
    let group = try EventLoopGroup(count: count, clock: clock)
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(group)) } catch { result = .failure(error) }
    await group.stop()
    return try result.get()
  }

  @Test func `work runs on the thread of its loop`() async throws {
    try await withGroup(count: 3) { group in
      #expect(EventLoop.current == nil)
      for loop in group.loops {
        #expect(!loop.isCurrent)
        #expect(await loop.perform { EventLoop.current?.index } == loop.index)
      }
    }
  }

  @Test func `work from one thread runs in the order of its calls`() async throws {
    try await withGroup { group in
      let numbers = Mutex<[Int]>([])
      for number in 0..<1000 { group.loops[0].execute { numbers.withLock { $0.append(number) } } }
      await group.loops[0].perform {}
      #expect(numbers.withLock { $0 } == Array(0..<1000))
    }
  }

  @Test func `work from many threads all runs`() async throws {
    try await withGroup { group in
      let count = Counter()
      await withTaskGroup { tasks in
        for _ in 0..<8 {
          tasks.addTask { for _ in 0..<5000 { group.loops[0].execute { count.add(1) } } }
        }
      }
      await group.loops[0].perform {}
      #expect(count.value == 40_000)
    }
  }

  @Test func `a task that prefers a loop runs there with its children and awaited calls`() async throws {
    try await withGroup(count: 2) { group in
      let loop = group.loops[1]
      await Task(executorPreference: loop) {
        #expect(loop.isCurrent)
        await Self.checkIsOn(loop)
        await Task.yield()
        #expect(loop.isCurrent)
        async let child: Void = Self.checkIsOn(loop)
        await child
        await withTaskGroup { tasks in tasks.addTask { await Self.checkIsOn(loop) } }
        await group.loops[0].perform {}
        #expect(loop.isCurrent)
      }.value
    }
  }

  private static func checkIsOn(_ loop: EventLoop) async { #expect(loop.isCurrent) }

  @Test func `work that queues more work does not starve descriptors`() async throws {
    try await withGroup { group in
      let loop = group.loops[0]
      let (observer, isTold) = (PipeObserver(), Gate())
      observer.told = { isTold.open() }
      try await loop.perform { () throws(SystemError) in
        try loop.watch(observer.reading, [.readable, .edgeTriggered], observer: observer)
      }
      let spin = Spinner(loop)
      spin.start()
      observer.write()
      await isTold.waitUnlessCancelled()
      spin.stop()
      await loop.perform { loop.unwatch(observer.reading) }
    }
  }

  private final class Spinner: Sendable {
    private let loop: EventLoop
    private let isStopped = Atomic(false)
    init(_ loop: EventLoop) { self.loop = loop }
    func start() { loop.execute { if !self.isStopped.load(ordering: .relaxed) { self.start() } } }
    func stop() { isStopped.store(true, ordering: .relaxed) }
  }

  @Test func `an event for a descriptor that was closed and opened again is dropped`() async throws {
    try await withGroup { group in
      let loop = group.loops[0]
      let (first, second, later) = (PipeObserver(), PipeObserver(), PipeObserver())
      let isStaleTold = Counter()
      later.told = { isStaleTold.add(1) }
      // Both pipes become ready before the loop looks; whichever is told first takes the other's descriptor over.
      for (own, other) in [(first, second), (second, first)] {
        own.told = {
          loop.forget(other.reading)
          dup2(later.reading, other.reading)
          do { try loop.watch(other.reading, [.readable, .edgeTriggered], observer: later) } catch {
            Issue.record(error)
          }
        }
      }
      try await loop.perform { () throws(SystemError) in
        try loop.watch(first.reading, [.readable, .edgeTriggered], observer: first)
        try loop.watch(second.reading, [.readable, .edgeTriggered], observer: second)
        first.write()
        second.write()
      }
      for _ in 0..<3 { await loop.perform {} }
      #expect(first.count.value + second.count.value == 1)
      #expect(isStaleTold.value == 0)
      for pipe in [first, second, later] { pipe.told = {} }
    }
  }

  @Test func `turns of the loop are counted and measured`() async throws {
    try await withGroup(clock: SystemClock()) { group in
      let loop = group.loops[0]
      await loop.perform { _ = usleep(2000) }
      await loop.perform {}
      let lag = loop.lagStatistics
      #expect(lag.roundCount >= 1)
      #expect(lag.longest >= 2_000_000)
      #expect(lag.histogram.reduce(0, +) == lag.roundCount)
      #expect(lag.histogram[11...].reduce(0, +) >= 1)
    }
  }

  @Test func `a stopped group ends its threads, and can be stopped again`() async throws {
    let group = try EventLoopGroup(count: 3, clock: ManualClock())
    let count = Counter()
    for loop in group.loops { loop.execute { count.add(1) } }
    await group.stop()
    #expect(count.value == 3)
    await group.stop()
    group.loops[0].execute { count.add(1) }
    #expect(count.value == 3)
  }

  @Test func `a loop's own state traps on other threads`() async throws {
    await #expect(processExitsWith: .failure) {
      let group = try EventLoopGroup(count: 1)
      group.loops[0].assertOnLoop()
    }
  }
}

/// A pipe whose reading end is watched.
private final class PipeObserver: DescriptorObserver, @unchecked Sendable {  // changed before it is watched
  let reading: Int32
  private let writing: Int32
  let count = Counter()
  var told: () -> Void = {}

  init() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  func write() { _ = Glibc.write(writing, "x", 1) }

  func descriptorIsReady(_ readiness: Readiness) {
    count.add(1)
    told()
  }
}
