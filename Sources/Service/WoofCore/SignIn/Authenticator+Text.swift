// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography

/// Sign-in with passwords that are texts already, as a terminal or a test gives them. The texts themselves are not
/// overwritten.
extension Authenticator {
  /// The principal of a credential that has lately been verified; otherwise as the same of bytes.
  public func remembered(name: String, password: String, address: String) -> Principal? {
    remembered(name: name, password: WipedBytes(password), address: address)
  }

  /// The principal of a credential.
  ///
  /// - Throws: As the same of bytes.
  public func principal(name: String, password: String, address: String) async throws -> Principal {
    try await principal(name: name, password: WipedBytes(password), address: address)
  }

  /// Replaces the password of a principal that knows its current one.
  ///
  /// - Throws: As the same of bytes.
  public func changePassword(of principal: Principal, current: String, new: String, address: String) async throws {
    try await changePassword(of: principal, current: WipedBytes(current), new: WipedBytes(new), address: address)
  }

  /// Replaces the password of an account, whatever it was.
  ///
  /// - Throws: As the same of bytes.
  public func setPassword(of name: AccountName, to password: String) async throws {
    try await setPassword(of: name, to: WipedBytes(password))
  }

  /// Adds an account.
  ///
  /// - Throws: As the same of bytes.
  public func addAccount(
    _ name: AccountName, password: String, isAdministrator: Bool, address: String? = nil
  ) async throws -> Account {
    try await addAccount(name, password: WipedBytes(password), isAdministrator: isAdministrator, address: address)
  }
}
