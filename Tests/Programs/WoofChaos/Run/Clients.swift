// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofClient

/// Clients that know their password.
enum Clients {
  /// A client of an account.
  static func client(
    of name: String, at place: ServicePlace, width: Int = 6, patience: RetryPolicy
  ) async throws -> WoofClient {
    let url = try place.url
    let store = MemoryCredentialStore()
    await store.save(Credential(name: name, password: KilledService.password), for: url)
    let configuration = place.sessionConfiguration
    configuration.timeoutIntervalForRequest = 20
    configuration.httpMaximumConnectionsPerHost = width
    return WoofClient(
      baseURL: url, session: URLSession(configuration: configuration), signIn: SignIn(store: store),
      retryPolicy: patience)
  }

  /// Clients of several accounts of a service on this machine.
  static func clients(
    of names: [String], at place: ServicePlace, patience: RetryPolicy
  ) async throws -> [String: WoofClient] {
    var clients: [String: WoofClient] = [:]
    for name in names { clients[name] = try await client(of: name, at: place, patience: patience) }
    return clients
  }
}
