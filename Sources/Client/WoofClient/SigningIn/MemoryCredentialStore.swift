// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps credentials as long as the store lives.
public actor MemoryCredentialStore: CredentialStore {
  private var credentials: [URL: Credential] = [:]

  /// Makes an empty store.
  public init() {}

  /// Returns the credential that is kept for a service; `nil` if there is none.
  public func credential(for service: URL) -> Credential? { credentials[service] }

  /// Keeps a credential for a service.
  public func save(_ credential: Credential, for service: URL) { credentials[service] = credential }

  /// Forgets what is kept for a service.
  public func removeCredential(for service: URL) { credentials[service] = nil }
}

/// Keeps nothing: whoever asks for a credential has somebody asked for it, each time.
public struct NoCredentialStore: CredentialStore {
  /// Makes the store.
  public init() {}

  /// Nothing.
  public func credential(for service: URL) -> Credential? { nil }
  /// Does nothing.
  public func save(_ credential: Credential, for service: URL) {}
  /// Does nothing.
  public func removeCredential(for service: URL) {}
}

extension CredentialStore where Self == MemoryCredentialStore {
  /// A new store in memory.
  public static var memory: MemoryCredentialStore { MemoryCredentialStore() }
}

extension CredentialStore where Self == NoCredentialStore {
  /// A store that keeps nothing.
  public static var none: NoCredentialStore { NoCredentialStore() }
}
