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
  private let clock: any TimeSource
  private nonisolated let lastContact: Atomic<Int64>
  private nonisolated let closed = Atomic(false)
  /// The number up to which observers have been told of albums and links.
  private var sharingSequence: Int64 = 0

  /// - Parameter clock: Its monotonic time tells when the database has responded last.
  init(_ pool: PostgreSQLPool, startingAt sequence: Int64, clock: any TimeSource) {
    self.pool = pool
    self.clock = clock
    latest = Atomic(sequence)
    lastContact = Atomic(clock.monotonicNanoseconds())
  }

  /// The time since the database has responded to a look at the log last.
  nonisolated var silence: Duration {
    .nanoseconds(max(0, clock.monotonicNanoseconds() - lastContact.load(ordering: .relaxed)))
  }

  /// `true` where nodes can write no more, as the records are moved into a data folder, or have been.
  nonisolated var isClosed: Bool { closed.load(ordering: .relaxed) }

  /// The number up to which observers have been told.
  nonisolated var latestSequence: Int64 { latest.load(ordering: .acquiring) }

  /// Tells an observer of every change from now on.
  nonisolated func add(_ observer: any ChangeObserver) { observers.withLock { $0.append(observer) } }

  /// The number of the newest change in the database; 0 where there is none.
  static func newestSequence(in pool: PostgreSQLPool) async throws -> Int64 {
    try await pool.read(PostgreSQLStatement("SELECT \(PostgresSchema.newestChange)"))
      .first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
  }

  /// Takes up what this node has committed; returns when observers have been told of it, and of all before it.
  ///
  /// - Parameters:
  ///   - records: The photos that changed, in the order of their numbers.
  ///   - sharing: The numbers of albums and links that changed, which come behind those of the photos; `nil` where none did.
  func committed(_ records: [PhotoRecord], sharing: ClosedRange<Int64>? = nil) async {
    guard let first = records.first?.sequence ?? sharing?.lowerBound,
      let last = sharing?.upperBound ?? records.last?.sequence
    else { return }
    let count = Int64(records.count) + (sharing.map { $0.upperBound - $0.lowerBound + 1 } ?? 0)
    // All numbers from here to there: one that is missing is another node's, and comes first.
    if first == latestSequence + 1, last - first + 1 == count {
      return tell(records, sharingThrough: sharing?.upperBound)
    }
    // It is durable whatever happens here; where the database cannot be read now, the next look finds it.
    try? await follow(to: last)
  }

  /// Looks once for what others have written.
  func poll(_ accounts: CredentialGeneration) async {
    let statement = PostgreSQLStatement(
      """
      SELECT \(PostgresSchema.newestChange), value, \(MoveMark.isClosed) FROM counter WHERE name = 'credential-generation'
      """)
    guard
      let rows = try? await pool.run(.reading(statement)).first,
      let found = try? rows.first(Self.numbers)
    else { return }
    lastContact.store(clock.monotonicNanoseconds(), ordering: .relaxed)
    closed.store(found.isClosed, ordering: .relaxed)
    accounts.advance(to: found.generation)
    if found.sequence > latestSequence { try? await follow(to: found.sequence) }
  }

  /// Reads the log up to a number.
  func follow(to sequence: Int64) async throws {
    while latestSequence < sequence {
      let start = latestSequence
      // The first statement sees no more than the second: what it tells of albums and links comes behind photos that that sees.
      let answers = try await pool.run(
        PostgreSQLBatch([Self.sharingNumber, Self.photos(after: start)], effect: .reads), retryingAs: true)
      // Somebody else may have told of it while this waited.
      guard start == latestSequence, let first = answers.first, let last = answers.last else { continue }
      let sharing = try first.first { (row) throws(PostgreSQLError) in try row.integer() } ?? 0
      let records = try PhotoRow.all(in: last).map(\.record)
      // Behind a full page there may be photos before what has become of albums and links.
      let end = records.count < Int(Self.pageLimit) ? Int64.max : records.last?.sequence ?? .max
      let isNews = sharing > max(start, sharingSequence) && sharing <= end
      guard !records.isEmpty || isNews else { return }
      tell(records, sharingThrough: isNews ? sharing : nil)
    }
  }

  /// Tells of photos, and at its place among them that albums or links have changed up to a number.
  private func tell(_ records: [PhotoRecord], sharingThrough sharing: Int64?) {
    let observers = observers.withLock { $0 }
    let split = sharing.map { end in records.firstIndex { $0.sequence > end } ?? records.count } ?? 0
    for (part, end) in [(records[..<split], sharing), (records[split...], nil)] {
      guard let newest = [part.last?.sequence, end].compactMap(\.self).max() else { continue }
      // The number first, so that who is told of a change and looks for it finds it.
      latest.store(newest, ordering: .releasing)
      if !part.isEmpty { for observer in observers { observer.committed(Array(part)) } }
      guard let end else { continue }
      sharingSequence = max(sharingSequence, end)
      for observer in observers { observer.advanced(to: end) }
    }
  }

  private static let sharingNumber = PostgreSQLStatement("SELECT value FROM counter WHERE name = 'sharing-sequence'")

  private static func photos(after sequence: Int64) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT * FROM photo_record WHERE sequence > $1 ORDER BY sequence LIMIT $2", .integer(sequence),
      .integer(pageLimit))
  }

  private static func numbers(
    _ row: inout PostgreSQLRow
  ) throws(PostgreSQLError) -> (sequence: Int64, generation: Int64, isClosed: Bool) {
    (try row.integer(), try row.integer(), try row.boolean())
  }
}
