// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofConfiguration
import WoofCore
import WoofModel
import WoofServer

/// Plays the other nodes of a service: works on idempotency keys, and tells of failed sign-ins.
final class OtherNodes: RunningIdempotencyKeys, SignInFailureStore {
  /// Keys that other nodes work on.
  let keys = Mutex<Set<String>>([])
  /// Failures that the service is to be told of.
  let failures = Mutex<[SignInFailures]>([])
  /// Failures that the service has told of.
  let heard = Mutex<[SignInFailures]>([])

  func claim<Result: Sendable>(
    _ key: IdempotencyKey, during body: () async throws -> Result
  ) async throws -> Result {
    if keys.withLock({ $0.contains(key.text) }) { throw WoofError.keyIsRunning }
    return try await body()
  }

  func exchange(_ own: [SignInFailures]) async throws -> [SignInFailures] {
    heard.withLock { $0 += own }
    return failures.withLock { failures in
      defer { failures = [] }
      return failures
    }
  }
}

/// Lets a service know of the other nodes that a test plays.
struct OtherNodesModule: WoofModule {
  struct Settings: ConfigurationSection {
    init(from reader: inout ConfigurationReader) {}
  }

  static let id: ModuleID = "nodes.played"
  static let summary = "Lets a service know of the other nodes that a test plays."

  private let nodes: OtherNodes

  init(settings: Settings) { self.init(OtherNodes()) }

  init(_ nodes: OtherNodes) { self.nodes = nodes }

  func provision(_ scope: ModuleScope) async throws {
    scope.provide(nodes, at: .runningKeys)
    scope.provide(nodes, at: .signInFailures)
  }
}
