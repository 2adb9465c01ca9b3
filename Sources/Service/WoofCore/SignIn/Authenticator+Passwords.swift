// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
internal import WoofModel

extension Authenticator {
  /// Replaces the password of a principal that knows its current one. What the old one let in ends: remembered sign-ins at
  /// once, live streams within seconds. Of two changes at a time, the one that comes second is refused: what it proved
  /// itself by is no longer the password.
  ///
  /// - Parameter address: The client's address without a port, by which a wrong `current` is counted.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where `new` breaks the ``PasswordRule``;
  ///   `forbidden` where `current` is wrong, as `authentication-required` would be taken for the credential of the
  ///   request; and what ``principal(name:password:address:)`` and the credential store throw.
  package func changePassword(of principal: Principal, current: WipedBytes, new: WipedBytes, address: String)
    async throws
  {
    let change = try await preparePasswordChange(of: principal, current: current, new: new, address: address)
    try await makePasswordChange(change)
  }

  /// Does all of ``changePassword(of:current:new:address:)`` but for the change itself.
  ///
  /// - Throws: As that.
  package func preparePasswordChange(
    of principal: Principal, current: WipedBytes, new: WipedBytes, address: String
  ) async throws -> PreparedPasswordChange {
    try PasswordRule.check(new, for: principal.name)
    let proven: Principal
    do {
      proven = try await self.principal(name: principal.name.text, password: current, address: address)
    } catch let error as WoofError where error.code == .authenticationRequired {
      throw WoofError(.forbidden, "The current password is wrong.", cause: error)
    }
    guard proven.appPassword == nil else {
      throw WoofError(.forbidden, "This is an app password; give the password of the account.")
    }
    let origin = HashOrigin(account: principal.name, network: ClientNetwork(address), isKnown: true)
    return PreparedPasswordChange(principal: proven, hash: try await hash(of: new, for: origin))
  }

  /// Makes a password change that was prepared.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the password was replaced meanwhile, and what the
  ///   credential store throws.
  package func makePasswordChange(_ change: PreparedPasswordChange) async throws {
    let principal = change.principal
    do {
      try await credentials.setPasswordHash(change.hash, of: principal.name, replacing: principal.passwordVersion)
    } catch let error as WoofError where error.code == .preconditionFailed {
      throw WoofError(
        .forbidden, "The current password is wrong: it was changed a moment ago, by somebody else who knew it.",
        cause: error)
    }
  }

  /// Replaces the password of an account, whatever it was; for its operator.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the password breaks the ``PasswordRule``,
  ///   `not-found` where there is no such account, `unavailable` where too many passwords wait to be hashed, and what the
  ///   credential store throws.
  package func setPassword(of name: AccountName, to password: WipedBytes) async throws {
    try PasswordRule.check(password, for: name)
    try await credentials.setPasswordHash(try await hash(of: password, for: .fromOperator), of: name)
  }

  /// Adds an account.
  ///
  /// - Parameter address: The address from which somebody signs up, without a port; `nil` for an operator, who need not
  ///   wait.
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name is taken, `too-many-requests` where too
  ///   many passwords from the same network wait to be hashed, and as ``setPassword(of:to:)``.
  package func addAccount(
    _ name: AccountName, password: WipedBytes, isAdministrator: Bool, address: String? = nil
  ) async throws -> Account {
    try PasswordRule.check(password, for: name, parameter: "password")
    let origin = address.map { HashOrigin(account: name, network: ClientNetwork($0), isKnown: false) }
    let hash = try await hash(of: password, for: origin ?? .fromOperator)
    return try await credentials.addAccount(
      name, passwordHash: hash, isAdministrator: isAdministrator, at: time.now())
  }

  /// Hashes a new password when its turn has come.
  func hash(of password: WipedBytes, for origin: HashOrigin) async throws -> PasswordHash {
    let cost = configuration.passwordCost
    return try await refusing {
      try await hasher.run(for: origin) {
        try await self.hashing { () throws(CryptographyError) in try PasswordHash(hashing: password, cost: cost) }
      }
    }
  }
}

/// A change of a password that only has to be made: who asked for it knew the current one, and the new one is hashed.
package struct PreparedPasswordChange: Sendable {
  /// The account, and the number of its current password.
  let principal: Principal
  /// The hash of the new password.
  let hash: PasswordHash
}

extension Authenticator {
  /// Hashes a password again that was right, at the configured cost, where its hash has another. Whoever signed in does not
  /// wait for it; the new hash takes its turn behind theirs, and where it gets none, the next sign-in tries again.
  func renewHash(of stored: StoredCredential, matching attempt: SignInAttempt) {
    let (account, cost) = (stored.account, configuration.passwordCost)
    guard stored.passwordHash.cost != cost, beginRenewal(of: account.id) else { return }
    let password = attempt.password
    let origin = HashOrigin(account: account.name, network: attempt.network, isKnown: false)
    Task {
      var isRenewed = false
      do {
        let hash = try await hasher.run(for: origin) {
          try await self.hashing { () throws(CryptographyError) in try PasswordHash(hashing: password, cost: cost) }
        }
        isRenewed = try await credentials.renewPasswordHash(hash, of: account.name, version: account.passwordVersion)
      } catch {
        // The old hash is as good as it was.
      }
      endRenewal(of: account.id, isRenewed: isRenewed)
    }
  }
}

extension Authenticator {
  /// Returns what somebody who signs up finds by a secret, such as an invitation. Not to find it counts as a failed sign-in
  /// from their address.
  ///
  /// - Parameters:
  ///   - address: The address from which somebody signs up, without a port.
  ///   - find: Looks for it.
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests` where there were too many failures, and what `find`
  ///   throws.
  package func countingFailures<Found>(
    from address: String, _ find: () async throws -> Found?
  ) async throws -> Found? {
    let oneTry = SignInTry.signUp(from: ClientNetwork(address))
    try begin(oneTry)
    var isMissing = false
    defer { end(oneTry, isMissing ? .wrong : .undecided) }
    let found = try await find()
    isMissing = found == nil
    return found
  }

  /// Does all of a sign-up but for the account itself. A name that is taken is told after its password was hashed, and
  /// counts as a failed sign-in from its address, so that nobody learns by the way which names there are.
  ///
  /// - Parameter address: The address from which somebody signs up, without a port.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the password breaks the ``PasswordRule``,
  ///   `conflict` where the name is taken, `too-many-requests` where there were too many failures or too many passwords
  ///   from the same network wait to be hashed, `unavailable` where too many of everybody do, and what the credential
  ///   store throws.
  package func prepareSignUp(
    _ name: AccountName, password: WipedBytes, address: String
  ) async throws -> PreparedAccount {
    try PasswordRule.check(password, for: name, parameter: "password")
    let network = ClientNetwork(address)
    let oneTry = SignInTry.signUp(from: network)
    try begin(oneTry)
    var isTaken = false
    defer { end(oneTry, isTaken ? .wrong : .undecided) }
    let hash = try await hash(of: password, for: HashOrigin(account: name, network: network, isKnown: false))
    isTaken = try await credentials.credential(of: name) != nil
    guard !isTaken else {
      throw WoofError(.conflict, "There is an account called \(name) already; choose another name.")
    }
    return PreparedAccount(name: name, hash: hash)
  }

  /// Adds an account that was prepared; it administers nothing.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name was taken meanwhile, and what the credential
  ///   store throws.
  package func addAccount(_ account: PreparedAccount) async throws -> Account {
    try await credentials.addAccount(
      account.name, passwordHash: account.hash, isAdministrator: false, at: time.now())
  }
}

/// An account that only has to be added: its password is hashed.
package struct PreparedAccount: Sendable {
  /// The account's name.
  let name: AccountName
  /// The hash of its password.
  let hash: PasswordHash
}

/// Sign-in with passwords that are texts already, as a terminal or a test gives them. The texts themselves are not
/// overwritten.
extension Authenticator {
  /// The principal of a credential that has lately been verified; otherwise as the same of bytes.
  package func remembered(name: String, password: String, address: String) -> Principal? {
    remembered(name: name, password: WipedBytes(password), address: address)
  }

  /// The principal of a credential.
  ///
  /// - Throws: As the same of bytes.
  package func principal(name: String, password: String, address: String) async throws -> Principal {
    try await principal(name: name, password: WipedBytes(password), address: address)
  }

  /// Replaces the password of a principal that knows its current one.
  ///
  /// - Throws: As the same of bytes.
  package func changePassword(of principal: Principal, current: String, new: String, address: String) async throws {
    try await changePassword(of: principal, current: WipedBytes(current), new: WipedBytes(new), address: address)
  }

  /// Replaces the password of an account, whatever it was.
  ///
  /// - Throws: As the same of bytes.
  package func setPassword(of name: AccountName, to password: String) async throws {
    try await setPassword(of: name, to: WipedBytes(password))
  }

  /// Adds an account.
  ///
  /// - Throws: As the same of bytes.
  package func addAccount(
    _ name: AccountName, password: String, isAdministrator: Bool, address: String? = nil
  ) async throws -> Account {
    try await addAccount(name, password: WipedBytes(password), isAdministrator: isAdministrator, address: address)
  }
}
