import Foundation
import WoofClient

/// Keeps credentials as long as the command runs, and knows the one that was given to it, or those that `dogs login` has
/// kept: who is asked for a password by another command has it written nowhere.
actor SessionCredentialStore: CredentialStore {
  private var credentials: [URL: Credential] = [:]
  private let given: Credential?
  private let kept: FileCredentialStore?
  private var refused: Set<URL> = []

  /// Makes a store that knows one credential, for whatever service, until it is refused.
  init(given: Credential) {
    self.given = given
    kept = nil
  }

  /// Makes a store that knows what `dogs login` has kept.
  init(knowing kept: FileCredentialStore) {
    given = nil
    self.kept = kept
  }

  func credential(for service: URL) async -> Credential? {
    if let credential = credentials[service] { return credential }
    guard !refused.contains(service) else { return nil }
    if let given { return given }
    return await kept?.credential(for: service)
  }

  func save(_ credential: Credential, for service: URL) { credentials[service] = credential }

  func removeCredential(for service: URL) {
    credentials[service] = nil
    refused.insert(service)
  }
}
