// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The progress of a transfer as the app watches it; does nothing if the app gave no `Progress`.
struct TransferProgress: Sendable {
  private let progress: Progress?

  init(_ progress: Progress?) { self.progress = progress }

  var isWatched: Bool { progress != nil }

  /// - Parameter total: -1 where it is not known.
  func set(_ count: Int64, of total: Int64) {
    guard let progress else { return }
    if progress.totalUnitCount != total { progress.totalUnitCount = total }
    progress.completedUnitCount = count
  }

  /// Does work that the app's `cancel()` ends wherever it is, in the pause between two attempts too. A handler that the
  /// app has set itself is called all the same, and is there again afterwards.
  ///
  /// - Throws: Any error of the work; `CancellationError` when the task or the progress is cancelled.
  func cancelling<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    guard let progress else { return try await work() }
    guard !progress.isCancelled else { throw CancellationError() }
    let task = Task { try await work() }
    let handler = progress.cancellationHandler
    progress.cancellationHandler = {
      task.cancel()
      handler?()
    }
    if progress.isCancelled { task.cancel() }
    // To set the handler of a progress that is cancelled would call it a second time.
    defer { if !progress.isCancelled { progress.cancellationHandler = handler } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
