// SPDX-License-Identifier: Apache-2.0

extension APIService {
  /// Makes a password for one app. The account has to sign in with its own password for it.
  ///
  /// - Parameters:
  ///   - name: What people call it, as the app or the device that has it; 1 to 100 characters.
  ///   - scopes: What it may be used for, at least one thing.
  ///   - end: The time from which it is no longer taken; `nil`, the default, if it ends by being revoked alone.
  /// - Returns: The app password. Its ``AppPassword/password`` is told this once: keep it where only the app reads it.
  /// - Throws: ``WoofError``, as with `forbidden` where the service was signed in to with an app password,
  ///   `invalidParameter`, or `insufficientStorage` where the account has too many; `CancellationError` when the task is
  ///   cancelled.
  public func makeAppPassword(
    named name: String, for scopes: AppPasswordScopes, until end: Timestamp? = nil
  ) async throws -> AppPassword {
    try await response(to: AppPasswordRequest(name: name, scopes: scopes, expiresAt: end))
  }

  /// The account's app passwords, the newest first, asked for page by page as they are read. They are without the passwords
  /// themselves.
  ///
  /// - Parameter pageSize: The number of app passwords in one request, from 1 to 500; 50 by default.
  public func appPasswords(pageSize: Int? = nil) -> AppPasswordSequence {
    AppPasswordSequence(self) { AppPasswordPageRequest(limit: pageSize, after: $0) }
  }

  /// Revokes an app password: who has it is signed in no longer.
  ///
  /// - Parameter id: The ``AppPassword/id`` of the app password; `nil`, the default, for the one with which this service is
  ///   signed in to, which is the only one that an app may revoke by itself.
  /// - Throws: ``WoofError``, as with `notFound` where the account has no such app password, or is not signed in to with one;
  ///   `forbidden` where it is signed in to with one and another is named; `CancellationError` when the task is cancelled.
  public func revokeAppPassword(_ id: String? = nil) async throws {
    try await response(to: RevokeAppPasswordRequest(id: id))
  }
}
