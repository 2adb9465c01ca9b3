// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL

/// The statements of the audit log.
enum AuditSQL {
  /// The lock under which the log is written: "woofaudt" in ASCII.
  static let lock: Int64 = 0x776F_6F66_6175_6474

  /// The revision, the length and the head of the log, at one moment.
  static let state = PostgreSQLStatement(
    """
    SELECT revision, head,
      coalesce((SELECT start + octet_length(bytes) FROM audit_part ORDER BY start DESC LIMIT 1), 0)
    FROM audit_head
    """)

  /// The parts of the log in which a range of its bytes stands, in their order.
  static func parts(from offset: Int64, count: Int) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT start, bytes FROM audit_part
      WHERE start >= coalesce((SELECT max(start) FROM audit_part WHERE start <= $1), 0) AND start < $2 ORDER BY start
      """, .integer(offset), .integer(offset + Int64(count)))
  }

  /// The bytes of a range of which parts hold some; those behind a gap are none of it.
  static func bytes(
    _ rows: PostgreSQLRows, from offset: Int64, count: Int
  ) throws(PostgreSQLError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (start, part) in try rows.map({ (row) throws(PostgreSQLError) in (try row.integer(), try row.bytes()) }) {
      let skipped = offset + Int64(bytes.count) - start
      guard skipped >= 0, skipped < part.count else { break }
      bytes += part[Int(skipped)...].prefix(count - bytes.count)
    }
    return bytes
  }

  /// The transaction that writes a draft, if the log is still what it was made on. The last statement's row says whether it was
  /// written, by this attempt or by one before it with the same mark.
  static func write(_ draft: AuditDraft, mark: [UInt8]) -> [PostgreSQLStatement] {
    let isCurrent = "EXISTS (SELECT FROM audit_head WHERE revision = $1)"
    let (revision, kept) = (PostgreSQLValue.integer(draft.revision), PostgreSQLValue.integer(draft.keptCount))
    var statements = [PostgreSQLStatement("SELECT pg_advisory_xact_lock($1)", .integer(lock))]
    if draft.isCut {
      statements.append(
        PostgreSQLStatement("DELETE FROM audit_part WHERE start >= $2 AND \(isCurrent)", revision, kept))
      statements.append(
        PostgreSQLStatement(
          """
          UPDATE audit_part SET bytes = substr(bytes, 1, ($2 - start)::int4)
          WHERE start < $2 AND start + octet_length(bytes) > $2 AND \(isCurrent)
          """, revision, kept))
    }
    if !draft.appended.isEmpty {
      statements.append(
        PostgreSQLStatement(
          "INSERT INTO audit_part (start, bytes, mark) SELECT $2, $3, $4 WHERE \(isCurrent)", revision, kept,
          .bytes(draft.appended), .bytes(mark)))
    }
    statements.append(
      PostgreSQLStatement(
        """
        UPDATE audit_head SET revision = revision + 1, head = CASE WHEN $2 THEN $3 ELSE head END, mark = $4
        WHERE revision = $1
        """, revision, .boolean(draft.replacesHead), .bytes(draft.head), .bytes(mark)))
    statements.append(
      PostgreSQLStatement(
        """
        SELECT coalesce(mark = $1, false) OR EXISTS (SELECT FROM audit_part WHERE start = $2 AND audit_part.mark = $1)
        FROM audit_head
        """, .bytes(mark), kept))
    return statements
  }
}
