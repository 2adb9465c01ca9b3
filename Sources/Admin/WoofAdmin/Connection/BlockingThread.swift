// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs what blocks, as waiting for a key does, on a thread of its own.
enum BlockingThread {
  /// Runs a closure to its end, whether the task is cancelled or not.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
