// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient

/// Keeps credentials as long as the command runs, and knows the one that was given to it, or those that `dogs login` has
/// kept: who is asked for a password by another command has it written nowhere.
actor SessionCredentialStore: CredentialStore {
  private var credentials: [URL: Credential] = [:]
  private let given: Credential?
  private let kept: FileCredentialStore?
  /// The name of the account whose kept credential is used; `nil` for any account.
  private let name: String?
  private var refused: Set<URL> = []

  /// Makes a store that knows one credential, for whatever service, until it is refused.
  init(given: Credential) {
    self.given = given
    kept = nil
    name = given.name
  }

  /// Makes a store that knows what `dogs login` has kept.
  ///
  /// - Parameter name: The account whose credential counts; `nil` for any.
  init(knowing kept: FileCredentialStore, of name: String?) {
    given = nil
    self.kept = kept
    self.name = name
  }

  func credential(for service: URL) async -> Credential? {
    if let credential = credentials[service] { return credential }
    guard !refused.contains(service) else { return nil }
    if let given { return given }
    guard let known = await kept?.credential(for: service), name == nil || known.name == name else { return nil }
    return known
  }

  func save(_ credential: Credential, for service: URL) { credentials[service] = credential }

  func removeCredential(for service: URL) {
    credentials[service] = nil
    refused.insert(service)
  }
}
