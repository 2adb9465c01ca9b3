// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofClient

/// Clients that know their password.
enum Clients {
  /// A client of an account.
  static func client(of name: String, at url: URL, width: Int = 6, patience: RetryPolicy) async throws -> WoofClient {
    let store = MemoryCredentialStore()
    await store.save(Credential(name: name, password: KilledService.password), for: url)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    configuration.timeoutIntervalForRequest = 20
    configuration.httpMaximumConnectionsPerHost = width
    return WoofClient(
      baseURL: url, session: URLSession(configuration: configuration), signIn: SignIn(store: store),
      retryPolicy: patience)
  }

  /// Clients of several accounts of a service on this machine.
  static func clients(of names: [String], port: UInt16, patience: RetryPolicy) async throws -> [String: WoofClient] {
    guard let url = URL(string: "http://127.0.0.1:\(port)") else {
      throw KilledService.Failure(description: "the service has no address")
    }
    var clients: [String: WoofClient] = [:]
    for name in names { clients[name] = try await client(of: name, at: url, patience: patience) }
    return clients
  }
}
