// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// A batch of operations: what each decides on the records that were read, the one pipeline that carries that out, and what the
/// answers of the server mean. A value, which is tested without a server as far as it decides.
struct WriteBatch: Sendable {
  /// The outcome of an operation.
  enum Outcome: Sendable {
    case answered(WriteOperation.Answer)
    case failed(any Error)
    /// The photo was no longer what it was decided on: it is decided anew.
    case missed
  }

  /// The lock under which numbers of the change log are given: "woofnumb" in ASCII.
  static let lock: Int64 = 0x776F_6F66_6E75_6D62

  /// A statement of its own for one operation.
  private enum Step: Sendable {
    case favourite(Int)
    case edit(EditStatement)
    case addition(AdditionStatement)
    case restoration(RestorationStatement)
    case accountDeletion(AccountDeletionStatement)
    case derivation(DerivationStatement)
    case sharing(SharingWrite)
  }

  let operations: [WriteOperation]
  /// The outcomes, by the positions of the operations.
  private(set) var outcomes: [Int: Outcome] = [:]
  private var steps: [(operation: Int, step: Step)] = []
  private var favourites = FavouriteBatch()
  private var numbers: [Int64] = []
  /// The numbers that albums and links have got, once the answers are taken; `nil` where none has changed.
  private(set) var sharing: ClosedRange<Int64>?
  /// `true` if more photos wait for the titles of their albums than one transaction gives them, once the answers are taken; `nil`
  /// where that was not asked.
  private(set) var leavesTitles: Bool?

  /// Lets every operation decide on what was read.
  ///
  /// - Parameter remembered: The photos whose rows were not read for this batch: who refuses one of them sees it anew first.
  init(_ operations: [WriteOperation], seeing rows: [PhotoID: PhotoRow], remembered: Set<PhotoID> = []) {
    self.operations = operations
    for (index, operation) in operations.enumerated() {
      do {
        try decide(operation, at: index, seeing: operation.photo.flatMap { rows[$0] })
      } catch {
        let isOld = operation.photo.map(remembered.contains) ?? false
        outcomes[index] = isOld ? .missed : .failed(error)
      }
    }
  }

  /// `true` if nothing is to be written.
  var isEmpty: Bool { steps.isEmpty }

  private mutating func decide(_ operation: WriteOperation, at index: Int, seeing row: PhotoRow?) throws {
    switch operation.work {
    case .favourite(let write):
      let row = try Self.row(row, write.condition)
      steps.append((index, .favourite(favourites.count)))
      favourites.append(write, seen: SeenPhoto(row, write.condition))
      numbers.append(row.number)
    case .edit(_, let edit, let condition):
      if let unknown = operation.unknownEdit, let record = row?.record, unknown.isDone(in: record) {
        outcomes[index] = .answered(.record(record))
        return
      }
      let row = try Self.row(row, condition)
      guard let statement = EditStatement(edit, of: row, seen: SeenPhoto(row, condition)) else {
        outcomes[index] = .answered(.record(row.record))
        return
      }
      steps.append((index, .edit(statement)))
      numbers.append(row.number)
    case .addition(let draft, let claim):
      steps.append((index, .addition(AdditionStatement(draft: draft, claim: claim))))
    case .restoration(_, let owner):
      if let owner { _ = try PhotoAccess.owned(row?.record, by: owner) }
      guard let row else { throw WoofError.noSuchPhoto }
      guard row.record.isDeleted else {
        outcomes[index] = .answered(.record(row.record))
        return
      }
      steps.append((index, .restoration(RestorationStatement(row: row, restorer: owner?.id))))
      numbers.append(row.number)
    case .accountDeletion(let name):
      steps.append((index, .accountDeletion(AccountDeletionStatement(name: name))))
    case .derivatives(_, let derivatives, let outcome):
      decide(at: index, on: row) { DerivationStatement(keeping: derivatives, of: $0, outcome) }
    case .variantRemoval(_, let names):
      decide(at: index, on: row) { DerivationStatement(removing: names, of: $0) }
    case .sharing(let write):
      steps.append((index, .sharing(write)))
      numbers += write.photos
    }
  }

  private mutating func decide(
    at index: Int, on row: PhotoRow?, _ statement: (PhotoRow) -> DerivationStatement?
  ) {
    guard let row, !row.record.isDeleted else {
      outcomes[index] = .answered(.derived(nil))
      return
    }
    guard let statement = statement(row) else {
      outcomes[index] = .answered(.derived(row.record))
      return
    }
    steps.append((index, .derivation(statement)))
    numbers.append(row.number)
  }

  private static func row(_ row: PhotoRow?, _ condition: PhotoCondition) throws(WoofError) -> PhotoRow {
    try condition.check(row?.record)
    guard let row else { throw WoofError.noSuchPhoto }
    return row
  }

  // MARK: The pipeline

  /// The transaction: the rows in the order of their numbers, so that two nodes never wait for each other; the lock; what is
  /// written, between the statements that move the sums of views; and the photos as they are after it.
  ///
  /// - Parameters:
  ///   - time: The steady time.
  ///   - deletionGrace: The time for which photos can be restored that are deleted.
  func statements(at time: Timestamp, deletionGrace: Duration) -> [PostgreSQLStatement] {
    var statements: [PostgreSQLStatement] = []
    if !numbers.isEmpty {
      statements.append(
        PostgreSQLStatement(
          "SELECT number FROM photo WHERE number = ANY($1) ORDER BY number FOR NO KEY UPDATE", .integers(numbers)))
    }
    statements.append(PostgreSQLStatement("SELECT pg_advisory_xact_lock($1)", .integer(Self.lock)))
    // Behind that lock, for which nobody waits who holds a ticket; before the statements that use tickets, which must see what
    // has become of them.
    if !tickets.isEmpty { statements.append(UploadTicketSQL.lock(tickets)) }
    let photos = photos
    if !photos.isEmpty { statements.append(ViewSumSQL.noting(photos)) }
    statements += singleStatements(deletionGrace: deletionGrace)
    if !favourites.isEmpty { statements.append(favourites.statement(at: time)) }
    if mayChangeSharing { statements += [SharingNumbers.statement, AlbumTitleSQL.ending] }
    if !photos.isEmpty { statements.append(ViewSumSQL.moving(photos)) }
    statements.append(PhotoRow.byIDs(photos))
    return statements
  }

  private func singleStatements(deletionGrace: Duration) -> [PostgreSQLStatement] {
    steps.flatMap { _, step -> [PostgreSQLStatement] in
      switch step {
      case .favourite: []
      case .edit(let edit): [edit.statement(grace: deletionGrace)]
      case .addition(let addition): [addition.statement]
      case .restoration(let restoration): [restoration.statement]
      case .accountDeletion(let deletion): [deletion.statement]
      case .derivation(let derivation): [derivation.statement]
      case .sharing(let write): write.statements
      }
    }
  }

  /// `true` if albums or links may change, which get their numbers behind all photos.
  private var mayChangeSharing: Bool {
    steps.contains { _, step in
      switch step {
      case .favourite, .accountDeletion, .derivation: false
      case .edit(let edit): edit.changesAlbums
      case .addition(let addition): addition.draft.guest != nil
      case .restoration, .sharing: true
      }
    }
  }

  /// The tickets by which photos are to be added.
  private var tickets: [UploadTicketID] {
    steps.compactMap { if case .addition(let addition) = $0.step { addition.draft.ticket } else { nil } }
  }

  /// The photos that the batch may change.
  private var photos: [PhotoID] {
    steps.compactMap { index, step in
      if case .addition(let addition) = step { addition.draft.id } else { operations[index].photo }
    }
  }

  /// The statement of an edit, by which a record shows whether it was done.
  func edit(of index: Int) -> EditStatement? {
    for (operation, step) in steps where operation == index { if case .edit(let edit) = step { return edit } }
    return nil
  }

  // MARK: The answers

  /// Takes the answers to ``statements(at:deletionGrace:)``.
  ///
  /// - Returns: The photos as they are after the batch, in the order of their numbers.
  mutating func take(_ answers: [PostgreSQLRows]) throws(PostgreSQLError) -> [PhotoRow] {
    let movesSums = !photos.isEmpty
    var rest = answers[(1 + [!numbers.isEmpty, !tickets.isEmpty, movesSums].filter { $0 }.count)...]
    guard let last = rest.popLast(), !movesSums || rest.popLast() != nil else {
      throw PostgreSQLError(.unsupportedServer, "answers are missing")
    }
    let rows = try PhotoRow.all(in: last)
    var byID: [PhotoID: PhotoRecord] = [:]
    for row in rows { byID[row.record.id] = row.record }
    if mayChangeSharing {
      leavesTitles = try rest.popLast().map(AlbumTitleSQL.answer)
      sharing = try rest.popLast().flatMap(SharingNumbers.range)
    }
    let verdicts = favourites.isEmpty ? [:] : try rest.popLast().map(FavouriteBatch.verdicts) ?? [:]
    for (index, step) in steps {
      switch step {
      case .favourite(let place):
        outcomes[index] = Self.outcome(verdicts[place], operations[index].photo.flatMap { byID[$0] })
      case .edit:
        let count = try rest.popFirst()?.first { (row) throws(PostgreSQLError) in try row.integer() }
        let record = operations[index].photo.flatMap { byID[$0] }
        outcomes[index] = count == 1 ? record.map { .answered(.record($0)) } ?? .missed : .missed
      case .addition(let addition):
        let answer = try rest.popFirst().flatMap { (rows) throws(PostgreSQLError) in try AdditionStatement.answer(rows)
        }
        outcomes[index] = Self.outcome(answer, of: addition, byID[addition.draft.id], operations[index])
      case .restoration(let restoration):
        outcomes[index] = try restoration.outcome(rest.popFirst(), operations[index].photo.flatMap { byID[$0] })
      case .derivation(let derivation):
        outcomes[index] = try derivation.outcome(rest.popFirst(), operations[index].photo.flatMap { byID[$0] })
      case .accountDeletion(let deletion):
        outcomes[index] = try deletion.outcome(
          rest.popFirst(), isOutcomeUnknown: operations[index].isOutcomeUnknown)
      case .sharing(let write):
        let rows = Array(rest.prefix(write.statements.count))
        rest = rest.dropFirst(write.statements.count)
        outcomes[index] = .answered(.sharing(rows, isOutcomeUnknown: operations[index].isOutcomeUnknown))
      }
    }
    return rows.sorted { $0.record.sequence < $1.record.sequence }
  }

  private static func outcome(
    _ verdict: (verdict: FavouriteBatch.Verdict, isSet: Bool)?, _ record: PhotoRecord?
  ) -> Outcome {
    guard let verdict, let record else { return .missed }
    return switch verdict.verdict {
    case .taken, .late: .answered(.state(FavouriteState(photo: record, isFavourite: verdict.isSet)))
    case .missed: .missed
    case .deleted: .failed(WoofError.deletedAccount)
    }
  }

  private static func outcome(
    _ answer: AdditionStatement.Answer?, of addition: AdditionStatement, _ record: PhotoRecord?,
    _ operation: WriteOperation
  ) -> Outcome {
    guard let answer else { return .failed(WoofError.deletedAccount) }
    switch answer.verdict {
    case .new: return record.map { .answered(.addition(.added($0))) } ?? .missed
    case .twin:
      // An attempt that was thought lost has added it.
      if operation.isOutcomeUnknown, answer.twin == addition.draft.id, let record {
        return .answered(.addition(.added(record)))
      }
      return .failed(DuplicatePhoto(id: answer.twin))
    case .answered, .used:
      guard let response = answer.response else { return .missed }
      if operation.isOutcomeUnknown, response.photo == addition.draft.id, response.isNew, let record {
        return .answered(.addition(.added(record)))
      }
      return .answered(.addition(.replayed(response)))
    case .ticketless: return .failed(WoofError.noSuchTicket)
    case .reused: return .failed(WoofError.keyReused)
    case .disabled: return .failed(WoofError.disabledAccount)
    case .deleted: return .failed(WoofError.deletedAccount)
    case .taken: return .failed(WoofError.takenPhotoID)
    case .linkless: return .failed(WoofError.noSuchLink)
    case .closed: return .failed(WoofError.linkTakesNoPhotos)
    case .nameless: return .failed(WoofError.namelessGuest)
    case .crowded: return GuestAdditionSQL.refusal(of: addition.draft).map { .failed($0) } ?? .missed
    case .unstored: return .failed(UnsecuredBlobs())
    case .full:
      do {
        let quota = answer.quota.resolved(by: addition.draft.standardQuota)
        try quota.admit(byteCount: addition.draft.original.byteCount, to: answer.use)
        return .missed
      } catch {
        return .failed(error)
      }
    }
  }
}

/// The photo that an owner has with the bytes of another that was to be added; its record is still to be read.
struct DuplicatePhoto: Error {
  let id: PhotoID?
}
