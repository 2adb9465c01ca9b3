// SPDX-License-Identifier: Apache-2.0

/// A race between a first try and a second one that begins when the first takes long. Whoever answers first wins, and the
/// other is cancelled.
enum HedgedRace {
  /// The end of a race that was won.
  struct Win<Answer: Sendable>: Sendable {
    let answer: Answer
    /// `true` if the second try has won.
    let isSecond: Bool
  }

  private enum Event<Answer: Sendable>: Sendable {
    case answered(Win<Answer>)
    case failed(any Error)
    case delayed
  }

  /// Runs a race.
  ///
  /// - Parameters:
  ///   - delay: Waits for the time after which there is a second try.
  ///   - begins: Returns `true` if the second try may begin.
  ///   - isFinal: Returns `true` for an error that another try would have as well.
  ///   - body: One try, which ends when its task is cancelled.
  /// - Throws: The error that is final, or that of the last try to fail.
  static func run<Answer: Sendable>(
    after delay: @escaping @Sendable () async throws -> Void, begins: () -> Bool,
    isFinal: (any Error) -> Bool, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Win<Answer> {
    try await withThrowingTaskGroup(of: Event<Answer>.self) { group in
      group.addTask { await attempt(isSecond: false, body) }
      group.addTask {
        do { try await delay() } catch { return .failed(error) }
        return .delayed
      }
      defer { group.cancelAll() }
      var running = 1
      while let event = try await group.next() {
        switch event {
        case .answered(let win): return win
        case .delayed:
          guard begins() else { continue }
          running += 1
          group.addTask { await attempt(isSecond: true, body) }
        case .failed(let error):
          running -= 1
          if running <= 0 || isFinal(error) { throw error }
        }
      }
      throw CancellationError()
    }
  }

  private static func attempt<Answer: Sendable>(
    isSecond: Bool, _ body: @Sendable () async throws -> Answer
  ) async -> Event<Answer> {
    do {
      return .answered(Win(answer: try await body(), isSecond: isSecond))
    } catch {
      return .failed(error)
    }
  }
}
