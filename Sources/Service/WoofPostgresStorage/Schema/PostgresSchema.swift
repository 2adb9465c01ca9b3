// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL

/// The schema of the records in PostgreSQL.
///
/// Rows refer to photos and accounts by *numbers*. Times are milliseconds since 1970, ids and digests are `bytea`, and
/// `visibility` is 0 for public, 1 for unlisted and 2 for private.
package enum PostgresSchema {
  /// All migrations, the oldest first.
  package static let migrations = [
    PostgreSQLMigration(version: 1, accounts), PostgreSQLMigration(version: 2, photos),
    PostgreSQLMigration(version: 3, favourites), PostgreSQLMigration(version: 4, deletion),
    PostgreSQLMigration(version: 5, administration), PostgreSQLMigration(version: 6, derivations),
    PostgreSQLMigration(version: 7, appPasswords), PostgreSQLMigration(version: 8, browserSessions),
    PostgreSQLMigration(version: 9, invitations), PostgreSQLMigration(version: 10, uploadTickets),
    PostgreSQLMigration(version: 11, audit), PostgreSQLMigration(version: 12, upkeep),
    PostgreSQLMigration(version: 13, archives), PostgreSQLMigration(version: 14, nodes),
    PostgreSQLMigration(version: 15, sharing), PostgreSQLMigration(version: 16, timelines),
    PostgreSQLMigration(version: 17, words), PostgreSQLMigration(version: 18, viewSums),
    PostgreSQLMigration(version: 19, blobs), PostgreSQLMigration(version: 20, titles),
    PostgreSQLMigration(version: 21, uploads),
  ]

  /// The accounts, and what there is one of.
  private static let accounts = [
    """
    CREATE TABLE counter (name text PRIMARY KEY, value int8 NOT NULL)
    """,
    // Grows with every change of an account.
    "INSERT INTO counter (name, value) VALUES ('credential-generation', 1)",
    """
    CREATE TABLE installation (name text PRIMARY KEY, value bytea NOT NULL)
    """,
    """
    CREATE TABLE account (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      password_hash text NOT NULL,
      password_version int8 NOT NULL DEFAULT 1,
      is_administrator bool NOT NULL,
      is_disabled bool NOT NULL DEFAULT false,
      created_at int8 NOT NULL,
      deleted_at int8,
      byte_limit int8,
      photo_limit int8,
      upload_limit int8
    )
    """,
    // Changed only under the lock of the change log, so that nobody waits for another who waits for that.
    """
    CREATE TABLE account_tally (
      account int8 PRIMARY KEY,
      photo_count int8 NOT NULL DEFAULT 0,
      byte_count int8 NOT NULL DEFAULT 0,
      deleted_photo_count int8 NOT NULL DEFAULT 0,
      deleted_byte_count int8 NOT NULL DEFAULT 0
    )
    """,
  ]
}
