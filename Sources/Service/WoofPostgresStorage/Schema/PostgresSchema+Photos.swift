// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The photos and the change log.
  static let photos = [
    // The newest number of the change log, moved on only under its lock.
    "CREATE SEQUENCE change_number MINVALUE 0 START 0",
    // What may change with every favourite; rows are kept short, because each change writes one anew.
    """
    CREATE TABLE photo (
      number int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id bytea NOT NULL UNIQUE,
      owner int8 NOT NULL REFERENCES account (number),
      visibility int8 NOT NULL,
      is_deleted bool NOT NULL DEFAULT false,
      favourite_count int8 NOT NULL DEFAULT 0,
      version int8 NOT NULL DEFAULT 1,
      revision int8 NOT NULL DEFAULT 1,
      sequence int8 NOT NULL,
      metadata_sequence int8 NOT NULL,
      withdrawn_sequence int8 NOT NULL DEFAULT 0,
      withdrawn_version int8 NOT NULL DEFAULT 0,
      moment int8 NOT NULL
    ) WITH (fillfactor = 80)
    """,
    "CREATE UNIQUE INDEX photo_changed ON photo (sequence)",
    "CREATE INDEX photo_withdrawn ON photo (withdrawn_sequence) WHERE withdrawn_sequence > 0",
    "CREATE INDEX photo_listed ON photo (id) WHERE visibility = 0 AND NOT is_deleted",
    "CREATE INDEX photo_owned ON photo (owner, id) WHERE NOT is_deleted",
    "CREATE INDEX photo_popular ON photo (favourite_count, id) WHERE visibility = 0 AND NOT is_deleted",
    "CREATE INDEX photo_taken ON photo (moment, id) WHERE visibility = 0 AND NOT is_deleted",
    "CREATE INDEX photo_taken_owned ON photo (owner, moment, id) WHERE NOT is_deleted",
    // What rarely changes.
    """
    CREATE TABLE photo_detail (
      photo int8 PRIMARY KEY,
      digest bytea NOT NULL,
      byte_count int8 NOT NULL,
      type text NOT NULL,
      width int8 NOT NULL,
      height int8 NOT NULL,
      taken_at int8,
      created_at int8 NOT NULL,
      caption text NOT NULL,
      file_name text,
      placeholder text,
      average_colour text,
      perceptual_hash int8,
      part_hashes bytea,
      annotations text,
      check_value int8,
      awaits_derivation bool NOT NULL,
      is_unseen bool NOT NULL,
      is_deleted_with_account bool NOT NULL DEFAULT false
    )
    """,
    """
    CREATE TABLE variant (
      photo int8 NOT NULL,
      name text NOT NULL,
      digest bytea NOT NULL,
      byte_count int8 NOT NULL,
      type text NOT NULL,
      width int8 NOT NULL,
      height int8 NOT NULL,
      specification text NOT NULL,
      transformers text NOT NULL,
      PRIMARY KEY (photo, name)
    )
    """,
    """
    CREATE TABLE former_owner (
      photo int8 NOT NULL,
      account int8 NOT NULL,
      sequence int8 NOT NULL,
      version int8 NOT NULL,
      PRIMARY KEY (photo, account)
    )
    """,
    "CREATE INDEX former_owner_told ON former_owner (account, sequence)",
    // Which photo an account has with which bytes; a deleted photo is not here.
    """
    CREATE TABLE original (
      owner int8 NOT NULL,
      digest bytea NOT NULL,
      photo int8 NOT NULL UNIQUE,
      PRIMARY KEY (owner, digest)
    )
    """,
    """
    CREATE TABLE restorable_photo (
      photo int8 PRIMARY KEY,
      restorer int8,
      deleted_at timestamptz NOT NULL DEFAULT now()
    )
    """,
    """
    CREATE TABLE idempotency_key (
      account int8 NOT NULL,
      key text COLLATE "C" NOT NULL,
      fingerprint bytea NOT NULL,
      photo bytea NOT NULL,
      is_new bool NOT NULL,
      expires_at int8 NOT NULL,
      PRIMARY KEY (account, key)
    )
    """,
    "CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at)",
    """
    CREATE VIEW photo_record AS
      SELECT photo.number, photo.id, photo.owner, account.name AS owner_name, digest, byte_count, type, width, height,
        taken_at, caption, visibility, photo_detail.created_at, placeholder, average_colour, perceptual_hash,
        favourite_count, version, sequence, metadata_sequence, withdrawn_sequence, withdrawn_version, is_deleted,
        file_name, revision, is_deleted_with_account,
        coalesce(losses.accounts, '{}') AS loss_accounts, coalesce(losses.sequences, '{}') AS loss_sequences,
        coalesce(losses.versions, '{}') AS loss_versions,
        coalesce(variants.names, '{}') AS variant_names, coalesce(variants.digests, '{}') AS variant_digests,
        coalesce(variants.numbers, '{}') AS variant_numbers, coalesce(variants.texts, '{}') AS variant_texts
      FROM photo
        JOIN photo_detail ON photo_detail.photo = photo.number
        JOIN account ON account.number = photo.owner
        LEFT JOIN LATERAL (
          SELECT array_agg(former_owner.account) AS accounts, array_agg(former_owner.sequence) AS sequences,
            array_agg(former_owner.version) AS versions
          FROM former_owner WHERE former_owner.photo = photo.number) AS losses ON true
        LEFT JOIN LATERAL (
          SELECT array_agg(variant.name) AS names, array_agg(variant.digest) AS digests,
            string_to_array(string_agg(concat_ws(' ', variant.byte_count, variant.width, variant.height), ' '), ' ')::int8[]
              AS numbers,
            string_to_array(string_agg(concat_ws(E'\\n', variant.type, variant.specification, variant.transformers), E'\\n'),
              E'\\n') AS texts
          FROM variant WHERE variant.photo = photo.number) AS variants ON true
    """,
  ]

  /// The favourites.
  static let favourites = [
    // Without REFERENCES: they are written by the thousand, of photos and accounts that have just been read.
    """
    CREATE TABLE favourite (
      photo int8 NOT NULL,
      account int8 NOT NULL,
      set_at int8 NOT NULL,
      PRIMARY KEY (photo, account)
    )
    """,
    "CREATE INDEX favourite_order ON favourite (account, set_at, photo)",
    // The newest number of an edit of a favourite that came from each device, for a while.
    """
    CREATE TABLE favourite_edit (
      photo int8 NOT NULL,
      account int8 NOT NULL,
      device text COLLATE "C" NOT NULL,
      number int8 NOT NULL,
      expires_at int8 NOT NULL,
      PRIMARY KEY (photo, account, device)
    )
    """,
    "CREATE INDEX favourite_edit_expiry ON favourite_edit (expires_at)",
  ]
}
