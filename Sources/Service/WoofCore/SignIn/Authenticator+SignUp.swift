// SPDX-License-Identifier: Apache-2.0

public import WoofCryptography
internal import WoofModel

extension Authenticator {
  /// Does all of a sign-up but for the account itself. A name that is taken is told after its password was hashed, and
  /// counts as a failed sign-in from its address, so that nobody learns by the way which names there are.
  ///
  /// - Parameter address: The address from which somebody signs up, without a port.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the password breaks the ``PasswordRule``,
  ///   `conflict` where the name is taken, `too-many-requests` where there were too many failures or too many passwords
  ///   from the same network wait to be hashed, `unavailable` where too many of everybody do, and what the credential
  ///   store throws.
  public func prepareSignUp(
    _ name: AccountName, password: WipedBytes, address: String
  ) async throws -> PreparedAccount {
    try PasswordRule.check(password, for: name, parameter: "password")
    let network = ClientNetwork(address)
    try beginSignUp(from: network)
    var isTaken = false
    defer { endSignUp(from: network, isTaken: isTaken) }
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
  public func addAccount(_ account: PreparedAccount) async throws -> Account {
    try await credentials.addAccount(
      account.name, passwordHash: account.hash, isAdministrator: false, at: time.now())
  }
}

/// An account that only has to be added: its password is hashed.
public struct PreparedAccount: Sendable {
  /// The account's name.
  let name: AccountName
  /// The hash of its password.
  let hash: PasswordHash
}
