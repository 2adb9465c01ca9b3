// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel

@testable import WoofJobs

@Suite struct JobBoardTests {
  private static let time = Timestamp(milliseconds: 0)
  private var board = JobBoard()

  private mutating func begin(_ request: AdminJobRequest = .check(.bytes)) throws -> AdminJob {
    try board.begin(request, by: "unix:root", at: Self.time)
  }

  @Test mutating func `jobs are numbered from 1, and run`() throws {
    #expect(try begin().id == 1)
    #expect(try begin(.collectGarbage).id == 2)
    #expect(board[2]?.state == .running && board[3] == nil)
  }

  @Test mutating func `a second job of a kind is refused until the first has ended`() throws {
    let first = try begin(.check(.records))
    do {
      _ = try begin(.check(.bytes))
      Issue.record("a second job began")
    } catch let error as WoofError {
      #expect(error.code == .conflict && error.details["job"] == 1)
    }
    _ = board.stop(first.id)
    #expect(throws: WoofError.self) { try begin() }
    _ = board.end(first.id, .cancelled, at: Self.time)
    #expect(try begin().id == 2)
  }

  @Test mutating func `a job that has ended does not change any more`() throws {
    let job = try begin()
    #expect(board.end(job.id, .done(.object([:])), at: Self.time)?.state == .done)
    #expect(board.end(job.id, .failed("late"), at: Self.time) == nil)
    #expect(board.report(AdminJob.Progress(step: "late"), of: job.id) == nil)
    #expect(board.stop(job.id) == nil)
    #expect(board[job.id]?.state == .done)
  }

  @Test mutating func `the board remembers the last hundred jobs, and all that run`() throws {
    let running = try begin(.reprocess(nil))
    for _ in 0..<150 { _ = board.end(try begin().id, .cancelled, at: Self.time) }
    #expect(board.jobs.count == JobBoard.capacity)
    #expect(board[running.id] != nil && board[2] == nil && board[151] != nil)
  }

  @Test mutating func `jobs that the service starts by itself are the first to be forgotten`() throws {
    _ = board.end(try begin().id, .cancelled, at: Self.time)
    for _ in 0..<150 { _ = board.end(try begin(.digestArchives).id, .cancelled, at: Self.time) }
    #expect(board.jobs.count == JobBoard.capacity && board[1] != nil && board[2] == nil && board[151] != nil)
  }

  @Test mutating func `pages list the newest jobs first`() throws {
    for _ in 0..<5 { _ = board.end(try begin().id, .cancelled, at: Self.time) }
    let first = board.page(before: nil, limit: 2)
    #expect(first.jobs.map(\.id) == [5, 4] && first.hasMore)
    let last = board.page(before: 4, limit: 3)
    #expect(last.jobs.map(\.id) == [3, 2, 1] && !last.hasMore)
  }
}
