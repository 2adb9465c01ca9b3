// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  private static let ticketsAtOnce = 500

  /// Keeps a new ticket, and forgets the oldest used ones of its account where there are too many.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/UploadTicketStore/addTicket(_:secretHash:countLimit:)``;
  ///   ``SQLiteError``.
  mutating func addTicket(_ ticket: UploadTicket, secretHash hash: Digest, countLimit: Int) throws {
    let account = ticket.owner.id
    try requireActive(account)
    try requirePassword(ticket.owner.passwordVersion, of: account)
    let appPassword = ticket.owner.appPassword?.id.uuid
    if let appPassword { try requireAppPassword(appPassword) }
    let count = try database[.openTicketCount].first(account, ticket.createdAt) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    try UploadTicket.admit(openCount: count ?? 0, countLimit: countLimit)
    try database[.forgetUsedTickets].run(account, countLimit, Self.ticketsAtOnce)
    let photo = ticket.photo
    try database[.insertTicket].run(
      ticket.id.uuid, account, hash, photo.digest, photo.byteCount, photo.type, photo.caption, photo.visibility,
      ticket.createdAt, ticket.expiresAt)
    if let appPassword { try database[.tieTicket].run(ticket.id.uuid, appPassword) }
  }

  /// Makes sure that an app password has not been revoked.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`; ``SQLiteError``.
  private func requireAppPassword(_ id: PhotoID) throws {
    let isThere = try database[.hasAppPassword].first(id) { (columns) throws(SQLiteError) in
      try columns.next(Bool.self)
    }
    guard isThere == true else {
      throw WoofError.revokedAppPassword
    }
  }

  /// Removes a ticket of an account; whether there was one.
  func removeTicket(_ id: UploadTicketID, of account: AccountID) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.removeTicket].run(id.uuid, account)
    return database.changeCount > before
  }

  /// Removes all tickets of an account: what was granted to who knew its password lasts no longer than that.
  func removeTickets(of account: AccountID) throws(SQLiteError) {
    try database[.removeTicketsOfAccount].run(account)
  }

  /// Removes the tickets that were issued with an app password: they last no longer than that.
  func removeTickets(ofAppPassword id: AppPasswordID) throws(SQLiteError) {
    try database[.removeTicketsOfAppPassword].run(id.uuid)
  }

  /// Forgets a part of the tickets that have expired.
  ///
  /// - Returns: `true` if there may be more to forget.
  func forgetTickets(expiredBy time: Timestamp) throws(SQLiteError) -> Bool {
    let before = database.changeCount
    try database[.forgetExpiredTickets].run(time, Self.ticketsAtOnce)
    return database.changeCount - before >= Int64(Self.ticketsAtOnce)
  }

  /// Returns the photo that became of a ticket; `nil` if none has.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the ticket is not there, or has expired at `time`;
  ///   ``SQLiteError``.
  func use(of ticket: UploadTicketID, at time: Timestamp) throws -> UploadTicket.Use? {
    let found = try database[.useOfTicket].first(ticket.uuid, time) { (columns) throws(SQLiteError) in
      (photo: try columns.next(PhotoID?.self), isNew: try columns.next(Bool.self))
    }
    guard let found else { throw WoofError.noSuchTicket }
    return found.photo.map { UploadTicket.Use(photo: $0, isNew: found.isNew) }
  }

  /// Notes the photo that became of a ticket.
  func settle(_ ticket: UploadTicketID, by addition: PhotoAddition) throws(SQLiteError) {
    switch addition {
    case .added(let record): try database[.settleTicket].run(ticket.uuid, record.id, true)
    case .duplicate(let record): try database[.settleTicket].run(ticket.uuid, record.id, false)
    case .replayed(let response): try database[.settleTicket].run(ticket.uuid, response.photo, response.isNew)
    }
  }
}

extension SQL {
  fileprivate static let openTicketCount = SQL(
    "SELECT count(*) FROM upload_ticket WHERE account = ?1 AND photo IS NULL AND expires_at > ?2")
  fileprivate static let insertTicket = SQL(
    """
    INSERT INTO upload_ticket (id, account, secret_hash, digest, byte_count, type, caption, visibility, created_at,
      expires_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """)
  fileprivate static let tieTicket = SQL("UPDATE upload_ticket SET app_password = ?2 WHERE id = ?1")
  fileprivate static let hasAppPassword = SQL("SELECT EXISTS (SELECT 1 FROM app_password WHERE id = ?1)")
  fileprivate static let removeTicketsOfAppPassword = SQL("DELETE FROM upload_ticket WHERE app_password = ?1")
  fileprivate static let forgetUsedTickets = SQL(
    """
    DELETE FROM upload_ticket WHERE id IN (
      SELECT id FROM upload_ticket WHERE account = ?1 AND photo IS NOT NULL ORDER BY id DESC LIMIT ?3 OFFSET ?2)
    """)
  fileprivate static let removeTicket = SQL("DELETE FROM upload_ticket WHERE id = ?1 AND account = ?2")
  fileprivate static let removeTicketsOfAccount = SQL("DELETE FROM upload_ticket WHERE account = ?1")
  fileprivate static let forgetExpiredTickets = SQL(
    """
    DELETE FROM upload_ticket WHERE id IN (
      SELECT id FROM upload_ticket WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
    """)
  fileprivate static let useOfTicket = SQL("SELECT photo, is_new FROM upload_ticket WHERE id = ?1 AND expires_at > ?2")
  fileprivate static let settleTicket = SQL("UPDATE upload_ticket SET photo = ?2, is_new = ?3 WHERE id = ?1")
}
