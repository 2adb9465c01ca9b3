// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: SharingLog {
  /// The albums and links that changed after a position, as the reader sees them, and those that it has lost, each once.
  ///
  /// A page may hold fewer than `limit` changes, or none, and still not be the last. Numbers that this node does not know of yet
  /// are left for later.
  package func sharingChanges(
    after sequence: Int64, limit: Int, reader: ChangeReader, of subjects: ChangeSubjects
  ) async throws -> SharingLogPage {
    let limit = max(limit, 1)
    let log = SharingLogSQL(
      start: sequence, end: latestSequence, rowLimit: limit + 1, reader: reader, subjects: subjects)
    guard log.start < log.end else {
      // A token of a node that knows more than this one does not go back.
      return SharingLogPage(entries: [], through: log.start, hasMore: false)
    }
    let parts = try await parts(of: log)
    let through = parts.map(\.through).min() ?? log.end
    let entries = parts.flatMap(\.entries).filter { $0.sequence <= through }.sorted { $0.sequence < $1.sequence }
    guard entries.count > limit else {
      return SharingLogPage(entries: entries, through: through, hasMore: through < log.end)
    }
    let page = Array(entries.prefix(limit))
    return SharingLogPage(entries: page, through: page.last?.sequence ?? sequence, hasMore: true)
  }

  /// The part of the log in each table. Whatever changes while they are read, one after the other, gets a number behind the end, and is
  /// told of there.
  private func parts(of log: SharingLogSQL) async throws -> [SharingLogPart] {
    let tellsAlbums = log.subjects.contains(.albums)
    let tellsLinks = log.subjects.contains(.links) && log.reader.account != nil
    let statements =
      log.losers.map(log.losses) + (tellsLinks ? [log.links] : []) + (tellsAlbums ? [log.albums] : [])
    return try await naming {
      var answers = try await pool.run(PostgreSQLBatch(statements, effect: .reads), retryingAs: true)[...]
      var parts: [SharingLogPart] = []
      for _ in log.losers { if let rows = answers.popFirst() { parts.append(try log.losses(rows)) } }
      if tellsLinks, let rows = answers.popFirst() {
        let found = try rows.map { (row) throws(PostgreSQLError) in try ShareLinkSQL.link(&row) }
        parts.append(
          SharingLogPart(
            entries: found.map { SharingLogEntry(.link($0.link), at: $0.sequence) },
            through: found.count < log.rowLimit ? log.end : found.last?.sequence ?? log.end))
      }
      if tellsAlbums, let rows = answers.popFirst() { parts.append(try await albums(log, rows)) }
      return parts
    }
  }

  private func albums(_ log: SharingLogSQL, _ rows: PostgreSQLRows) async throws -> SharingLogPart {
    let (places, through) = try log.places(rows)
    var entries: [SharingLogEntry] = []
    for row in try await albums(places.map(\.album), for: log.reader) {
      // One that has moved on since stands further down, and is told of there.
      guard row.sequence > log.start, row.sequence <= through else { continue }
      entries.append(SharingLogEntry(.album(row.record), at: row.sequence))
    }
    return SharingLogPart(entries: entries, through: through)
  }
}
