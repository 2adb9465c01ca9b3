// SPDX-License-Identifier: Apache-2.0

public import Foundation

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
