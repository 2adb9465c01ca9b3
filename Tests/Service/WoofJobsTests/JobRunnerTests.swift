// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofAdministration
import WoofCore
import WoofModel

@testable import TestKit
@testable import WoofJobs

@Suite struct JobRunnerTests {
  /// Does what a test lets it do: reports, then waits until it is let go or stopped.
  private final class Performer: JobPerformer {
    let reports: [AdminJob.Progress]
    let failure: WoofError?
    private let (letGo, going) = AsyncStream.makeStream(of: Void.self)

    init(reports: [AdminJob.Progress] = [], failure: WoofError? = nil) {
      self.reports = reports
      self.failure = failure
    }

    func finish() { going.finish() }

    func plan(_ request: AdminJobRequest) async throws -> AdminPlan { AdminPlan(summary: "works") }

    func perform(
      _ request: AdminJobRequest, report: @escaping @Sendable (AdminJob.Progress) -> Void
    ) async throws -> JSONValue {
      for progress in reports { report(progress) }
      for await _ in letGo {}
      try Task.checkCancellation()
      if let failure { throw failure }
      return .object(["done": true])
    }
  }

  /// A clock that stands.
  private struct StandingTime: TimeSource {
    func now() -> Timestamp { Timestamp(milliseconds: 7) }
    func monotonicNanoseconds() -> Int64 { 7 }
  }

  private func start(_ performer: Performer) throws -> (JobRunner, ended: AsyncStream<AdminJob>) {
    let runner = JobRunner(performer: performer, time: StandingTime())
    let (ended, end) = AsyncStream.makeStream(of: AdminJob.self)
    _ = try runner.start(.collectGarbage, by: "unix:root") { job in
      end.yield(job)
      end.finish()
    }
    return (runner, ended)
  }

  private func last<Element>(_ stream: AsyncStream<Element>) async -> Element? {
    var last: Element?
    for await element in stream { last = element }
    return last
  }

  @Test func `a job ends with its result`() async throws {
    let performer = Performer()
    let (runner, ended) = try start(performer)
    performer.finish()
    let job = await last(ended)
    #expect(job?.state == .done && job?.result == .object(["done": true]) && job?.endedAt == Timestamp(milliseconds: 7))
    #expect(runner.job(1) == job)
  }

  @Test func `a failed job reports its reason`() async throws {
    let performer = Performer(failure: WoofError(.internal, "The disk is full."))
    let (_, ended) = try start(performer)
    performer.finish()
    let job = await last(ended)
    #expect(job?.state == .failed && job?.problem == "The disk is full.")
  }

  @Test func `a job that is stopped is cancelled`() async throws {
    let (runner, ended) = try start(Performer())
    #expect(runner.stop(1)?.state == .stopping)
    #expect(await last(ended)?.state == .cancelled)
    #expect(runner.stop(1)?.state == .cancelled && runner.stop(2) == nil)
  }

  @Test func `a follower of a job gets its state now, and its end`() async throws {
    let performer = Performer()
    let (runner, _) = try start(performer)
    let changes = try #require(runner.changes(of: 1))
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.state == .running)
    performer.finish()
    var states: [AdminJob.State] = []
    while let job = await iterator.next() { states.append(job.state) }
    #expect(states.last == .done)
    #expect(await last(try #require(runner.changes(of: 1)))?.state == .done)
  }

  @Test func `a follower gets only new steps, and the job itself keeps all of them`() async throws {
    let reports = (1...50).map { AdminJob.Progress(step: "counting", done: $0, total: 50) }
    let performer = Performer(reports: reports)
    let (runner, ended) = try start(performer)
    try await eventually { runner.job(1)?.progress.done == 50 }
    performer.finish()
    #expect(await last(ended)?.progress.done == 50)
  }

  @Test func `a runner that closes stops its jobs and accepts no others`() async throws {
    let (runner, ended) = try start(Performer())
    await runner.close()
    #expect(await last(ended)?.state == .cancelled)
    #expect(throws: WoofError.self) { try runner.start(.check(.bytes), by: "unix:root") { _ in } }
  }
}
