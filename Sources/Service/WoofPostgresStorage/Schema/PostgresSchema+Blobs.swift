// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The ledger of blobs that nodes share.
  static let blobs = [
    // A number is never given twice, so that a blob which comes back is another object than the one that was deleted.
    "CREATE SEQUENCE blob_incarnation",
    """
    CREATE TABLE blob (
      digest bytea PRIMARY KEY,
      incarnation int8 NOT NULL DEFAULT nextval('blob_incarnation'),
      -- The object is known to be there.
      is_stored bool NOT NULL DEFAULT false,
      -- Nobody refers to it, and the object is being deleted.
      is_dying bool NOT NULL DEFAULT false,
      -- Until when somebody needs it who has not written a record yet.
      hold int8 NOT NULL,
      byte_count int8 NOT NULL DEFAULT 0,
      -- The SHA-256 of each piece of 4 MB one after the other; empty where the blob is small.
      piece_digests bytea NOT NULL DEFAULT '',
      -- The transaction that has locked it last to find out whether anybody refers to it.
      collector int8,
      CHECK (NOT (is_stored AND is_dying))
    ) WITH (fillfactor = 80)
    """,
    "CREATE INDEX photo_detail_digest ON photo_detail (digest)",
  ]
}
