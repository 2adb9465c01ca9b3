// SPDX-License-Identifier: Apache-2.0

/// Rows that are mirrored together, and the key by which a journal tells them.
struct MirrorSubject: Hashable, Sendable {
  /// The name in the journal.
  let name: String
  /// The types of the key: two numbers, a run of bytes and a text at most.
  let key: [CopiedColumn.Kind]

  /// The columns of a journal that hold the key.
  var places: [String] {
    var numbers = ["first_number", "second_number"][...]
    return key.map { kind in
      switch kind {
      case .integer, .boolean: numbers.popFirst() ?? ""
      case .text: "text"
      case .bytes: "bytes"
      }
    }
  }

  static let account = MirrorSubject(name: "account", key: [.integer])
  /// The row of a photo that changes with every favourite.
  static let photo = MirrorSubject(name: "photo", key: [.integer])
  /// All else that belongs to a photo alone.
  static let detail = MirrorSubject(name: "detail", key: [.integer])
  static let album = MirrorSubject(name: "album", key: [.integer])
  static let albumPhoto = MirrorSubject(name: "album_photo", key: [.integer, .integer])
  static let albumContributor = MirrorSubject(name: "album_contributor", key: [.integer, .integer])
  static let favourite = MirrorSubject(name: "favourite", key: [.integer, .integer])
  static let checkValue = MirrorSubject(name: "check_value", key: [.bytes])
}

/// A table whose changes are noted while a service moves.
struct CapturedTable: Hashable, Sendable {
  let name: String
  let subject: MirrorSubject
  /// The columns that hold the key of the subject.
  let columns: [String]

  private init(_ name: String, _ columns: [String], _ subject: MirrorSubject) {
    (self.name, self.columns, self.subject) = (name, columns, subject)
  }

  private init(_ name: String, _ columns: (name: String, kind: CopiedColumn.Kind)...) {
    self.init(name, columns.map(\.name), MirrorSubject(name: name, key: columns.map(\.kind)))
  }

  /// The tables of the embedded schema.
  static let embedded =
    common + [CapturedTable("part_hash", ["photo"], .detail), CapturedTable("photo_annotation", ["photo"], .detail)]

  /// The tables of PostgreSQL.
  static let postgres = common

  private static let common = [
    CapturedTable("account", ["number"], .account), CapturedTable("account_deletion", ["account"], .account),
    CapturedTable("photo", ["number"], .photo), CapturedTable("photo_detail", ["photo"], .detail),
    CapturedTable("variant", ["photo"], .detail), CapturedTable("former_owner", ["photo"], .detail),
    CapturedTable("original", ["photo"], .detail), CapturedTable("restorable_photo", ["photo"], .detail),
    CapturedTable("derivation", ["photo"], .detail),
    CapturedTable("idempotency_key", ("account", .integer), ("key", .text)),
    CapturedTable("favourite", ["photo", "account"], .favourite),
    CapturedTable("favourite_edit", ("photo", .integer), ("account", .integer), ("device", .text)),
    CapturedTable("app_password", ("id", .bytes)), CapturedTable("browser_session", ("id", .bytes)),
    CapturedTable("invitation", ("id", .bytes)),
    CapturedTable("invitation_use", ("invitation", .bytes), ("account", .integer)),
    CapturedTable("upload_ticket", ("id", .bytes)), CapturedTable("archive", ("secret_hash", .bytes)),
    CapturedTable("check_value", ["digest"], .checkValue), CapturedTable("archive_digest", ("tag", .text)),
    CapturedTable("album", ["number"], .album),
    CapturedTable("album_contributor", ["album", "account"], .albumContributor),
    CapturedTable("album_photo", ["album", "photo"], .albumPhoto), CapturedTable("share_link", ("id", .bytes)),
    CapturedTable("link_guest", ("number", .integer)), CapturedTable("guest_like", ("number", .integer)),
    CapturedTable("withdrawal", ("account", .integer), ("subject", .integer), ("id", .bytes)),
  ]
}
