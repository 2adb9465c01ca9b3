// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the ticket of a secret; `nil` if there is none, or if it has expired at `time`.
  func ticket(ofSecretHash hash: Digest, at time: Timestamp) throws(SQLiteError) -> UploadTicket? {
    try database[.ticketOfSecret].first(hash, time) { (columns) throws(SQLiteError) in try UploadTicket(&columns) }
  }

  /// Returns the ticket of an id; `nil` if there is none, or if it has expired at `time`.
  func ticket(_ id: UploadTicketID, at time: Timestamp) throws(SQLiteError) -> UploadTicket? {
    try database[.ticket].first(id.uuid, time) { (columns) throws(SQLiteError) in try UploadTicket(&columns) }
  }

  /// Returns a page of tickets that have not expired, the newest first.
  func tickets(_ query: UploadTicketQuery) throws(SQLiteError) -> [UploadTicket] {
    let end = query.after?.uuid ?? PhotoID(high: .max, low: .max)
    guard let account = query.account else {
      return try database[.ticketsOfAll].all(query.time, end, query.limit) {
        (columns) throws(SQLiteError) in try UploadTicket(&columns)
      }
    }
    return try database[.ticketsOfAccount].all(account, query.time, end, query.limit) {
      (columns) throws(SQLiteError) in try UploadTicket(&columns)
    }
  }
}

extension UploadTicket {
  /// Reads the columns of ``SQL/ticketColumns``.
  fileprivate init(_ columns: inout Columns) throws(SQLiteError) {
    let id = UploadTicketID(uuid: try columns.next())
    let owner = Principal(
      id: try columns.next(), name: try columns.next(), isAdministrator: try columns.next(),
      passwordVersion: try columns.next())
    let photo = Promise(
      digest: try columns.next(), byteCount: try columns.next(), type: try columns.next(),
      caption: try columns.next(), visibility: try columns.next())
    self.init(
      id: id, owner: owner, photo: photo, createdAt: try columns.next(), expiresAt: try columns.next(),
      use: try Use(&columns))
  }
}

extension UploadTicket.Use {
  fileprivate init?(_ columns: inout Columns) throws(SQLiteError) {
    let (photo, isNew) = (try columns.next(PhotoID?.self), try columns.next(Bool.self))
    guard let photo else { return nil }
    self.init(photo: photo, isNew: isNew)
  }
}

extension SQL {
  private static let ticketColumns = """
    SELECT upload_ticket.id, account, name, is_administrator, password_version, digest, byte_count, type, caption,
      visibility, upload_ticket.created_at, expires_at, photo, is_new
    FROM upload_ticket JOIN account ON account.number = upload_ticket.account
    """
  fileprivate static let ticketOfSecret = SQL("\(ticketColumns) WHERE secret_hash = ?1 AND expires_at > ?2")
  fileprivate static let ticket = SQL("\(ticketColumns) WHERE upload_ticket.id = ?1 AND expires_at > ?2")
  // The plus keeps the index of expiries out, by which all would have to be sorted for each page.
  fileprivate static let ticketsOfAll = SQL(
    "\(ticketColumns) WHERE +expires_at > ?1 AND upload_ticket.id < ?2 ORDER BY upload_ticket.id DESC LIMIT ?3")
  fileprivate static let ticketsOfAccount = SQL(
    "\(ticketColumns) WHERE account = ?1 AND expires_at > ?2 AND upload_ticket.id < ?3 ORDER BY upload_ticket.id DESC LIMIT ?4"
  )
}
