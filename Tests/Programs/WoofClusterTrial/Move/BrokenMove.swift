// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import TestKit

/// A move that is killed and run again until it has ended, while other parts fail.
struct BrokenMove {
  private let service: MovableService
  private let side: MovableService.Side
  /// The runs of the command that are killed, or while which something else fails.
  private let mishapCount: Int
  private var random: SeededGenerator
  private var killCount = 0, killCountInSwitch = 0, failureCount = 0
  private var mishaps: [MoveMishap] = []
  /// The time for which nobody could write, in milliseconds, as a run tells it that carried over what came last.
  private var pause: Int?

  init(of service: MovableService, to side: MovableService.Side, mishapCount: Int, random: SeededGenerator) {
    (self.service, self.side, self.mishapCount, self.random) = (service, side, mishapCount, random)
  }

  /// Moves, and has the other side serve then.
  ///
  /// - Returns: What went wrong.
  mutating func run() async -> [String] {
    do {
      let options = drawOptions()
      // What has failed for a while may keep a run from its end that nothing befalls.
      for attempt in 0..<mishapCount + 12 {
        if attempt > mishapCount { try await Task.sleep(for: .milliseconds(300)) }
        let move = try service.move(to: side, options)
        if attempt < mishapCount { try await befall(move) }
        if try await hasEnded(move) { return try await change() }
        try await service.serve(side.other, mayWait: true)
      }
      return ["the move does not end: \(service.moveOutput)"]
    } catch {
      return ["\(error)"]
    }
  }

  private mutating func drawOptions() -> [String] {
    // What is not kept in step is copied anew, into a folder; a database would have to be a new one.
    let keeps = side == .folder || Bool.random(using: &random)
    return ["--json"] + (keeps ? ["--keep"] : []) + (Int.random(in: 0..<4, using: &random) == 0 ? ["--verify"] : [])
  }

  // MARK: Failures

  /// Lets something fail while a run goes on, or kills it, or both.
  private mutating func befall(_ move: ChildProcess) async throws {
    if Int.random(in: 0..<3, using: &random) == 0, let mishap = MoveMishap.allCases.randomElement(using: &random) {
      mishaps.append(mishap)
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...300, using: &random)))
      try await mishap.happen(to: service, from: side.other, &random)
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return
    case 1, 2: try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
    default:
      for _ in 0..<6_000 where move.isRunning && !service.isSwitching(to: side) {
        try await Task.sleep(for: .milliseconds(5))
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...150, using: &random)))
    }
    kill(move)
  }

  private mutating func kill(_ move: ChildProcess) {
    guard move.isRunning else { return }
    if service.isSwitching(to: side) { killCountInSwitch += 1 } else { killCount += 1 }
    move.signal(SIGKILL)
  }

  // MARK: Ends

  /// Waits for a run, while nodes begin to wait for it.
  ///
  /// - Returns: `true` if the move has ended by it, or by one before it.
  private mutating func hasEnded(_ move: ChildProcess) async throws -> Bool {
    let beginsEarly = side == .nodes && Bool.random(using: &random)
    while move.isRunning {
      if beginsEarly { try service.startWaitingNodes() }
      try await Task.sleep(for: .milliseconds(20))
    }
    let (code, output) = (move.wait(), service.moveOutput)
    if code == 0 {
      pause = output.firstMatch(of: /"pauseMilliseconds":(\d+)/).flatMap { Int($0.output.1) }
      return true
    }
    // One before it may have ended the move, and been killed, or not have heard so.
    if output.contains("been moved"), killCount + killCountInSwitch + failureCount > 0 { return true }
    if code != 128 + SIGKILL { failureCount += 1 }
    return false
  }

  /// Has the other side serve.
  private func change() async throws -> [String] {
    let complaints = try await service.leave(side.other)
    guard try await service.serve(side, mayWait: false) else {
      return complaints + ["what has been moved to is not served"]
    }
    return complaints
  }

  /// Adds what happened to a report.
  func count(_ report: inout MoveReport) {
    report.moveCount += 1
    report.killCount += killCount
    report.killCountInSwitch += killCountInSwitch
    report.failureCount += failureCount
    if killCountInSwitch == 0, mishaps.isEmpty, let pause { report.pauses.append(pause) }
    for mishap in mishaps { report.mishaps["\(mishap)", default: 0] += 1 }
  }
}
