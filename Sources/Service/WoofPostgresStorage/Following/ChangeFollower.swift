// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// Follows the change log, whoever writes it, and tells this node's observers of it in its order.
///
/// Numbers are given under one lock that is held until they can be read, so that whoever has read up to a number has missed
/// nothing before it. What this node has written itself is told without reading it again, where nothing of others lies between.
actor ChangeFollower {
  private static let pageLimit: Int64 = 500
  private let pool: PostgreSQLPool
  private nonisolated let latest: Atomic<Int64>
  private nonisolated let observers = Mutex<[any ChangeObserver]>([])

  init(_ pool: PostgreSQLPool, startingAt sequence: Int64) {
    self.pool = pool
    latest = Atomic(sequence)
  }

  /// The number up to which observers have been told.
  nonisolated var latestSequence: Int64 { latest.load(ordering: .acquiring) }

  /// Tells an observer of every change from now on.
  nonisolated func add(_ observer: any ChangeObserver) { observers.withLock { $0.append(observer) } }

  /// The number of the newest change in the database; 0 where there is none.
  static func newestSequence(in pool: PostgreSQLPool) async throws -> Int64 {
    try await pool.read(PostgreSQLStatement("SELECT coalesce(max(sequence), 0) FROM photo"))
      .first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
  }

  /// Takes up what this node has committed; returns when observers have been told of it, and of all before it.
  ///
  /// - Parameter records: The photos that changed, in the order of their numbers.
  func committed(_ records: [PhotoRecord]) async {
    guard let first = records.first, let last = records.last else { return }
    if first.sequence == latestSequence + 1 { return tell(records) }
    // It is durable whatever happens here; where the database cannot be read now, the next look finds it.
    try? await follow(to: last.sequence)
  }

  /// Looks once for what others have written.
  func poll(_ accounts: CredentialGeneration) async {
    let statement = PostgreSQLStatement(
      "SELECT coalesce((SELECT max(sequence) FROM photo), 0), value FROM counter WHERE name = 'credential-generation'")
    guard
      let rows = try? await pool.run(.reading(statement)).first,
      let found = try? rows.first(Self.numbers)
    else { return }
    accounts.advance(to: found.generation)
    if found.sequence > latestSequence { try? await follow(to: found.sequence) }
  }

  /// Reads the log up to a number.
  func follow(to sequence: Int64) async throws {
    while latestSequence < sequence {
      let start = latestSequence
      let rows = try await pool.read(
        PostgreSQLStatement(
          "SELECT * FROM photo_record WHERE sequence > $1 ORDER BY sequence LIMIT $2", .integer(start),
          .integer(Self.pageLimit)))
      // Somebody else may have told of it while this waited.
      guard start == latestSequence else { continue }
      let records = try PhotoRow.all(in: rows).map(\.record)
      guard !records.isEmpty else { return }
      tell(records)
    }
  }

  private func tell(_ records: [PhotoRecord]) {
    guard let last = records.last else { return }
    // The number first, so that who is told of a change and looks for it finds it.
    latest.store(last.sequence, ordering: .releasing)
    for observer in observers.withLock({ $0 }) { observer.committed(records) }
  }

  private static func numbers(
    _ row: inout PostgreSQLRow
  ) throws(PostgreSQLError) -> (sequence: Int64, generation: Int64) {
    (try row.integer(), try row.integer())
  }
}
