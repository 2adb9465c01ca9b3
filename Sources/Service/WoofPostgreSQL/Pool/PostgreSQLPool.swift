// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A small number of connections to one database, which a node shares for all that it asks.
///
/// Connections are made when they are needed, lost ones are made anew after pauses that grow, and none is ever lent: a batch is
/// whole in itself. May be used from any thread.
package final class PostgreSQLPool: Sendable {
  private let core: PostgreSQLPoolCore

  /// Makes a pool, without a connection yet.
  ///
  /// - Parameter random: Gives numbers from 0 up to 1, for pauses.
  /// - Throws: ``PostgreSQLError`` with the code `unreachable` where the process has no descriptor or thread left.
  package init(
    _ settings: PostgreSQLSettings, _ configuration: PostgreSQLPoolConfiguration = PostgreSQLPoolConfiguration(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) throws(PostgreSQLError) {
    do {
      core = try PostgreSQLPoolCore(settings, configuration, random)
    } catch {
      throw PostgreSQLError(.unreachable, "the system has no thread or descriptor left: \(error)")
    }
  }

  deinit { core.close() }

  /// Sends a batch, and waits for its answer.
  ///
  /// - Parameter deadline: The longest wait; the configuration's by default, and `nil` for none.
  /// - Returns: The rows of each statement.
  /// - Throws: ``PostgreSQLError``; `CancellationError` where the task is cancelled before anything that writes was sent.
  package func run(_ batch: PostgreSQLBatch, deadline: Duration?) async throws -> [PostgreSQLRows] {
    let now = KernelClock.monotonic.nanoseconds
    let call = PostgreSQLCall(batch, deadline: deadline.map { now + $0.wholeNanoseconds })
    core.submit(call, at: now)
    return try await call.outcome()
  }

  /// Sends a batch, and waits for its answer for as long as the configuration says.
  ///
  /// - Throws: As ``run(_:deadline:)``.
  package func run(_ batch: PostgreSQLBatch) async throws -> [PostgreSQLRows] {
    try await run(batch, deadline: core.configuration.deadline)
  }

  /// Sends a batch, and sends it again where it failed for a reason that may go away.
  ///
  /// - Parameter isIdempotent: `true` if doing it twice does no harm, as with what reads; then it is also sent again where the
  ///   outcome is unknown.
  /// - Throws: As ``run(_:deadline:)``; the error of the last attempt.
  package func run(_ batch: PostgreSQLBatch, retryingAs isIdempotent: Bool) async throws -> [PostgreSQLRows] {
    let start = KernelClock.monotonic.nanoseconds
    var attempts = 0
    while true {
      do {
        return try await run(batch)
      } catch let error as PostgreSQLError {
        attempts += 1
        let elapsed = Duration.nanoseconds(KernelClock.monotonic.nanoseconds - start)
        guard
          let pause = core.configuration.retry.pause(
            after: error, attempts: attempts, elapsed: elapsed, isIdempotent: isIdempotent, random: core.random())
        else { throw error }
        try await Task.sleep(for: pause)
      }
    }
  }

  /// Reads, again where that fails for a reason that may go away.
  ///
  /// - Throws: As ``run(_:deadline:)``.
  package func read(_ statement: PostgreSQLStatement) async throws -> PostgreSQLRows {
    let rows = try await run(.reading(statement), retryingAs: true)
    guard let first = rows.first else { throw PostgreSQLError(.unsupportedServer, "a statement gave no answer") }
    return first
  }

  /// The state of the pool.
  package var statistics: PostgreSQLPoolStatistics { core.statistics }

  /// Ends all connections. Calls under way fail, and those after that do.
  package func close() { core.close() }
}
