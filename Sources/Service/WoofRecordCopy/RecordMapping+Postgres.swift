// SPDX-License-Identifier: Apache-2.0

extension RecordMapping {
  /// The tables of PostgreSQL that are filled from the embedded schema, in their order.
  static let toPostgres: [CopiedTable] = [
    table("account"),
    CopiedTable(
      "photo",
      photoColumns,
      [
        .integer("revision"), .integer("withdrawn_version"),
        .integer("ratio").made(by: "set_byte('\\x00', 0, ratio::int)"),
      ],
      from: "photo JOIN photo_detail ON photo_detail.photo = photo.number"),
    CopiedTable(
      "photo_detail",
      detailColumns,
      [
        .text("file_name", from: "nullif(file_name, '')"), .bytes("part_hashes", from: "part_hash.hashes"),
        .integer("part_ordinal", from: "part_hash.ordinal"), .text("annotations"),
        // Both hold what plugins say, so that neither takes it along when it comes anew.
        .text("plugin_annotations", from: "iif(instr(annotations, '\"plugins\"') > 0, annotations, NULL)"),
        .boolean(
          "is_unseen",
          from: """
            photo.is_deleted = 0 AND photo.number >= ifnull(
              (SELECT value FROM installation WHERE name = 'first-unseen-photo'), 9223372036854775807)
            """),
      ],
      from: """
        photo_detail JOIN photo ON photo.number = photo_detail.photo
          LEFT JOIN part_hash ON part_hash.photo = photo_detail.photo
          LEFT JOIN photo_annotation ON photo_annotation.photo = photo_detail.photo
        """,
      // Check values stand in the table of their own.
      defaults: ["check_value"]),
    table("variant"), table("former_owner"), table("original"),
    CopiedTable(
      "restorable_photo", restorableColumns, [.integer("restorer", from: "nullif(restorer, 0)")],
      defaults: ["has_left"]),
    CopiedTable("idempotency_key", keyColumns),
    table("favourite"), table("favourite_edit"),
    CopiedTable("derivation", alikeColumns("derivation"), defaults: ["claimed_by", "claimed_until"]),
    CopiedTable("account_deletion", [.integer("account"), .integer("claimed_until", from: "0")]),
    table("app_password"), table("browser_session"), table("invitation"), table("invitation_use"),
    table("upload_ticket"),
    CopiedTable(
      "archive",
      archiveColumns,
      [
        .bytes("ids").made(
          by: """
            ARRAY(SELECT substr(ids, 16 * place + 1, 16) FROM generate_series(0, octet_length(ids) / 16 - 1) AS place
              ORDER BY place)
            """)
      ]),
    CopiedTable("check_value", [.bytes("digest"), .integer("crc32")]),
    table("archive_digest"),
    CopiedTable(
      "album",
      albumColumns, [.bytes("first_mark", from: "x''"), .bytes("mark", from: "x''")],
      defaults: ["revision", "title_words"]),
    table("album_contributor"), table("album_photo"),
    CopiedTable("share_link", linkColumns, [.integer("like_count")]),
    table("link_guest"), table("guest_like"), table("withdrawal"),
  ]

  /// The columns of a table that both sides have alike.
  private static func alikeColumns(_ name: String) -> [CopiedColumn] { table(name).columns }

  /// The tables of PostgreSQL that are not filled, and why.
  static let postgresRest: [String: String] = [
    "woof_schema": "the schema's own",
    "installation": "copied by RecordIdentity",
    "counter": "copied by RecordIdentity",
    "account_tally": "made anew",
    "view_sum": "made anew",
    "photo_words": "made anew",
    "waiting_words": "made anew with the words",
    "upload": "of uploads that have not ended",
    "upload_part": "of uploads that have not ended",
    "blob": "made when the bytes are put",
    "audit_part": "copied by AuditCopy",
    "audit_head": "copied by AuditCopy",
    "lease": "of nodes",
    "running_key": "of nodes",
    "sign_in_failure": "of nodes",
  ]

  /// The columns of PostgreSQL whose numbers the database gives: their tables, and the statement of the number given last in the
  /// embedded schema.
  static let postgresNumbers: [(sequence: String, newest: String)] = [
    ("pg_get_serial_sequence('account', 'number')", newestNumber(of: "account", "number")),
    ("pg_get_serial_sequence('photo', 'number')", newestNumber(of: "photo", "number")),
    ("pg_get_serial_sequence('album', 'number')", newestNumber(of: "album", "number")),
    ("pg_get_serial_sequence('link_guest', 'number')", newestNumber(of: "link_guest", "number")),
    ("pg_get_serial_sequence('guest_like', 'number')", newestNumber(of: "guest_like", "number")),
    ("'part_ordinal'", newestNumber(of: "part_hash", "ordinal")),
  ]

  private static func newestNumber(of table: String, _ column: String) -> String {
    """
    SELECT max(ifnull((SELECT max(\(column)) FROM \(table)), 0),
      ifnull((SELECT seq FROM sqlite_sequence WHERE name = '\(table)'), 0))
    """
  }
}
