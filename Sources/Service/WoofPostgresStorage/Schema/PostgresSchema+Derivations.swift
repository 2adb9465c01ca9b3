// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The queue of photos that something is to be derived from, and the nodes that are at it.
  static let derivations = [
    // The node that derives from the photo, and until when no other does.
    "ALTER TABLE derivation ADD COLUMN claimed_by bytea, ADD COLUMN claimed_until int8",
    "CREATE INDEX derivation_claimed ON derivation (claimed_until) WHERE claimed_until IS NOT NULL",
    "CREATE INDEX derivation_anew ON derivation (photo) WHERE is_anew",
    // The order in which hashes of parts were kept; moved on only under the lock of the change log, so that no lower one
    // becomes visible after a higher one.
    "CREATE SEQUENCE part_ordinal",
    // What plugins say, apart from what the photo's own metadata say, as each can come anew; of photos that were there before,
    // both stand in `annotations` until plugins are asked again.
    "ALTER TABLE photo_detail ADD COLUMN part_ordinal int8, ADD COLUMN plugin_annotations text",
    "UPDATE photo_detail SET part_ordinal = nextval('part_ordinal') WHERE part_hashes IS NOT NULL",
    "CREATE UNIQUE INDEX photo_part_hashed ON photo_detail (part_ordinal) WHERE part_ordinal IS NOT NULL",
    "CREATE INDEX photo_unseen ON photo_detail (photo) WHERE is_unseen",
    "CREATE INDEX original_digest ON original (digest)",
  ]
}
