// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The digests of whole archives.
  static let version22 = """
    CREATE TABLE archive_digest (
      -- The entity tag, which stands for the names, times and digests of all photos in their order.
      tag TEXT NOT NULL PRIMARY KEY,
      sha256 BLOB NOT NULL,
      noted_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX archive_digest_age ON archive_digest (noted_at);
    """
}
