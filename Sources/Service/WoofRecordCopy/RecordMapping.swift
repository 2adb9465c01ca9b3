// SPDX-License-Identifier: Apache-2.0

/// The columns of the schemas of both worlds, and how they become each other. Whoever adds a table or a column to either schema
/// names it here, or says why it stays behind.
enum RecordMapping {
  /// The tables that both sides have alike, in an order in which references lead to rows that are there.
  static func table(_ name: String) -> CopiedTable { CopiedTable(name, alike[name] ?? []) }

  static let accountColumns: [CopiedColumn] = [
    .integer("number"), .text("name"), .text("password_hash"), .integer("password_version"),
    .boolean("is_administrator"), .boolean("is_disabled"), .integer("created_at"), .integer("deleted_at"),
    .integer("byte_limit"), .integer("photo_limit"), .integer("upload_limit"),
  ]

  /// The columns of photos that stand in the same table on both sides, `moment` excepted.
  static let photoColumns: [CopiedColumn] = [
    .integer("number"), .bytes("id"), .integer("owner"), .integer("visibility"), .boolean("is_deleted"),
    .integer("favourite_count"), .integer("version"), .integer("sequence"), .integer("metadata_sequence"),
    .integer("withdrawn_sequence"), .integer("moment"),
  ]

  /// The columns of the details of photos that stand in the same table on both sides, `file_name` excepted.
  static let detailColumns: [CopiedColumn] = [
    .integer("photo", from: "photo_detail.photo"), .bytes("digest"), .integer("byte_count"), .text("type"),
    .integer("width"), .integer("height"), .integer("taken_at"), .integer("created_at"), .text("caption"),
    .text("placeholder"), .text("average_colour"), .integer("perceptual_hash"), .boolean("is_deleted_with_account"),
  ]

  static let albumColumns: [CopiedColumn] = [
    .integer("number"), .bytes("id"), .integer("owner"), .text("title"), .integer("visibility"), .integer("cover"),
    .integer("created_at"), .integer("version"), .integer("sequence"), .boolean("is_deleted"),
  ]

  /// The columns of share links, the number of likes excepted.
  static let linkColumns: [CopiedColumn] = [
    .bytes("id"), .integer("account"), .bytes("secret_hash"), .integer("album"), .integer("photo"),
    .integer("created_at"), .integer("expires_at"), .text("password_hash"), .boolean("allows_download"),
    .boolean("allows_likes"), .boolean("allows_adding"), .boolean("shows_location"), .integer("visit_count"),
    .integer("visited_at"), .integer("intake_day"), .integer("intake_photo_count"), .integer("intake_byte_count"),
    .integer("sequence"),
  ]

  static let restorableColumns: [CopiedColumn] = [
    .integer("photo"), .bytes("id"), .integer("deleted_at"), .integer("restorable_until"),
  ]

  static let keyColumns: [CopiedColumn] = [
    .integer("account"), .text("key"), .bytes("fingerprint"), .bytes("photo"), .boolean("is_new"),
    .integer("expires_at"),
  ]

  static let archiveColumns: [CopiedColumn] = [
    .bytes("secret_hash"), .integer("account"), .integer("password_version"), .boolean("is_album"),
    .integer("expires_at"),
  ]

  private static let alike: [String: [CopiedColumn]] = [
    "account": accountColumns,
    "variant": [
      .integer("photo"), .text("name"), .bytes("digest"), .integer("byte_count"), .text("type"), .integer("width"),
      .integer("height"), .text("specification"), .text("transformers"),
    ],
    "former_owner": [.integer("photo"), .integer("account"), .integer("sequence"), .integer("version")],
    "original": [.integer("owner"), .bytes("digest"), .integer("photo")],
    "favourite": [.integer("photo"), .integer("account"), .integer("set_at")],
    "favourite_edit": [
      .integer("photo"), .integer("account"), .text("device"), .integer("number"), .integer("expires_at"),
    ],
    "derivation": [.integer("photo"), .boolean("is_anew"), .integer("attempts"), .integer("not_before")],
    "app_password": [
      .bytes("id"), .integer("account"), .bytes("secret_hash"), .text("name"), .integer("scopes"),
      .integer("created_at"), .integer("expires_at"), .integer("used_at"),
    ],
    "browser_session": [
      .bytes("id"), .integer("account"), .bytes("secret_hash"), .text("browser"), .text("system"),
      .integer("created_at"), .integer("used_at"), .integer("expires_at"),
    ],
    "invitation": [
      .bytes("id"), .integer("account"), .bytes("secret_hash"), .text("note"), .integer("use_limit"),
      .integer("created_at"), .integer("expires_at"),
    ],
    "invitation_use": [.bytes("invitation"), .integer("account")],
    "upload_ticket": [
      .bytes("id"), .integer("account"), .bytes("secret_hash"), .bytes("app_password"), .bytes("digest"),
      .integer("byte_count"), .text("type"), .text("caption"), .integer("visibility"), .integer("created_at"),
      .integer("expires_at"), .bytes("photo"), .boolean("is_new"),
    ],
    "archive_digest": [.text("tag"), .bytes("sha256"), .integer("noted_at")],
    "album_contributor": [.integer("album"), .integer("account"), .bytes("album_id")],
    "album_photo": [
      .integer("album"), .integer("photo"), .integer("place"), .integer("owner"), .integer("access"),
      .text("guest_name"),
    ],
    "link_guest": [.integer("number"), .bytes("id"), .bytes("link"), .text("name"), .integer("created_at")],
    "guest_like": [.integer("number"), .bytes("link"), .integer("photo"), .integer("guest"), .integer("liked_at")],
    "withdrawal": [
      .integer("account"), .integer("subject"), .bytes("id"), .integer("sequence"), .integer("version"),
      .text("reason"),
    ],
  ]
}
