// SPDX-License-Identifier: Apache-2.0

package import WoofCore
internal import WoofCryptography
internal import WoofModel
package import WoofPostgreSQL

/// Keeps records in PostgreSQL, which any number of nodes share.
///
/// What it reads goes over a small pool. What has a number in the change log is written by one writer over a connection of its
/// own, in batches. Which protocols it conforms to is said in extensions, one for each.
package final class PostgresStore: Sendable {
  let pool: PostgreSQLPool
  let writer: OrderedWriter
  let follower: ChangeFollower
  let accounts: CredentialGeneration
  /// Tells the change log of this installation from any other.
  package let epoch: UInt64
  /// The time for which photos can be restored that are deleted.
  package let deletionGrace: Duration
  let deletions: AccountDeletion
  let departures: SharingDeparture
  let lastCounts = CountsMemory()
  /// Tells this node from all others.
  let node: [UInt8]
  let upkeep: PostgresUpkeep
  /// Tells the nodes of each other's failed sign-ins.
  package let signInFailures: any SignInFailureStore
  private let polling: Task<Void, Never>
  private let finishing: Task<Void, Never>?
  private let maintaining: Task<Void, Never>?

  /// Opens the store of a database, brings its schema up to date, and begins to follow what other nodes write.
  ///
  /// - Parameters:
  ///   - configuration: The bounds of the pool for reading.
  ///   - steadyTime: The time by which what is kept for a while is counted.
  ///   - deletionGrace: The time for which photos can be restored that are deleted, by the database's clock; 7 days by default.
  ///   - pollingInterval: The time between two looks at the change log; 20 ms by default.
  ///   - upkeep: The times and limits of upkeep; `nil` where this node is to leave it to others.
  ///   - finishesWork: `false` for a command that leaves it to nodes to end what others have begun.
  ///   - clock: Its monotonic time tells for how long the database has not responded; the system's by default.
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package init(
    _ settings: PostgreSQLSettings, configuration: PostgreSQLPoolConfiguration = PostgreSQLPoolConfiguration(),
    steadyTime: any TimeSource = SystemTimeSource(), deletionGrace: Duration = .seconds(7 * 86_400),
    pollingInterval: Duration = .milliseconds(20),
    upkeep: PostgresUpkeepConfiguration? = PostgresUpkeepConfiguration(), finishesWork: Bool = true,
    clock: any TimeSource = SystemTimeSource()
  ) async throws {
    let pool = try PostgreSQLPool(settings, configuration)
    self.pool = pool
    var ownConfiguration = configuration
    (ownConfiguration.size, ownConfiguration.depthLimit) = (1, 1)
    let writing = try PostgreSQLPool(settings, ownConfiguration)
    do {
      try await pool.migrate(by: PostgresSchema.migrations)
      epoch = try await PostgresInstallation.epoch(in: pool)
      follower = ChangeFollower(
        pool, startingAt: try await ChangeFollower.newestSequence(in: pool), clock: clock)
      accounts = CredentialGeneration(try await CredentialGeneration.read(in: pool))
    } catch {
      pool.close()
      writing.close()
      throw error
    }
    self.deletionGrace = deletionGrace
    let node = SystemRandomSource().bytes(16)
    self.node = node
    let maintenance = PostgresUpkeep(pool, node: node, upkeep ?? PostgresUpkeepConfiguration())
    self.upkeep = maintenance
    signInFailures = PostgresSignInFailures(pool, node: node)
    maintaining = upkeep.map { _ in Task { await maintenance.run() } }
    writer = OrderedWriter(writing, follower, steadyTime: steadyTime, deletionGrace: deletionGrace)
    let deletions = AccountDeletion(pool: pool, writer: writer)
    self.deletions = deletions
    let departures = SharingDeparture(pool: pool, writer: writer)
    self.departures = departures
    let (follower, accounts) = (follower, accounts)
    polling = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: pollingInterval)
        await follower.poll(accounts)
      }
    }
    finishing =
      !finishesWork
      ? nil
      : Task {
        while !Task.isCancelled {
          try? await deletions.finishAll()
          try? await departures.finishAll()
          try? await Task.sleep(for: AccountDeletion.pause)
        }
      }
  }

  /// Ends all work and all connections, and lets other nodes know.
  package func end() async {
    if let maintaining {
      maintaining.cancel()
      await upkeep.leave()
    }
    close()
  }

  /// Ends all work and all connections at once.
  package func close() {
    polling.cancel()
    finishing?.cancel()
    maintaining?.cancel()
    writer.close()
    pool.close()
  }

  /// Reads rows, again where that fails for a reason that may go away.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  func read<Value>(
    _ statement: PostgreSQLStatement, _ body: (PostgreSQLRows) throws(PostgreSQLError) -> Value
  ) async throws -> Value {
    try await naming { try body(try await pool.read(statement)) }
  }

  /// Runs a transaction that does no harm twice, again where it fails for a reason that may go away, and reads the rows of its
  /// last statement.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `internal` or `insufficient-storage`.
  func write<Value>(
    _ statements: [PostgreSQLStatement], _ body: (PostgreSQLRows) throws(PostgreSQLError) -> Value
  ) async throws -> Value {
    try await naming {
      let answers = try await pool.run(.writing(statements), retryingAs: true)
      guard let last = answers.last else { throw PostgreSQLError(.unsupportedServer, "a statement gave no answer") }
      return try body(last)
    }
  }

  /// Gives an error of the database the name by which clients know it.
  func naming<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  /// Does a write that does no harm twice.
  ///
  /// - Returns: The number of rows that it changed.
  /// - Throws: As ``write(_:_:)``.
  @discardableResult
  func write(_ statement: PostgreSQLStatement) async throws -> Int { try await write([statement]) { $0.affectedCount } }
}
