// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: UploadTicketStore {
  /// Keeps a new ticket. Of the account's used tickets, only so many are remembered as it may have open ones: the newest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted, or `authentication-required` where it has another
  ///   password by now, or the app password that its owner signed in with has been revoked.
  package func addTicket(_ ticket: UploadTicket, secretHash hash: Digest, countLimit: Int) async throws {
    let grant = Grant(
      id: ticket.id.uuid, account: ticket.owner.id, secretHash: hash, passwordVersion: ticket.owner.passwordVersion,
      createdAt: ticket.createdAt, countLimit: countLimit)
    let photo = ticket.photo
    let values: [PostgreSQLValue] = [
      .bytes(ticket.owner.appPassword?.id.uuid.columnBytes), .bytes([UInt8](photo.digest.bytes)),
      .integer(photo.byteCount), .text(photo.type.rawValue), .text(photo.caption),
      .integer(photo.visibility.columnNumber), .integer(ticket.expiresAt.milliseconds),
    ]
    try await add(grant, UploadTicketSQL.add, values) { (count) throws(WoofError) in
      try UploadTicket.admit(openCount: count, countLimit: countLimit)
    }
  }

  /// Returns the ticket of a secret; `nil` if there is none, or if it has expired at `time`.
  package func ticket(ofSecretHash hash: Digest, at time: Timestamp) async throws -> UploadTicket? {
    try await tickets(
      PostgreSQLStatement(
        "\(UploadTicketSQL.read) WHERE secret_hash = $1 AND expires_at > $2", .bytes([UInt8](hash.bytes)),
        .integer(time.milliseconds))
    ).first
  }

  /// Returns the ticket of an id; `nil` if there is none, or if it has expired at `time`.
  package func ticket(_ id: UploadTicketID, at time: Timestamp) async throws -> UploadTicket? {
    try await tickets(
      PostgreSQLStatement(
        "\(UploadTicketSQL.read) WHERE upload_ticket.id = $1 AND expires_at > $2", .bytes(id.uuid.columnBytes),
        .integer(time.milliseconds))
    ).first
  }

  /// Returns a page of tickets that have not expired, the newest first.
  package func tickets(_ query: UploadTicketQuery) async throws -> [UploadTicket] {
    try await tickets(
      PostgreSQLStatement(
        UploadTicketSQL.page, .integer(query.account?.rawValue), .bytes(query.after?.uuid.columnBytes),
        .integer(Int64(clamping: query.limit)), .integer(query.time.milliseconds)))
  }

  /// Removes a ticket of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeTicket(_ id: UploadTicketID, of account: AccountID) async throws -> Bool {
    try await removeGrants(of: account, UploadTicketSQL.remove, [.bytes(id.uuid.columnBytes)]) > 0
  }

  private func tickets(_ statement: PostgreSQLStatement) async throws -> [UploadTicket] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try UploadTicketSQL.ticket(&row) }
    }
  }
}
