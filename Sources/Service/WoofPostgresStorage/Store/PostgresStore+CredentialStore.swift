// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofCryptography
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: CredentialStore {
  /// Grows after any account or credential changed: at once where this node changed it, and soon where another did.
  package var credentialGeneration: UInt64 { accounts.value }

  /// The credential of an account; `nil` where there is no account of that name.
  package func credential(of name: AccountName) async throws -> StoredCredential? {
    try await read(PostgreSQLStatement(AccountSQL.credential, .text(name.text))) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        let account = try AccountSQL.account(&row)
        return StoredCredential(account: account, passwordHash: try row.whole(PasswordHash(try row.text())))
      }
    }
  }

  /// Adds an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name is taken; nothing changes then.
  package func addAccount(
    _ name: AccountName, passwordHash: PasswordHash, isAdministrator: Bool, at time: Timestamp
  ) async throws -> Account {
    let statement = PostgreSQLStatement(
      AccountSQL.add, .text(name.text), .text(passwordHash.description), .boolean(isAdministrator),
      .integer(time.milliseconds))
    let number = try await changeAccount([statement], isRepeatable: false) { try await self.number(name, passwordHash) }
    guard let number else { throw WoofError.nameTaken(name) }
    return Account(
      id: AccountID(rawValue: number), name: name, isAdministrator: isAdministrator, isDisabled: false, createdAt: time)
  }

  /// Replaces the password of an account, where it is the one of the given number or none is given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account, or
  ///   `precondition-failed` where it has another password by now.
  package func setPasswordHash(_ hash: PasswordHash, of name: AccountName, replacing version: Int64?) async throws {
    let statement = PostgreSQLStatement(
      AccountSQL.setPassword, .text(name.text), .text(hash.description), .integer(version))
    let number = try await changeAccount([GrantSQL.lock(name), statement], isRepeatable: false) {
      try await self.number(name, hash)
    }
    guard number == nil else { return }
    guard try await credential(of: name) != nil else { throw WoofError.noAccount(name) }
    throw WoofError.passwordReplaced(of: name)
  }

  /// Replaces the hash of an account by another of the same password.
  ///
  /// - Returns: `true` if that is still the account's password; nothing changes where it is not.
  package func renewPasswordHash(_ hash: PasswordHash, of name: AccountName, version: Int64) async throws -> Bool {
    let statement = PostgreSQLStatement(
      AccountSQL.renewPassword, .text(name.text), .text(hash.description), .integer(version))
    return try await write([statement]) { $0.count == 1 }
  }

  /// The number of accounts whose hashes have a cost, by cost; it takes a look at every account.
  package func passwordCosts() async throws -> [PasswordHash.Cost: Int] {
    let found = try await read(PostgreSQLStatement(AccountSQL.passwordCosts)) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in (try row.text(), try row.count()) }
    }
    var counts: [PasswordHash.Cost: Int] = [:]
    for (text, count) in found { if let cost = PasswordHash.Cost(text) { counts[cost] = count } }
    return counts
  }

  /// Forbids or allows an account to sign in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func setDisabled(_ isDisabled: Bool, of name: AccountName) async throws {
    let statement = PostgreSQLStatement(AccountSQL.setDisabled, .text(name.text), .boolean(isDisabled))
    let number = try await changeAccount([GrantSQL.lock(name), statement], isRepeatable: true) { nil }
    guard number != nil else { throw WoofError.noAccount(name) }
  }

  /// All accounts, by name.
  package func accounts() async throws -> [AccountSummary] {
    try await read(PostgreSQLStatement(AccountSQL.summaries + " ORDER BY name")) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try AccountSQL.summary(&row) }
    }
  }

  /// Returns the summary of an account; `nil` if there is none.
  package func summary(of id: AccountID) async throws -> AccountSummary? {
    let statement = PostgreSQLStatement(AccountSQL.summaries + " AND number = $1", .integer(id.rawValue))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try AccountSQL.summary(&row) }
    }
  }

  /// Changes one account and the generation in one transaction, the last of whose statements answers.
  ///
  /// - Parameters:
  ///   - isRepeatable: `true` if doing it twice does no harm.
  ///   - settle: Finds out by reading whether it was done, where that is not known: the number of the account then.
  /// - Returns: The number of the account; `nil` where nothing changed.
  func changeAccount(
    _ statements: [PostgreSQLStatement], isRepeatable: Bool, settlingBy settle: () async throws -> Int64?
  ) async throws -> Int64? {
    var isUnknown = false
    for attempt in 0... {
      do {
        let rows = try await pool.run(.writing(statements), retryingAs: isRepeatable)
        let found = try rows.last?.first { (row) throws(PostgreSQLError) in
          (number: try row.integer(), generation: try row.integer())
        }
        if let found { accounts.advance(to: found.generation) }
        // Where an earlier attempt was thought lost, it may be what stands in the way.
        return try await found == nil && isUnknown ? settle() : found?.number
      } catch let error as PostgreSQLError where error.code == .outcomeUnknown && attempt < 3 {
        isUnknown = true
        guard let number = try await settle() else { continue }
        accounts.advance(to: try await CredentialGeneration.read(in: pool))
        return number
      } catch let error as PostgreSQLError {
        throw WoofError(error)
      }
    }
    return nil
  }

  /// The number of an account, if it has this very hash: hashes are salted, so nobody else has made it.
  private func number(_ name: AccountName, _ hash: PasswordHash) async throws -> Int64? {
    let found = try await credential(of: name)
    return found?.passwordHash == hash ? found?.account.id.rawValue : nil
  }
}
