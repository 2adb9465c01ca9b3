// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofCommandLine
import WoofTerminal

/// Shows on the terminal how far transfers have come, while they run.
final class TransferDisplay: Sendable {
  private static let interval = Duration.milliseconds(100)

  private struct State {
    var board: TransferBoard
    var running: [Int: Progress] = [:]
  }

  private let lines: LiveLines
  private let start = ContinuousClock.now
  private let state: Mutex<State>

  init(_ board: TransferBoard, on lines: LiveLines) {
    self.lines = lines
    state = Mutex(State(board: board))
  }

  /// A transfer begins, and counts its bytes in what is returned.
  func begin(_ id: Int, name: String, byteCount: Int64) -> Progress {
    let progress = Progress(totalUnitCount: byteCount)
    state.withLock { state in
      state.board.begin(id, name: name, total: byteCount)
      state.running[id] = progress
    }
    return progress
  }

  /// A transfer has ended.
  func end(_ id: Int) {
    state.withLock { state in
      state.board.end(id)
      state.running[id] = nil
    }
  }

  /// Prints a text that stays.
  func print(_ text: String, to stream: StandardStream = .output) { lines.print(text, to: stream) }

  /// Shows all of it over and over, until the task is cancelled; nothing where nobody sees it.
  func run() async {
    guard lines.isShown else { return }
    while !Task.isCancelled {
      refresh()
      try? await Task.sleep(for: Self.interval)
    }
    lines.clear()
  }

  /// Shows all of it while something is done.
  ///
  /// - Throws: Any error of the work.
  func showing<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
    async let _ = run()
    return try await work()
  }

  private func refresh() {
    let width = StandardStream.error.width ?? 80
    let texts = state.withLock { state in
      for (id, progress) in state.running { state.board.set(id, count: progress.completedUnitCount) }
      return state.board.lines(width: width, at: ContinuousClock.now - start)
    }
    lines.show(texts)
  }
}
