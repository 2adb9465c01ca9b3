// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofClient
import WoofConfiguration
import WoofCore
import WoofCryptography
import WoofHTTP
import WoofAPI
import WoofStorage

@testable import TestKit
@testable import WoofServer

/// The whole service, running in this process for one test.
struct TestService: Sendable {
  let running: RunningService
  let folder: TemporaryFolder
  let url: URL

  static let password = "tail wagging"
  fileprivate static let cost = PasswordHash.Cost(logarithmOfN: 1, blockSize: 1, parallelism: 1)

  /// Adds an account, whose password costs next to nothing to be checked.
  func addAccount(
    _ name: String, password: String = password, isAdministrator: Bool = false
  ) async throws -> Credential {
    guard let accountName = AccountName(name) else { throw TestFailure("\(name) is no name") }
    let hash = try PasswordHash(hashing: password, cost: Self.cost)
    _ = try await running.credentials.addAccount(
      accountName, passwordHash: hash, isAdministrator: isAdministrator, at: SystemTimeSource().now())
    return Credential(name: name, password: password)
  }

  /// Replaces the password of an account, as its operator does.
  func replacePassword(of credential: Credential, by password: String) async throws {
    guard let name = AccountName(credential.name) else { throw TestFailure("\(credential.name) is no name") }
    try await running.credentials.setPasswordHash(PasswordHash(hashing: password, cost: Self.cost), of: name)
  }

  /// A client of nobody.
  func client() -> WoofClient { WoofClient(baseURL: url, session: freshSession(), retryPolicy: .never) }

  /// A client of a new account, which knows the credential already.
  ///
  /// - Parameter address: Where the client finds the service, where something stands before it.
  func member(
    _ name: String, isAdministrator: Bool = false, at address: URL? = nil, retryPolicy: RetryPolicy = .never
  ) async throws -> WoofClient {
    let address = address ?? url
    let store = MemoryCredentialStore()
    await store.save(try await addAccount(name, isAdministrator: isAdministrator), for: address)
    return WoofClient(baseURL: address, session: freshSession(), signIn: SignIn(store: store), retryPolicy: retryPolicy)
  }

  /// How many requests have been answered with the question of who is there, as far as the log has been written.
  var challengeCount: Int {
    String(decoding: folder.read("log"), as: UTF8.self).split(separator: "\n").count { $0.contains("\"status\":401") }
  }
}

/// Runs the whole service for the time of `body`.
///
/// - Parameter http: Keys of the configuration of `service.http`, in JSON5.
func withService<Result: Sendable>(
  tls: Bool = false, http: String = "", _ body: @escaping @Sendable (TestService) async throws -> Result
) async throws -> Result {
  let folder = try TemporaryFolder()
  let descriptor = open(folder.path("log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  let log = LogSink(descriptor: descriptor, format: .json, level: .debug)
  defer {
    log.close()
    close(descriptor)
  }
  var environment = ServiceEnvironment()
  environment.passwordCost = TestService.cost
  let surroundings: [any WoofModule] = [LogModule(sink: log), EnvironmentModule(environment)]
  return try await ModuleRunner(surroundings + modules(tls: tls, http: http, in: folder)).run { scope in
    let running = try scope.one(at: .service)
    guard case .tcp(_, let port, _)? = running.server.boundAddresses.first,
      let url = URL(string: "\(tls ? "https" : "http")://127.0.0.1:\(port)")
    else { throw TestFailure("no address") }
    return try await body(TestService(running: running, folder: folder, url: url))
  }
}

private func modules(tls: Bool, http: String, in folder: TemporaryFolder) throws -> [any WoofModule] {
  // Public, so that one account of a test sees what another one uploads.
  let standard = "loops: 1, drainDeadline: \"1s\", signIn: {scryptLogN: 14}, photos: {defaultVisibility: 'public'}"
  let http = "\(standard)\(http.isEmpty ? "" : ", ")\(http)"
  let encryption = tls ? ", tls: {selfSigned: true}" : ""
  let listen = ConfigurationOverride(
    option: "test", path: ["modules", "service.http", "listen"], texts: ["127.0.0.1:0"])
  let storage = try EffectiveConfiguration(text: #"{folder: "\#(folder.path("data"))", readers: 2, reserve: "0B"}"#) {
    EmbeddedStorageSettings(from: &$0)
  }
  let modules = try WoofServer.configuration(
    text: "{modules: {\"service.http\": {\(http)\(encryption)}}}", overrides: [listen]
  ).root.modules
  return [EmbeddedStorageModule(settings: storage.root)] + modules.dropFirst()
}
