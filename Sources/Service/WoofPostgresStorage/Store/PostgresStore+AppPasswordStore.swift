// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: AppPasswordStore {
  /// Keeps a new app password, and removes those of its account that have expired.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has too many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted, or `authentication-required` where it has another
  ///   password by now.
  package func addAppPassword(_ password: AppPassword, secretHash hash: Digest, countLimit: Int) async throws {
    let grant = Grant(
      id: password.id.uuid, account: password.account.id, secretHash: hash,
      passwordVersion: password.account.passwordVersion, createdAt: password.createdAt, countLimit: countLimit)
    let values: [PostgreSQLValue] = [
      .text(password.name), .integer(Int64(password.scopes.rawValue)), .integer(password.expiresAt?.milliseconds),
    ]
    try await add(grant, AppPasswordSQL.add, values) { (count) throws(WoofError) in
      try AppPassword.admit(count: count, countLimit: countLimit)
    }
  }

  /// Returns the app password of a secret; `nil` if there is none. It may have expired.
  package func appPassword(ofSecretHash hash: Digest) async throws -> AppPassword? {
    try await appPasswords(
      PostgreSQLStatement("\(AppPasswordSQL.read) WHERE secret_hash = $1", .bytes([UInt8](hash.bytes)))
    ).first
  }

  /// Returns the app password of an id; `nil` if there is none. It may have expired.
  package func appPassword(_ id: AppPasswordID) async throws -> AppPassword? {
    try await appPasswords(
      PostgreSQLStatement("\(AppPasswordSQL.read) WHERE app_password.id = $1", .bytes(id.uuid.columnBytes))
    ).first
  }

  /// Returns a page of app passwords, the newest first, those that have expired as well.
  package func appPasswords(_ query: AppPasswordQuery) async throws -> [AppPassword] {
    try await appPasswords(
      PostgreSQLStatement(
        AppPasswordSQL.page, .integer(query.account?.rawValue), .bytes(query.after?.uuid.columnBytes),
        .integer(Int64(clamping: query.limit))))
  }

  /// Removes an app password of an account, and the upload tickets that were issued with it.
  ///
  /// - Returns: `true` if there was one.
  package func removeAppPassword(_ id: AppPasswordID, of account: AccountID) async throws -> Bool {
    try await removeGrants(of: account, AppPasswordSQL.remove, [.bytes(id.uuid.columnBytes)]) > 0
  }

  /// Notes that an app password was used; does nothing where it is gone.
  package func noteUse(ofAppPassword id: AppPasswordID, at time: Timestamp) async throws {
    try await write(
      PostgreSQLStatement(
        "UPDATE app_password SET used_at = greatest(used_at, $2) WHERE id = $1", .bytes(id.uuid.columnBytes),
        .integer(time.milliseconds)))
  }

  private func appPasswords(_ statement: PostgreSQLStatement) async throws -> [AppPassword] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try AppPasswordSQL.appPassword(&row) }
    }
  }
}
