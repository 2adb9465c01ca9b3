// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The principal that a stream is for; it goes on as long as that account may have it and has the same password.
struct EventStanding: Hashable, Sendable {
  /// The account that signed in.
  let principal: Principal
  /// `true` if only administrators may have the stream.
  let isForAdministrators: Bool

  /// Returns `true` if the account may still have the stream, by what is stored now.
  ///
  /// - Throws: ``WoofModel/WoofError`` where the store cannot tell.
  func holds(in credentials: any CredentialStore) async throws -> Bool {
    guard let account = try await credentials.credential(of: principal.name)?.account else { return false }
    return account.id == principal.id && account.passwordVersion == principal.passwordVersion && !account.isDisabled
      && (account.isAdministrator || !isForAdministrators)
  }
}
