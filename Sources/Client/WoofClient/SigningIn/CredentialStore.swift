// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WoofHTTPSemantics

/// A store in which a client keeps the credential that a service has accepted.
public protocol CredentialStore: Sendable {
  /// Returns the credential that is kept for a service; `nil` if there is none.
  ///
  /// - Parameter service: Its address, of scheme, host and port only.
  func credential(for service: URL) async -> Credential?

  /// Keeps a credential for a service, in place of any other.
  ///
  /// - Throws: Any error, where it cannot be kept. The client then keeps it for itself.
  func save(_ credential: Credential, for service: URL) async throws

  /// Forgets what is kept for a service.
  ///
  /// - Throws: Any error, where it cannot be forgotten.
  func removeCredential(for service: URL) async throws
}

/// A name and a password, with which an account signs in (RFC 7617).
public struct Credential: Hashable, Sendable {
  /// The name of the account, which has no colon.
  public var name: String
  /// The password in plain text, which no description of the credential shows.
  public var password: String

  /// Makes a credential.
  public init(name: String, password: String) {
    self.name = name
    self.password = password
  }

  /// The value of `Authorization` (RFC 7617 §2).
  var authorization: String { HTTPBasicCredentials.authorization(name: name, password: password) }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name; the password is not shown.
  public var description: String { name }
  /// The name; the password is not shown.
  public var debugDescription: String { "\(name) (password not shown)" }
  /// The name; the password is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

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
