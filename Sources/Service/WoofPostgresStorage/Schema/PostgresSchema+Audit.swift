// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The audit log.
  static let audit = [
    // Its bytes, in parts as they were written; a part begins where the one before it ends.
    """
    CREATE TABLE audit_part (
      start int8 PRIMARY KEY,
      bytes bytea NOT NULL,
      -- The mark of the attempt that wrote it.
      mark bytea NOT NULL
    )
    """,
    // One row. The revision grows with every write, each of which is made on the revision that it has seen.
    """
    CREATE TABLE audit_head (
      revision int8 NOT NULL,
      head bytea,
      mark bytea
    )
    """,
    "INSERT INTO audit_head (revision) VALUES (0)",
  ]
}
