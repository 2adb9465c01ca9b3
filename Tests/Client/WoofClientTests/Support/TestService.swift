// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import URLLoading
import WoofClient
import WoofTesting

@testable import TestKit

/// A harness for one test, and a folder that holds its data and the test's own files.
struct TestService: Sendable {
  let woof: WoofHarness
  let folder: TemporaryFolder

  static let password = "tail wagging"

  var url: URL { woof.url }

  /// Adds an account.
  func addAccount(
    _ name: String, password: String = password, isAdministrator: Bool = false
  ) async throws -> Credential {
    try await woof.addAccount(name, password: password, isAdministrator: isAdministrator)
    return Credential(name: name, password: password)
  }

  /// A session with no memory of others, which trusts the harness.
  func session() -> URLSession {
    freshSession { if let authority = woof.certificateAuthorityFile { $0.certificateAuthorityFile = authority } }
  }

  /// A client of nobody, which asks once.
  func client() -> WoofClient { WoofClient(baseURL: url, session: session(), retryPolicy: .never) }

  /// A client of a new account, which knows the credential already.
  ///
  /// - Parameter address: Where the client finds the service, where something stands before it.
  func member(
    _ name: String, isAdministrator: Bool = false, at address: URL? = nil, retryPolicy: RetryPolicy = .never
  ) async throws -> WoofClient {
    let address = address ?? url
    let store = MemoryCredentialStore()
    await store.save(try await addAccount(name, isAdministrator: isAdministrator), for: address)
    return WoofClient(baseURL: address, session: session(), signIn: SignIn(store: store), retryPolicy: retryPolicy)
  }

  /// How many requests have been answered with the question of who is there, as far as the log has been written.
  var challengeCount: Int {
    woof.log.split(separator: "\n").count { $0.contains("\"status\":401") }
  }
}

/// Runs a harness for the time of `body`.
///
/// - Parameters:
///   - wire: The protocol in which all clients have to speak; HTTP/1.1 by default.
///   - http: Keys of the configuration of `service.http`, in JSON5.
func withService<Result: Sendable>(
  over wire: HarnessProtocol = .http1, http: String = "", _ body: (TestService) async throws -> Result
) async throws -> Result {
  let folder = try TemporaryFolder()
  let woof = try await WoofHarness.start {
    $0.folder = folder.path
    wire.configure(&$0)
    // Public, so that one account of a test sees what another one uploads.
    $0.furtherSettings = "{modules: {'service.http': {photos: {defaultVisibility: 'public'}, \(http)}}}"
  }
  do {
    let result = try await body(TestService(woof: woof, folder: folder))
    wire.verify(woof)
    await woof.stop()
    return result
  } catch {
    await woof.stop()
    throw error
  }
}
