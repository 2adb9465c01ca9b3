import Foundation
import WoofClient

/// Keeps credentials as long as the command runs, and knows those that `dogs login` has kept: who is asked for a password
/// by another command has it written nowhere.
actor SessionCredentialStore: CredentialStore {
  private var credentials: [URL: Credential] = [:]
  private let kept: FileCredentialStore?
  private var refused: Set<URL> = []

  /// - Parameter kept: What `dogs login` has kept; `nil` to know nothing of it.
  init(knowing kept: FileCredentialStore? = nil) { self.kept = kept }

  func credential(for service: URL) async -> Credential? {
    if let credential = credentials[service] { return credential }
    return refused.contains(service) ? nil : await kept?.credential(for: service)
  }

  func save(_ credential: Credential, for service: URL) { credentials[service] = credential }

  func removeCredential(for service: URL) {
    credentials[service] = nil
    refused.insert(service)
  }
}
