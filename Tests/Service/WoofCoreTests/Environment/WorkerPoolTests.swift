// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofModel

@Suite struct WorkerPoolTests {
  @Test(.timeLimit(.minutes(1))) func `all work of one client is completed, however much arrives at once`()
    async throws
  {
    let pool = WorkerPool(name: "test", threadCount: 4)
    for _ in 0..<20 {
      let results = try await WorkClient.$current.withValue(.account(AccountID(rawValue: 1))) {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<200 { group.addTask { try await pool.run { number } } }
          return try await group.reduce(0, +)
        }
      }
      #expect(results == 19_900)
    }
  }

  @Test func `work returns its result`() async throws {
    #expect(try await WorkerPool(name: "test", threadCount: 2).run { 6 * 7 } == 42)
  }

  @Test func `an error of the work is thrown`() async {
    struct Lost: Error {}
    await #expect(throws: Lost.self) { try await WorkerPool(name: "test", threadCount: 1).run { throw Lost() } }
  }

  @Test func `work runs on a thread of the given name, cut to fifteen bytes`() async throws {
    let pool = WorkerPool(name: "a name that is too long", threadCount: 1)
    #expect(try await pool.run { try RunningThreads.nameOfThisOne() } == "a name that is ")
  }

  @Test func `as many pieces of work run at once as there are threads`() async throws {
    let pool = WorkerPool(name: "test", threadCount: 3)
    let isRunning = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await pool.run {
            isRunning.signal()
            gate.wait()
          }
        }
      }
      // Ends only when all three are running.
      try await WorkerPool(name: "host", threadCount: 1).run {
        for _ in 0..<3 { isRunning.wait() }
        for _ in 0..<3 { gate.signal() }
      }
      try await group.waitForAll()
    }
  }

  @Test func `work without a place is refused at once, with a time to try again`() async throws {
    let pool = WorkerPool(name: "test", threadCount: 1, queueLimit: 0)
    let error = await #expect(throws: WoofError.self) { try await pool.run {} }
    #expect(error?.code == .unavailable)
    #expect(error?.retryAfter == 1)
  }

  @Test func `a pool has at least one thread`() async throws {
    #expect(try await WorkerPool(name: "test", threadCount: 0).run { true })
  }

  @Test func `the threads end with the pool`() async throws {
    let name = "short-lived"
    do {
      let pool = WorkerPool(name: name, threadCount: 4)
      try await pool.run {}
      while try RunningThreads.count(named: name) < 4 { await Task.yield() }
    }
    while try RunningThreads.count(named: name) > 0 { await Task.yield() }
  }
}
