// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCommandLine

/// The command that runs, so that ^C can end it.
final class RunningCommand: Sendable {
  private let task = Mutex<Task<ExitCode, Never>?>(nil)

  /// Runs a command until it ends, or has been cancelled and ends.
  func run(_ body: @escaping @Sendable () async -> ExitCode) async -> ExitCode {
    let command = Task { await body() }
    task.withLock { $0 = command }
    defer { task.withLock { $0 = nil } }
    return await command.value
  }

  /// Cancels the running command, if there is one.
  ///
  /// - Returns: `true` if a command runs.
  @discardableResult
  func cancel() -> Bool {
    let command = task.withLock { $0 }
    command?.cancel()
    return command != nil
  }
}
