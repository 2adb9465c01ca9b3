// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Runs pieces of work one after the other, each to its end.
final class TaskQueue: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs work when all that came before has ended.
  ///
  /// - Throws: Any error that `work` throws.
  func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = last.withLock { last in
      let before = last
      let task = Task.detached {
        await before?.value
        return await Result { try await work() }
      }
      last = Task.detached { _ = await task.value }
      return task
    }
    try await task.value.get()
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ work: () async throws -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
