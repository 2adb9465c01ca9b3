// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of tickets, and their rows.
///
/// A photo that comes by a ticket is added under the lock of the change log, and locks the ticket's row after it, in the order
/// of ids. Whatever removes several tickets locks them in the same order.
enum UploadTicketSQL {
  /// The number of used tickets that are forgotten at once.
  private static let forgottenAtOnce = 500

  static let add = GrantSQL.adding(
    to: .uploadTicket, counting: "photo IS NULL AND expires_at > $5",
    isRevoked: "$7 IS NOT NULL AND NOT EXISTS (SELECT FROM app_password WHERE id = $7)",
    """
    forgotten AS (
      DELETE FROM upload_ticket WHERE id IN (
        SELECT id FROM upload_ticket WHERE id IN (
          SELECT id FROM upload_ticket
          WHERE account = $2 AND photo IS NOT NULL AND EXISTS (SELECT FROM verdict WHERE word = 'new')
          ORDER BY id DESC LIMIT \(forgottenAtOnce) OFFSET $6)
        ORDER BY id FOR UPDATE)),
    added AS (
      INSERT INTO upload_ticket (id, account, secret_hash, app_password, digest, byte_count, type, caption, visibility,
        created_at, expires_at)
      SELECT $1, $2, $3, $7, $8, $9, $10, $11, $12, $5, $13 FROM verdict WHERE word = 'new')
    """)

  static let remove = GrantSQL.removing(from: .uploadTicket, where: "id = $2", isCredential: false)

  /// Locks tickets by which photos are to be added.
  static func lock(_ tickets: [UploadTicketID]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      "SELECT id FROM upload_ticket WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
      .byteStrings(tickets.map(\.uuid.columnBytes)))
  }

  static let read = """
    SELECT upload_ticket.id, account.number, account.name, is_administrator, password_version, digest, byte_count, type,
      caption, visibility, upload_ticket.created_at, expires_at, photo, is_new
    FROM upload_ticket JOIN account ON account.number = upload_ticket.account
    """

  static let page = """
    \(read) WHERE ($1 IS NULL OR upload_ticket.account = $1) AND expires_at > $4
      AND ($2 IS NULL OR upload_ticket.id < $2)
    ORDER BY upload_ticket.id DESC LIMIT $3
    """

  static func ticket(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> UploadTicket {
    let id = UploadTicketID(uuid: try row.photoID())
    let owner = Principal(
      id: try row.accountID(), name: try row.accountName(), isAdministrator: try row.boolean(),
      passwordVersion: try row.integer())
    let promise = UploadTicket.Promise(
      digest: try row.digest(), byteCount: try row.integer(), type: try row.whole(ImageType(rawValue: try row.text())),
      caption: try row.text(), visibility: try row.whole(Visibility(columnNumber: try row.integer())))
    let (createdAt, expiresAt) = (try row.timestamp(), try row.timestamp())
    let (photo, isNew) = (try row.optionalBytes().flatMap { PhotoID(columnBytes: $0) }, try row.boolean())
    return UploadTicket(
      id: id, owner: owner, photo: promise, createdAt: createdAt, expiresAt: expiresAt,
      use: photo.map { UploadTicket.Use(photo: $0, isNew: isNew) })
  }
}
