// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofSystem
internal import WoofSQLite

/// The limits and durations that the writer keeps to.
struct WriterSettings: Sendable {
  /// The maximum number of operations that may wait.
  var queueLimit: Int
  /// The number of pages from which the write-ahead log is copied into the database.
  var logPageLimit: Int
  /// `true` if favourites are folded, which requires that this process holds the data folder's lock.
  var folds: Bool
  /// The time for which deleted photos can be restored.
  var deletionGrace: Duration
  /// The maximum number of idempotency keys of one account.
  var responseLimitPerAccount: Int
  /// The maximum number of numbers of edits that are kept of one account.
  var editLimitPerAccount: Int
}

/// The one connection that writes, on a thread of its own: it takes whatever has queued, runs it in one transaction, and
/// answers when that is durable.
///
/// An operation that fails by itself leaves no trace. A call to SQLite that fails takes the whole transaction with it,
/// in memory too.
final class Writer: Sendable {
  let port: WriterPort

  /// Starts the thread.
  ///
  /// - Parameter database: The connection, with the schema up to date.
  /// - Throws: ``SQLiteError`` where the database does not say how it stands.
  init(
    database: sending Database, settings: WriterSettings, maintenance: any MaintenanceDuties, reserve: DiskReserve,
    time: any TimeSource, steadyTime: SteadyTime, on workplace: Workplace = .threads
  ) throws(SQLiteError) {
    let contents = try FavouriteFold(database: database).pendingInJournal()
    let generation = try Self.number(.foldGeneration, in: database)
    let order = try ArrivalOrder(in: database, pending: contents)
    let pending = PendingFavourites(generation: generation, contents: contents)
    let sequence = try Self.number(.newestSequence, in: database)
    let port = WriterPort(
      queue: WriteQueue(limit: settings.queueLimit, turns: workplace.makeTurns()),
      state: PublishedState(pending: pending, sequence: sequence),
      credentialGeneration: UInt64(max(try Self.number(.credentialGeneration, in: database), 0)),
      maintenance: maintenance, reserve: reserve)
    self.port = port
    let deleted = try database[.deletedAccounts].all { (columns) throws(SQLiteError) in
      try columns.next(AccountID.self)
    }
    let transaction = WriteTransaction(
      database: database,
      deletion: PhotoDeletion(grace: settings.deletionGrace, time: time, steadyTime: steadyTime),
      deletedAccounts: DeletedAccounts(Set(deleted)),
      idempotencyKeys: IdempotencyKeys(in: database, limitPerAccount: settings.responseLimitPerAccount),
      edits: FavouriteEdits(in: database, limitPerAccount: settings.editLimitPerAccount),
      favourites: FavouriteChanges(over: pending, in: database), sequence: sequence, order: order)
    Self.start(WriterLoop(transaction: transaction, port: port, settings: settings, time: time), port)
  }

  private static func start(_ loop: sending WriterLoop, _ port: WriterPort) {
    let loop = Mutex<WriterLoop?>(loop)
    guard let turns = port.queue.turns else {
      return SystemThread.start(named: "woof-writer") {
        loop.withLock { $0.take() }?.run()
        port.end.signal()
      }
    }
    turns.begin {
      let rest = loop.withLock { $0?.takeTurn() ?? .over }
      guard case .over = rest else { return rest }
      loop.withLock { $0 = nil }
      port.end.signal()
      return rest
    }
  }

  /// `true` if the writer has a thread of its own.
  var hasThread: Bool { port.queue.turns == nil }

  /// Does at once what waits, where the writer has no thread that does it.
  func catchUp() { port.queue.turns?.takeTurn() }

  deinit { port.queue.close() }

  /// Sets or unsets a favourite.
  func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp, edit: EditStamp?,
    if condition: PhotoCondition
  ) async throws -> FavouriteState {
    try await withUnsafeThrowingContinuation { continuation in
      let write = FavouriteWrite(
        isFavourite: isFavourite, photo: photo, account: account, time: time, edit: edit, condition: condition,
        continuation: continuation)
      if !port.queue.append(.favourite(write)) { continuation.resume(throwing: WoofError.tooManyWaiting) }
    }
  }

  /// Does any other work in a transaction.
  ///
  /// - Parameter mayUseReserve: `true` if the work administers or makes room, so that the disk's reserve may be used
  ///   for it.
  /// - Throws: Any error that the work throws; ``WoofModel/WoofError`` where the transaction failed or too much waits.
  func write<Result: Sendable>(
    mayUseReserve: Bool = false, _ work: @escaping @Sendable (inout WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { continuation in
      enqueue(mayUseReserve: mayUseReserve, work) { continuation.resume(with: $0) }
    }
  }

  /// Does work in a transaction, and hands the result to `completion`, on whatever thread.
  func enqueue<Result: Sendable>(
    mayUseReserve: Bool = false, _ work: @escaping @Sendable (inout WriteTransaction) throws -> Result,
    completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) {
    guard !port.queue.append(.other(Write(mayUseReserve: mayUseReserve, work, completion: completion))) else { return }
    completion(.failure(WoofError.tooManyWaiting))
  }

  /// Finishes what has queued, folds what is pending, and closes the connection.
  func close() async {
    port.queue.close()
    await port.end.wait()
    port.forgetObservers()
  }

  private static func number(_ sql: SQL, in database: Database) throws(SQLiteError) -> Int64 {
    try database[sql].first { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }
}

extension WoofError {
  static var tooManyWaiting: WoofError {
    WoofError(.unavailable, "The service is overloaded or about to stop; try again.", retryAfter: 1)
  }
}

extension SQL {
  fileprivate static let deletedAccounts = SQL("SELECT number FROM account WHERE deleted_at IS NOT NULL")
  /// The position of the newest change that the tables have.
  static let newestSequence = SQL("SELECT sequence FROM newest_change")
}
