// SPDX-License-Identifier: Apache-2.0

extension WoofClient {
  /// Signs in now rather than when the service asks: whoever is to be asked is asked, unless a credential is known.
  ///
  /// - Returns: The account.
  /// - Throws: ``WoofError``, as with ``WoofError/Code/signInCancelled`` or ``WoofError/Code/authenticationRequired``;
  ///   `CancellationError` when the task is cancelled.
  @discardableResult
  public func signIn() async throws -> Account { try await account() }

  /// Forgets the credential, wherever it is kept. Requests from now on are nobody's until somebody is asked again.
  ///
  /// - Throws: The store's error where it cannot forget.
  public func signOut() async throws { try await desk.forget() }

  /// Changes the password of the account, and goes on with the new one.
  ///
  /// - Throws: ``WoofError``, as with ``WoofError/Code/forbidden`` where the current password is wrong;
  ///   `CancellationError` when the task is cancelled.
  public func changePassword(from current: String, to new: String) async throws {
    try await response(to: ChangePasswordRequest(current: current, new: new))
    await desk.replacePassword(new)
  }
}
