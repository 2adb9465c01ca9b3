// SPDX-License-Identifier: Apache-2.0

public import WoofCryptography
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
  public func changePassword(of principal: Principal, current: WipedBytes, new: WipedBytes, address: String)
    async throws
  {
    let change = try await preparePasswordChange(of: principal, current: current, new: new, address: address)
    try await makePasswordChange(change)
  }

  /// Does all of ``changePassword(of:current:new:address:)`` but for the change itself.
  ///
  /// - Throws: As that.
  public func preparePasswordChange(
    of principal: Principal, current: WipedBytes, new: WipedBytes, address: String
  ) async throws -> PreparedPasswordChange {
    try PasswordRule.check(new, for: principal.name)
    let proven: Principal
    do {
      proven = try await self.principal(name: principal.name.text, password: current, address: address)
    } catch let error as WoofError where error.code == .authenticationRequired {
      throw WoofError(.forbidden, "The current password is wrong.", cause: error)
    }
    let origin = HashOrigin(account: principal.name, network: ClientNetwork(address), isKnown: true)
    return PreparedPasswordChange(principal: proven, hash: try await hash(of: new, for: origin))
  }

  /// Makes a password change that was prepared.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the password was replaced meanwhile, and what the
  ///   credential store throws.
  public func makePasswordChange(_ change: PreparedPasswordChange) async throws {
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
  public func setPassword(of name: AccountName, to password: WipedBytes) async throws {
    try PasswordRule.check(password, for: name)
    try await credentials.setPasswordHash(try await hash(of: password, for: .fromOperator), of: name)
  }

  /// Adds an account.
  ///
  /// - Parameter address: The address from which somebody signs up, without a port; `nil` for an operator, who need not
  ///   wait.
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the name is taken, `too-many-requests` where too
  ///   many passwords from the same network wait to be hashed, and as ``setPassword(of:to:)``.
  public func addAccount(
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
public struct PreparedPasswordChange: Sendable {
  /// The account, and the number of its current password.
  let principal: Principal
  /// The hash of the new password.
  let hash: PasswordHash
}
