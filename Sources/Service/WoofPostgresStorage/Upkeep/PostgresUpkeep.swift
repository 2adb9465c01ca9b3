// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL

/// Removes what has had its time, on one node at a time.
///
/// The node that has the lease does a round each minute; the others ask for the lease as often. One that stalls loses it to another,
/// and one that ends gives it up. Each node has a lease of its own besides, which says that it runs.
actor PostgresUpkeep {
  /// The result of a round.
  struct Round: Hashable, Sendable {
    /// The number of the lease; `nil` where another node has it.
    var fence: Int64?
    /// The number of rows that were removed, or changed to be, by the names of steps.
    var counts: [String: Int] = [:]
    /// `false` if there is more to do at once.
    var isComplete = true
    /// The number of steps that failed.
    var failureCount = 0
  }

  /// The most transactions of a step in a round.
  private static let batchLimit = 40
  /// The most transactions of a walk in a round; it goes on in the next one.
  private static let walkLimit = 20
  /// The longest that a transaction waits for the lock of the change log.
  private static let lockTimeout = Duration.seconds(8)
  /// The longest wait for the database of a node that ends.
  private static let leavingLimit = Duration.seconds(1)
  /// The pause before a round that is needed at once.
  private static let shortPause = Duration.seconds(1)

  private let pool: PostgreSQLPool
  private let lease: PostgresLease
  private let presence: PostgresLease
  private let steps: [UpkeepStep]
  private let configuration: PostgresUpkeepConfiguration
  /// The places that walks have come to, by the names of steps.
  private var places: [String: String] = [:]

  init(_ pool: PostgreSQLPool, node: [UInt8], _ configuration: PostgresUpkeepConfiguration) {
    self.pool = pool
    self.configuration = configuration
    lease = PostgresLease(name: "upkeep", holder: node, duration: configuration.leaseDuration)
    presence = PostgresLease(
      name: "node " + node.map { String($0, radix: 16) }.joined(separator: "."), holder: node,
      duration: configuration.leaseDuration)
    steps = UpkeepStep.all(
      responseLimit: configuration.responseLimitPerAccount, editLimit: configuration.editLimitPerAccount)
  }

  /// Does rounds until the task is cancelled.
  func run() async {
    var rest = configuration.interval
    while !Task.isCancelled {
      _ = try? await pool.run(.writing([presence.acquisition]), retryingAs: true)
      do {
        try await configuration.pause(rest)
      } catch {
        return
      }
      let round = try? await doRound()
      rest = round?.isComplete == false ? Self.shortPause : configuration.interval
    }
  }

  /// Gives up what this node has, as it ends. Where the database does not respond, that has to run out.
  func leave() async {
    let statements = [lease, presence].map(\.surrender)
    _ = try? await pool.run(.writing(statements), deadline: Self.leavingLimit)
  }

  /// Does a round, if this node has the lease or takes it. A step that fails is tried again in the next round.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError`` where the lease cannot be asked for.
  func doRound() async throws -> Round {
    var round = Round()
    let rows = try await pool.run(.writing([lease.acquisition]), retryingAs: true).first
    round.fence = try rows?.first { (row) throws(PostgreSQLError) in try row.integer() }
    guard let fence = round.fence else { return round }
    for step in steps {
      do {
        guard try await perform(step, fence, &round) else { return round }
      } catch {
        round.failureCount += 1
      }
    }
    return round
  }

  /// Does a step until nothing is left of it, or for as long as it may take.
  ///
  /// - Returns: `false` where another node has taken the lease.
  private func perform(_ step: UpkeepStep, _ fence: Int64, _ round: inout Round) async throws -> Bool {
    let isWalk = if case .walk = step.extent { true } else { false }
    for _ in 0..<(isWalk ? Self.walkLimit : Self.batchLimit) {
      guard let batch = try await transact(step, fence) else { return false }
      if batch.count > 0 { round.counts[step.name, default: 0] += batch.count }
      guard batch.hasMore else { return true }
    }
    if !isWalk { round.isComplete = false }
    return true
  }

  private func transact(_ step: UpkeepStep, _ fence: Int64) async throws -> (count: Int, hasMore: Bool)? {
    var values = lease.values(fence)
    if case .walk(let start) = step.extent { values.append(.text(places[step.name] ?? start)) }
    let statements = [lease.renewal(fence), PostgreSQLStatement(step.statement, values)]
    let batch = PostgreSQLBatch(statements, effect: .writes, lockTimeout: Self.lockTimeout)
    let answers = try await pool.run(batch, retryingAs: true)
    guard answers.first?.affectedCount == 1, let answer = answers.last else { return nil }
    switch step.extent {
    case .first(let limit): return (answer.affectedCount, answer.affectedCount >= limit)
    case .walk:
      let end = try answer.first { (row) throws(PostgreSQLError) in (try row.count(), try row.optionalText()) }
      let (count, place) = end ?? (0, nil)
      // The same place again where something was removed, of which there may be more.
      if count == 0 { places[step.name] = place }
      return (count, place != nil)
    }
  }
}
