// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: AlbumStore {
  /// The number of times that a change is decided anew before it is refused as the album changes too fast.
  private static let albumAttemptLimit = 50

  /// The number of the newest change that this node knows of, which every change of what albums show has: its own at once,
  /// others' within the polling interval.
  package var commitCount: Int64 { follower.latestSequence }

  /// Returns an album as a reader sees it, whoever may read it; `nil` for an id that never was, and for a deleted album.
  package func album(_ id: AlbumID, for reader: AccountID?) async throws -> AlbumRecord? {
    try await albumRows(AlbumSQL.byID(id, reader: reader)).first?.record
  }

  /// Returns a page of albums, the newest first.
  package func albums(_ query: AlbumQuery) async throws -> [AlbumRecord] {
    guard query.limit > 0 else { return [] }
    return try await albumRows(AlbumSQL.page(query)).map(\.record)
  }

  /// Returns a page of the photos of an album that a reader may read, in the order of the album; none where there is no
  /// such album.
  package func photos(_ query: AlbumPhotoQuery) async throws -> [AlbumPhoto] {
    guard query.limit > 0 else { return [] }
    return try await read(AlbumSQL.photos(query)) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        AlbumPhoto(record: try PhotoRow(&row).record, place: try row.integer(), guestName: try row.optionalText())
      }
    }
  }

  /// Returns `true` if a photo is in an album, and a reader may read it there.
  package func holds(_ photo: PhotoID, _ album: AlbumID, for reader: AccountID?) async throws -> Bool {
    try await read(AlbumSQL.holding(photo, album, reader: reader)) { $0.count > 0 }
  }

  /// Makes an album.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has too many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted or the id is taken.
  package func addAlbum(_ draft: AlbumDraft, countLimit: Int) async throws -> AlbumRecord {
    let statement = AlbumAdditionSQL.add(draft, countLimit: countLimit, mark: AlbumStatement.newMark)
    guard let rows = try await share([statement]).rows.first else { throw Self.misplacedAnswer }
    try AlbumAdditionSQL.check(rows, countLimit: countLimit)
    return AlbumRecord(
      id: draft.id, ownerID: draft.owner.id, ownerName: draft.owner.name, title: draft.title,
      visibility: draft.visibility, createdAt: draft.createdAt)
  }

  /// Changes an album where a condition on it holds. It is carried out if the album is still what that was decided on, and decided
  /// anew where it is not.
  ///
  /// - Throws: As ``WoofCore/AlbumCondition/check(_:in:)``; ``WoofModel/WoofError`` with the code `not-found`, `gone`,
  ///   `invalid-parameter` or `insufficient-storage`, and `unavailable` where the album changes too fast.
  package func changeAlbum(
    _ id: AlbumID, by change: AlbumChange, for reader: AccountID, if condition: AlbumCondition
  ) async throws -> AlbumRecord {
    for _ in 0..<Self.albumAttemptLimit {
      let seen = try await situation(of: id, change, reader)
      try condition.check(
        change,
        in: AlbumSituation(album: seen.row?.record, photo: seen.photo?.record, holdsPhoto: seen.holdsPhoto))
      guard let row = seen.row else { throw WoofError.noSuchAlbum }
      let album = SeenAlbum(
        number: row.number, revision: row.revision,
        version: condition.precondition.dependsOnVersion ? row.record.version : nil)
      let statement = AlbumStatement(album: album, mark: AlbumStatement.newMark)
      guard let statements = try statement.statements(of: change, in: seen) else { return row.record }
      guard let answer = try await share(statements).rows.last else { throw Self.misplacedAnswer }
      guard try Self.isDone(change, answer) else { continue }
      if change == .deletion { return row.record }
      // What the reader sees in it is counted, which nobody has to wait for who writes.
      guard let after = try await albumRows(AlbumSQL.byID(id, reader: reader)).first else {
        throw WoofError.noSuchAlbum
      }
      return after.record
    }
    throw WoofError(.unavailable, "Too much is changing in this album; try again.", retryAfter: 1)
  }

  /// `true` if an answer says that a change is made; `false` where it has to be decided anew.
  private static func isDone(_ change: AlbumChange, _ answer: PostgreSQLRows) throws -> Bool {
    let verdict: AlbumStatement.Verdict
    do throws(PostgreSQLError) {
      verdict = try AlbumStatement.verdict(in: answer)
    } catch {
      throw WoofError(error)
    }
    switch verdict {
    case .changed, .same, .done: return true
    case .missed: return false
    case .misplaced:
      let parameter = if case .edit = change { "cover" } else { "before" }
      throw WoofError.notInAlbum(parameter: parameter)
    case .unknown:
      guard case .contributor(let name, _) = change else { throw misplacedAnswer }
      throw WoofError.noAccount(name)
    }
  }

  /// The album, the photo and whether that is in it, on which a change is decided.
  private func situation(
    of id: AlbumID, _ change: AlbumChange, _ reader: AccountID
  ) async throws -> AlbumStatement.Situation {
    let statements =
      [AlbumSQL.situation(id, holding: change.photo, reader: reader)]
      + (change.photo.map { [PhotoRow.byIDs([$0])] } ?? [])
    return try await naming {
      let answers = try await pool.run(PostgreSQLBatch(statements, effect: .reads), retryingAs: true)
      let found = try answers.first?.first { (row) throws(PostgreSQLError) in
        (row: try AlbumRow(&row), holdsPhoto: try row.boolean())
      }
      let photo = answers.count > 1 ? try PhotoRow.all(in: answers[1]).first : nil
      return AlbumStatement.Situation(row: found?.row, photo: photo, holdsPhoto: found?.holdsPhoto ?? false)
    }
  }

  private func albumRows(_ statement: PostgreSQLStatement) async throws -> [AlbumRow] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try AlbumRow(&row) }
    }
  }

  /// Albums by their numbers, as a reader sees them.
  func albums(_ numbers: [Int64], for reader: ChangeReader) async throws -> [AlbumRow] {
    numbers.isEmpty ? [] : try await albumRows(AlbumSQL.byNumbers(numbers, reader: reader))
  }

  /// Carries out a change of albums or links, and gives it its numbers in the change log.
  ///
  /// - Returns: The rows of each statement, and whether an earlier attempt may have done it.
  func share(_ statements: [PostgreSQLStatement]) async throws -> (rows: [PostgreSQLRows], isOutcomeUnknown: Bool) {
    guard
      case .sharing(let rows, let isUnknown) = try await writer.perform(.sharing(SharingWrite(statements: statements)))
    else { throw Self.misplacedAnswer }
    return (rows, isUnknown)
  }
}

extension AlbumStatement {
  /// The circumstances in which somebody wants to change an album, with the numbers of rows.
  struct Situation: Sendable {
    let row: AlbumRow?
    let photo: PhotoRow?
    let holdsPhoto: Bool
  }

  /// The statements that carry a change out, of which the last answers; `nil` where there is nothing to change.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `insufficient-storage`.
  func statements(
    of change: AlbumChange, in situation: Situation
  ) throws(WoofError) -> [PostgreSQLStatement]? {
    let contributors = situation.row?.record.contributors ?? [:]
    switch change {
    case .edit(let edit): return [self.edit(edit)]
    case .deletion: return deletion(.deleted)
    case .placing(_, let place):
      guard let photo = situation.photo else { throw WoofError.noSuchPhoto }
      guard !photo.record.isDeleted else { throw WoofError.deletedPhoto }
      return placing(photo, place, isHeld: situation.holdsPhoto)
    case .removal:
      guard let photo = situation.photo, situation.holdsPhoto else { return nil }
      return [removal(photo)]
    case .contributor(let name, isAdded: true):
      guard !contributors.values.contains(name) else { return nil }
      let (count, limit) = (contributors.count, AlbumChange.contributorLimit)
      guard count < limit else { throw WoofError.tooManyContributors(count, limit) }
      return [joining(name)]
    case .contributor(let name, isAdded: false):
      guard let account = contributors.first(where: { $0.value == name })?.key else { return nil }
      return [leaving(account)]
    }
  }
}
