// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The time of the database's clock, which is the same for all nodes, in milliseconds: that of the start of the transaction.
  static let now = "floor(extract(epoch FROM now()) * 1000)::int8"

  /// Photos that are deleted, as long as they can be restored, and the queue of photos from which something is to be derived,
  /// as from a restored one.
  static let deletion = [
    """
    ALTER TABLE restorable_photo
      ADD COLUMN id bytea,
      ADD COLUMN restorable_until int8,
      ALTER COLUMN deleted_at DROP DEFAULT,
      ALTER COLUMN deleted_at TYPE int8 USING floor(extract(epoch FROM deleted_at) * 1000)::int8
    """,
    """
    UPDATE restorable_photo SET id = photo.id, restorable_until = deleted_at + \(7 * 86_400_000)
    FROM photo WHERE photo.number = restorable_photo.photo
    """,
    "ALTER TABLE restorable_photo ALTER COLUMN id SET NOT NULL, ALTER COLUMN restorable_until SET NOT NULL",
    "CREATE UNIQUE INDEX restorable_photo_id ON restorable_photo (id)",
    "CREATE INDEX restorable_photo_trash ON restorable_photo (restorer, deleted_at, id) WHERE restorer IS NOT NULL",
    "CREATE INDEX restorable_photo_expiry ON restorable_photo (restorable_until)",
    // A table of its own: its rows come and go, and those of photos stay as they are.
    """
    CREATE TABLE derivation (
      photo int8 PRIMARY KEY,
      is_anew bool NOT NULL DEFAULT false,
      attempts int8 NOT NULL DEFAULT 0,
      not_before int8 NOT NULL DEFAULT 0
    )
    """,
    "CREATE INDEX derivation_due ON derivation (not_before, photo)",
    "INSERT INTO derivation (photo) SELECT photo FROM photo_detail WHERE awaits_derivation",
    "ALTER TABLE photo_detail DROP COLUMN awaits_derivation",
  ]
}
