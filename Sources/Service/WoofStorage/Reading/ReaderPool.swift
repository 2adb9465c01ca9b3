// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofSystem
internal import WoofSQLite

/// Connections that read, as many as there are threads for them.
final class ReaderPool: Sendable {
  private let queue: WorkQueue
  private let readers: IdleReaders
  private let end: ThreadEnd

  /// Starts the threads.
  init(
    threadCount: Int, queueLimit: Int, path: String, settings: DatabaseSettings, state: PublishedState,
    on workplace: Workplace
  ) {
    let end = ThreadEnd()
    self.end = end
    queue = WorkQueue(threadCount: threadCount, limit: queueLimit, on: workplace)
    readers = IdleReaders((0..<threadCount).map { _ in Reader(path: path, settings: settings, state: state) })
    queue.start(named: "woof-reader") { end.signal() }
  }

  deinit { queue.close() }

  /// The number of calls that wait.
  var queueDepth: Int { queue.count }

  /// Reads from one snapshot of everything that was acknowledged before the call. The clients of the tasks that call take
  /// turns.
  ///
  /// - Parameters:
  ///   - cost: The work that it is, in units of a look-up.
  ///   - freezes: `true` to read the pending favourites as they are at the beginning, whatever is added meanwhile; to copy
  ///     them takes the writer a millisecond.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where too much waits already, or `internal`.
  func read<Result: Sendable>(
    cost: ReadCost = .lookUp, freezing freezes: Bool = false, _ body: @escaping @Sendable (Snapshot) throws -> Result
  ) async throws -> Result {
    try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Result, any Error>) in
      let isQueued = queue.append(cost: cost.units) { [readers] in
        continuation.resume(
          with: Swift.Result { try readers.read(freezing: freezes, body) }.mapError { WoofError(storage: $0) })
      }
      if !isQueued { continuation.resume(throwing: WoofError.tooManyWaiting) }
    }
  }

  /// Finishes what has queued, and closes the connections.
  func close() async {
    queue.close()
    await end.wait()
    readers.close()
  }
}

/// The connections that nobody reads by at present. A thread takes one for each call, the last that was in use first, so
/// that its pages are likely to be in the processor's cache.
private final class IdleReaders: Sendable {
  private let readers: Mutex<[Reader]>

  init(_ readers: [Reader]) { self.readers = Mutex(readers) }

  /// Reads from one snapshot.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where there is no connection, as there are as many as
  ///   threads; what ``Reader/read(freezing:_:)`` throws.
  func read<Result>(freezing freezes: Bool, _ body: (Snapshot) throws -> Result) throws -> Result {
    guard let reader = readers.withLock({ $0.popLast() }) else { throw WoofError.tooManyWaiting }
    defer { readers.withLock { $0.append(reader) } }
    return try reader.read(freezing: freezes, body)
  }

  /// Closes the connections.
  func close() { readers.withLock { $0.removeAll() } }
}

/// The work that a call makes for a reader, measured by how long other calls wait for it.
struct ReadCost: Hashable, Sendable {
  /// The number of look-ups that take as long as the call; at least 1.
  let units: Int

  /// One row, or a few.
  static let lookUp = ReadCost(units: 1)

  /// A page: about eight of its rows take as long as a look-up.
  static func page(_ rowCount: Int) -> ReadCost { ReadCost(units: 1 + rowCount / 8) }
}

/// One connection that reads, opened by its first call.
final class Reader: @unchecked Sendable {  // one call has it at a time (``ReaderPool``)
  private let path: String
  private let settings: DatabaseSettings
  private let state: PublishedState
  private var database: Database?
  private let memory = ReaderMemory()

  init(path: String, settings: DatabaseSettings, state: PublishedState) {
    self.path = path
    self.settings = settings
    self.state = state
  }

  /// Reads from one snapshot.
  ///
  /// - Throws: ``SQLiteError``, and what `body` throws.
  func read<Result>(freezing freezes: Bool = false, _ body: (Snapshot) throws -> Result) throws -> Result {
    do {
      return try readSnapshot(freezing: freezes, body)
    } catch {
      state.note(error)
      throw error
    }
  }

  private func readSnapshot<Result>(freezing freezes: Bool, _ body: (Snapshot) throws -> Result) throws -> Result {
    let database = try open()
    // What is pending is taken before the snapshot begins: whatever was folded in between is in the tables then, and
    // whatever was not is still in what was taken.
    var (pending, sequence) = state.current
    if freezes { pending = pending.frozen() }
    try database[.beginReading].run()
    defer { database.rollBack() }
    return try body(try Snapshot(database: database, pending: pending, sequence: sequence, memory: memory))
  }

  private func open() throws(SQLiteError) -> Database {
    if let database { return database }
    let database = try Database(path: path, settings: settings)
    try database.addMatchScore()
    self.database = database
    return database
  }
}
