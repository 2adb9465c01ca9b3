// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: ChangeLog {
  /// The number of the newest durable change that this node knows of: its own at once, others' within the polling interval.
  package var latestSequence: Int64 { follower.latestSequence }

  /// Always 0: the log keeps the newest change of each photo for ever, deleted ones included.
  package var horizon: Int64 { 0 }

  /// Tells `observer` of every change from now on, by whichever node, for as long as the store is open.
  package func addObserver(_ observer: any ChangeObserver) { follower.add(observer) }

  /// Looks for what other nodes have written, where this one does not know of a number yet: a token of another node may be
  /// newer than the last look.
  package func catchUp(to sequence: Int64) async throws {
    guard sequence > latestSequence else { return }
    try await naming {
      try await follower.follow(to: min(sequence, try await ChangeFollower.newestSequence(in: pool)))
    }
  }

  /// The photos that changed after a position and that the reader may have to hear of, each once.
  ///
  /// Photos stand where ``WoofCore/PhotoRecord/sequence(inLogOf:)`` says for the reader. A page may hold fewer than
  /// `limit` photos, or none, and still not be the last. Numbers that this node does not know of yet are left for later.
  package func changes(after sequence: Int64, limit: Int, reader: ChangeReader) async throws -> ChangeLogPage {
    let limit = max(limit, 1)
    let log = ChangeLogSQL(start: sequence, end: latestSequence, reader: reader, limit: limit + 1)
    guard log.start < log.end else {
      // A token of a node that knows more than this one does not go back.
      return ChangeLogPage(photos: [], through: log.start, hasMore: false)
    }
    let found = try await places(log)
    var records: [PhotoRecord] = []
    for record in try await self.records(PhotoRow.byNumbers(found.places.map(\.number))) {
      // One that has moved on since stands further down, and is told of there.
      let position = record.sequence(inLogOf: reader)
      if position > sequence, position <= found.through { records.append(record) }
    }
    records.sort { $0.sequence(inLogOf: reader) < $1.sequence(inLogOf: reader) }
    guard records.count > limit else {
      return ChangeLogPage(photos: records, through: found.through, hasMore: found.through < log.end)
    }
    let page = Array(records.prefix(limit))
    return ChangeLogPage(photos: page, through: page.last?.sequence(inLogOf: reader) ?? sequence, hasMore: true)
  }

  private func places(_ log: ChangeLogSQL) async throws -> (places: Set<ChangeLogSQL.Place>, through: Int64) {
    let statements = [log.changed] + [log.withdrawn, log.given].compactMap { $0 }
    do {
      let answers = try await pool.run(PostgreSQLBatch(statements, effect: .reads), retryingAs: true)
      var (found, through) = (Set<ChangeLogSQL.Place>(), log.end)
      for (index, rows) in answers.enumerated() {
        let part = try ChangeLogSQL.places(
          rows, limit: index == 0 ? ChangeLogSQL.rowLimit : log.limit, through: log.end)
        found.formUnion(part.places)
        through = min(through, part.through)
      }
      // Enough for a page and one more, which says that there are others.
      let first = found.filter { $0.sequence <= through }.sorted { $0.sequence < $1.sequence }.prefix(log.limit)
      if first.count == log.limit, let last = first.last { through = min(through, last.sequence) }
      return (Set(first), through)
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  /// The photos that changed after a position, with the account's favourites among them, and at the end of the log with what
  /// the account sees.
  package func changes(after sequence: Int64, limit: Int, account: AccountID) async throws -> AccountChangeLogPage {
    var attempt = 0
    while true {
      let page = try await changes(after: sequence, limit: limit, reader: .account(account))
      let liked = try await favourites(among: page.photos.map(\.id), of: account)
      attempt += 1
      let view = page.hasMore ? nil : try await currentView(of: account)
      let isWhole = view?.sequence == page.through
      if page.hasMore || isWhole || attempt == Self.attemptCount {
        return AccountChangeLogPage(page: page, liked: liked, view: isWhole ? view : nil)
      }
    }
  }

  /// The number of attempts to read what belongs to one moment while others write.
  private static let attemptCount = 8

  /// The view of an account as of all changes that are durable now. It reads sums, and all of the account's favourites.
  package func view(of account: AccountID) async throws -> StoredView {
    let view = try await currentView(of: account)
    do {
      try await follower.follow(to: view.sequence)
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
    return view
  }

  private func currentView(of account: AccountID) async throws -> StoredView {
    try await read(ViewSumSQL.view(of: account)) { (rows) throws(PostgreSQLError) in try ViewSumSQL.view(rows) }
  }

  /// The live photos that the reader sees, by id, after an id.
  package func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) async throws -> [PhotoRecord] {
    guard limit > 0 else { return [] }
    return try await records(PhotoListSQL.snapshot(after: id, limit: limit, reader: reader))
  }
}
