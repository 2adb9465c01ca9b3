internal import WoofCore
internal import WoofModel

/// The principal that a stream is for; it goes on as long as that account may have it and has the same password.
struct EventStanding: Hashable, Sendable {
  /// Who signed in.
  let principal: Principal
  /// Whether only administrators hear what it hears.
  let isForAdministrators: Bool

  /// Whether it holds, by what is stored now.
  ///
  /// - Throws: ``WoofModel/WoofError`` where the store cannot tell.
  func holds(in credentials: any CredentialStore) async throws -> Bool {
    guard let account = try await credentials.credential(of: principal.name)?.account else { return false }
    return account.id == principal.id && account.passwordVersion == principal.passwordVersion && !account.isDisabled
      && (account.isAdministrator || !isForAdministrators)
  }
}
