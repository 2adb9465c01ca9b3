// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of accounts, and their rows. What changes an account moves the generation on in the same statement.
enum AccountSQL {
  /// The columns that ``account(_:)`` reads.
  static let columns =
    "account.number, account.name, is_administrator, is_disabled, account.created_at, password_version"

  static let credential = "SELECT \(columns), password_hash FROM account WHERE name = $1 AND deleted_at IS NULL"

  static let summaries = """
    SELECT \(columns), coalesce(photo_count, 0), coalesce(byte_count, 0), coalesce(deleted_photo_count, 0),
      coalesce(deleted_byte_count, 0),
      (SELECT count(*) FROM favourite JOIN photo ON photo.number = favourite.photo
        WHERE favourite.account = account.number AND NOT photo.is_deleted),
      byte_limit, photo_limit, upload_limit
    FROM account LEFT JOIN account_tally ON account_tally.account = number
    WHERE deleted_at IS NULL
    """

  // A hash is `$scrypt$`, its cost, and after another `$` the rest.
  static let passwordCosts = """
    SELECT split_part(password_hash, '$', 3) AS cost, count(*) FROM account WHERE deleted_at IS NULL GROUP BY cost
    """

  static let add = changing(
    """
    INSERT INTO account (name, password_hash, is_administrator, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name) DO NOTHING RETURNING number
    """)
  static let setPassword = changing(
    """
    UPDATE account SET password_hash = $2, password_version = password_version + 1
    WHERE name = $1 AND deleted_at IS NULL AND ($3 IS NULL OR password_version = $3) RETURNING number
    """, GrantSQL.endings(of: [.uploadTicket, .appPassword, .browserSession]))
  static let setDisabled = changing(
    "UPDATE account SET is_disabled = $2 WHERE name = $1 AND deleted_at IS NULL RETURNING number",
    GrantSQL.endings(of: [.uploadTicket, .browserSession], where: "$2"))

  static let setAdministrator = changing(
    "UPDATE account SET is_administrator = $2 WHERE name = $1 AND deleted_at IS NULL RETURNING number")

  static let setQuota = """
    UPDATE account SET byte_limit = $2, photo_limit = $3, upload_limit = $4 WHERE name = $1 AND deleted_at IS NULL
    RETURNING number
    """

  // The generation stays, as it is the same password.
  static let renewPassword = """
    UPDATE account SET password_hash = $2 WHERE name = $1 AND password_version = $3 AND deleted_at IS NULL
    RETURNING number
    """

  private static func changing(_ statement: String, _ endings: String = "") -> String {
    """
    WITH changed AS (\(statement))\(endings),
    \(GrantSQL.advancing(after: "changed"))
    SELECT changed.number, generation.value FROM changed, generation
    """
  }

  static func account(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> Account {
    Account(
      id: try row.accountID(), name: try row.accountName(), isAdministrator: try row.boolean(),
      isDisabled: try row.boolean(), createdAt: try row.timestamp(), passwordVersion: try row.integer())
  }

  static func summary(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> AccountSummary {
    AccountSummary(
      account: try account(&row), photoCount: try row.count(), byteCount: try row.integer(),
      deletedPhotoCount: try row.count(), deletedByteCount: try row.integer(), favouriteCount: try row.count(),
      quota: AccountQuota(
        byteCount: try row.optionalInteger(), photoCount: try row.optionalInteger(),
        uploadCount: try row.optionalInteger()))
  }
}
