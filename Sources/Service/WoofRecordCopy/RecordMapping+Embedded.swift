// SPDX-License-Identifier: Apache-2.0

extension RecordMapping {
  /// The tables of the embedded schema that are filled from PostgreSQL, in an order in which references lead to rows that are
  /// there.
  static let toEmbedded: [CopiedTable] = [
    table("account"),
    CopiedTable(
      "photo", photoColumns, [.integer("ratio", from: "get_byte(ratio, 0)::int8")]),
    CopiedTable(
      "photo_detail",
      detailColumns,
      [
        .text("file_name", from: "coalesce(file_name, '')"), .integer("revision"), .integer("withdrawn_version"),
      ],
      from: "photo_detail JOIN photo ON photo.number = photo_detail.photo"),
    CopiedTable(
      "part_hash",
      [.integer("ordinal", from: "part_ordinal"), .integer("photo"), .bytes("hashes", from: "part_hashes")],
      from: "photo_detail WHERE part_hashes IS NOT NULL AND part_ordinal IS NOT NULL"),
    CopiedTable(
      "photo_annotation", [.integer("photo"), .text("annotations", from: wholeAnnotations)],
      from: "photo_detail WHERE annotations IS NOT NULL"),
    table("variant"), table("former_owner"), table("original"),
    CopiedTable(
      "restorable_photo", restorableColumns, [.integer("restorer", from: "coalesce(restorer, 0)")]),
    CopiedTable(
      "idempotency_key",
      keyColumns, [.integer("ordinal", from: "row_number() OVER (PARTITION BY account ORDER BY expires_at, key)")]),
    table("favourite"),
    CopiedTable(
      "favourite_order",
      [.integer("account"), .integer("set_at"), .integer("photo")],
      from: "favourite JOIN photo ON photo.number = favourite.photo AND NOT is_deleted ORDER BY account, set_at, photo"),
    table("favourite_edit"), table("derivation"),
    CopiedTable("account_deletion", [.integer("account")]),
    table("app_password"), table("browser_session"), table("invitation"), table("invitation_use"),
    table("upload_ticket"),
    CopiedTable(
      "archive",
      archiveColumns,
      [
        .bytes(
          "ids",
          from: """
            coalesce((SELECT string_agg(id, ''::bytea ORDER BY place)
              FROM unnest(ids) WITH ORDINALITY AS listed (id, place)), ''::bytea)
            """)
      ]),
    CopiedTable(
      "check_value", [.bytes("digest"), .integer("crc32", from: "min(crc32)")],
      from: """
        (SELECT digest, crc32 FROM check_value
          UNION ALL SELECT digest, check_value FROM photo_detail WHERE check_value IS NOT NULL) AS known
        WHERE digest IN (SELECT digest FROM original) OR digest IN (SELECT digest FROM variant)
          OR digest IN (SELECT digest FROM restorable_photo JOIN photo_detail USING (photo))
        GROUP BY digest
        """),
    table("archive_digest"),
    CopiedTable("album", albumColumns),
    table("album_contributor"), table("album_photo"),
    // Likes are counted as they are added.
    CopiedTable("share_link", linkColumns, [.integer("like_count", from: "0::int8")]),
    table("link_guest"), table("guest_like"), table("withdrawal"),
  ]

  /// The annotations of photos' own metadata and of plugins, in one object.
  private static let wholeAnnotations = """
    CASE WHEN plugin_annotations IS NULL OR plugin_annotations = annotations THEN annotations
      ELSE (annotations::jsonb
        || jsonb_build_object('plugins', coalesce(plugin_annotations::jsonb -> 'plugins', '{}'::jsonb)))::text END
    """

  /// The tables of the embedded schema that are not filled, and why.
  static let embeddedRest: [String: String] = [
    "sqlite_sequence": "copied by RecordIdentity",
    "installation": "copied by RecordIdentity",
    "favourite_journal": "folded into the tables of favourites",
    "account_tally": "made anew",
    "album_tally": "made anew",
    "tally": "made anew",
    "view_sum": "made anew",
    "blob": "made anew",
    "unindexed_photo": "made anew, so that the service makes the search indexes anew",
    "listed_search": "made anew by the service",
    "owned_search": "made anew by the service",
  ]

  /// The numbers that the embedded schema keeps of all photos, and the queries that give them in PostgreSQL. What else it keeps so
  /// follows from the tables when the service starts.
  static let embeddedMarks: [(name: String, query: String)] = [
    ("first-unseen-photo", "SELECT min(photo) FROM photo_detail WHERE is_unseen"),
    // How far the time in an id is ahead of its photo's arrival.
    (
      "photo-id-lead",
      """
      SELECT max(('x' || encode(substr(id, 1, 6), 'hex'))::bit(48)::int8 - created_at)
      FROM photo JOIN photo_detail ON photo_detail.photo = photo.number
      """
    ),
  ]

  /// The tables of the embedded schema that give no number twice, and the expression of the number given last in PostgreSQL.
  static let embeddedNumbers: [(table: String, newest: String)] = [
    ("account", "pg_sequence_last_value(pg_get_serial_sequence('account', 'number')::regclass)"),
    ("guest_like", "pg_sequence_last_value(pg_get_serial_sequence('guest_like', 'number')::regclass)"),
    ("part_hash", "pg_sequence_last_value('part_ordinal'::regclass)"),
  ]
}
