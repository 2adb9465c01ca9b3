// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The one writer of a node, whose batches have numbers in the change log.
///
/// It takes what has gathered during the last commit, reads the photos that this is about, lets each operation decide, and
/// carries all decisions out in one pipeline, each if its photo is still what was decided on. No lock is held while anything
/// goes over the network but that pipeline, so that a node that stalls keeps nobody from writing.
actor OrderedWriter {
  /// The most operations of a batch.
  private static let batchLimit = 256
  /// The most photos that are remembered.
  private static let recentLimit = 16_384
  /// The most operations that wait; more are refused.
  private static let lineLimit = 10_000
  /// The number of times that an operation is decided anew before it is refused as the photo changes too fast.
  private static let attemptLimit = 50
  /// The longest that the server waits for a lock, and works on a statement: a node that does not answer is disconnected by
  /// then.
  private static let lockTimeout = Duration.seconds(8)

  private nonisolated let pool: PostgreSQLPool
  private let follower: ChangeFollower
  private let steadyTime: any TimeSource
  private let deletionGrace: Duration
  private var line = WriteLine<WriteOperation>()
  /// Photos as this node has written them last, for deciding on favourites: a decision is held to what it saw, so that one on
  /// a photo that another node has edited meanwhile is missed, and made anew on what is read then.
  private var recent = RecentlyUsed<PhotoID, PhotoRow>(capacity: OrderedWriter.recentLimit)
  private var isRunning = false
  /// `true` if more photos wait for the titles of their albums than a batch gives them by the way.
  private var leavesTitles = false
  private var isRenewingTitles = false

  init(_ pool: PostgreSQLPool, _ follower: ChangeFollower, steadyTime: any TimeSource, deletionGrace: Duration) {
    self.pool = pool
    self.follower = follower
    self.steadyTime = steadyTime
    self.deletionGrace = deletionGrace
  }

  /// Ends the connection; what waits fails.
  nonisolated func close() { pool.close() }

  /// Does an operation, and returns when it is durable and observers have been told.
  ///
  /// - Throws: What the operation's own decision throws; ``WoofModel/WoofError``.
  func perform(_ work: WriteOperation.Work) async throws -> WriteOperation.Answer {
    guard line.count < Self.lineLimit else {
      throw WoofError(.unavailable, "The service is overloaded; try again.", retryAfter: 1)
    }
    return try await withCheckedThrowingContinuation { continuation in
      line.append(WriteOperation(work, continuation))
      guard !isRunning else { return }
      isRunning = true
      Task { await run() }
    }
  }

  private func run() async {
    while !line.isEmpty { await execute(line.takeBatch(limit: Self.batchLimit, key: \.key)) }
    isRunning = false
  }

  private func execute(_ operations: [WriteOperation]) async {
    var batch: WriteBatch?
    do {
      let (rows, remembered) = try await rows(for: operations)
      var decided = WriteBatch(operations, seeing: rows, remembered: remembered)
      batch = decided
      var records: [PhotoRecord] = []
      if !decided.isEmpty {
        let transaction = PostgreSQLBatch(
          decided.statements(at: steadyTime.now(), deletionGrace: deletionGrace), effect: .writes,
          lockTimeout: Self.lockTimeout)
        let written = try decided.take(try await pool.run(transaction))
        remember(written)
        records = written.map(\.record)
      }
      let latest = follower.latestSequence
      await follower.committed(records.filter { $0.sequence > latest }, sharing: decided.sharing)
      leavesTitles = decided.leavesTitles ?? leavesTitles
      if leavesTitles { renewTitles() }
      await answer(decided)
    } catch {
      await recover(operations, batch, from: error)
    }
  }

  /// Gives the photos that wait for them the titles of their albums, some at a time, so that others write in between.
  func renewTitles() {
    guard !isRenewingTitles else { return }
    isRenewingTitles = true
    Task {
      repeat {
        // What fails is left to the next look at what waits.
        let answer = try? await perform(.sharing(SharingWrite(statements: [AlbumTitleSQL.part])))
        if answer == nil { leavesTitles = false }
      } while leavesTitles
      isRenewingTitles = false
    }
  }

  /// The photos that operations are about, read or remembered; and which of them are only remembered.
  private func rows(
    for operations: [WriteOperation]
  ) async throws -> (rows: [PhotoID: PhotoRow], remembered: Set<PhotoID>) {
    var (found, unread) = ([PhotoID: PhotoRow](), Set<PhotoID>())
    for operation in operations {
      guard let id = operation.photo else { continue }
      if case .favourite = operation.work, operation.attemptCount == 0, let row = recent[id] {
        found[id] = row
      } else {
        unread.insert(id)
      }
    }
    let remembered = Set(found.keys).subtracting(unread)
    guard !unread.isEmpty else { return (found, remembered) }
    for id in unread { found[id] = nil }
    for row in try PhotoRow.all(in: try await pool.read(PhotoRow.byIDs(Array(unread)))) { found[row.record.id] = row }
    return (found, remembered)
  }

  private func remember(_ rows: [PhotoRow]) {
    for row in rows { recent.insert(row, for: row.record.id) }
  }

  private func answer(_ batch: WriteBatch) async {
    var missed: [WriteOperation] = []
    for (index, operation) in batch.operations.enumerated() {
      switch batch.outcomes[index] {
      case .answered(let answer): operation.finish(.success(answer))
      case .failed(let duplicate as DuplicatePhoto): await finish(operation, duplicate)
      case .failed(let error): operation.finish(.failure(error))
      case .missed, nil: await tryAgain(operation, among: &missed)
      }
    }
    line.putBack(missed)
  }

  /// Ends an addition of bytes that its owner has already.
  private func finish(_ operation: WriteOperation, _ duplicate: DuplicatePhoto) async {
    do {
      let id = duplicate.id.map { [$0] } ?? []
      let record = try PhotoRow.all(in: try await pool.read(PhotoRow.byIDs(id))).first?.record
      operation.finish(record.map { .success(.addition(.duplicate($0))) } ?? .failure(WoofError.noSuchPhoto))
    } catch {
      operation.finish(.failure(Self.error(error)))
    }
  }

  private func tryAgain(_ operation: WriteOperation, among missed: inout [WriteOperation]) async {
    var operation = operation
    operation.attemptCount += 1
    if case .edit(let photo, let edit, _) = operation.work, let reason = await refusal(of: edit, photo) {
      return operation.finish(.failure(reason))
    }
    guard operation.attemptCount < Self.attemptLimit else {
      return operation.finish(
        .failure(WoofError(.unavailable, "Too much is changing on this photo; try again.", retryAfter: 1)))
    }
    missed.append(operation)
  }

  /// The reason for which a photo cannot be given to the owner that an edit names; `nil` where it is none of that.
  private func refusal(of edit: PhotoEdit, _ photo: PhotoID) async -> WoofError? {
    guard let owner = edit.owner, let row = try? PhotoRow.all(in: try await pool.read(PhotoRow.byIDs([photo]))).first,
      owner.id != row.record.ownerID
    else { return nil }
    let statement = PostgreSQLStatement(
      """
      SELECT EXISTS (SELECT FROM account WHERE number = $1 AND deleted_at IS NULL),
        (SELECT photo.id FROM original JOIN photo ON photo.number = original.photo
          WHERE original.owner = $1 AND original.digest = $2)
      """, .integer(owner.id.rawValue), .bytes([UInt8](row.record.original.digest.bytes)))
    let found = try? await pool.read(statement).first { (row) throws(PostgreSQLError) in
      (isThere: try row.boolean(), twin: try row.optionalBytes())
    }
    guard let found else { return nil }
    guard found.isThere else { return WoofError.deletedAccount }
    guard let twin = found.twin.flatMap({ PhotoID(columnBytes: $0) }) else { return nil }
    return WoofError.sameBytes(as: twin, of: owner.name)
  }

  // MARK: What fails

  /// Goes on after an error of a batch: the operations one by one, so that one that cannot be done does not take others with
  /// it. What is not known to be done is found out by reading, which every operation does first.
  private func recover(_ operations: [WriteOperation], _ batch: WriteBatch?, from error: any Error) async {
    let code = (error as? PostgreSQLError)?.code
    let isUnknown = code == .outcomeUnknown
    let isHopeless = [.unreachable, .closed, .overloaded, .timedOut].contains(code)
    var left: [WriteOperation] = []
    for (index, operation) in operations.enumerated() {
      var operation = operation
      operation.attemptCount += operations.count == 1 ? 10 : 1
      if isUnknown {
        operation.isOutcomeUnknown = true
        operation.unknownEdit = batch?.edit(of: index) ?? operation.unknownEdit
      }
      if isHopeless || operation.attemptCount >= Self.attemptLimit || operations.count == 1 && !isWorthRepeating(error)
      {
        operation.finish(.failure(Self.error(error)))
      } else {
        left.append(operation)
      }
    }
    for operation in left { await execute([operation]) }
  }

  private func isWorthRepeating(_ error: any Error) -> Bool {
    guard let error = error as? PostgreSQLError else { return false }
    return error.isRetryable || error.code == .outcomeUnknown
  }

  private static func error(_ error: any Error) -> any Error {
    (error as? PostgreSQLError).map { WoofError($0) } ?? error
  }
}
