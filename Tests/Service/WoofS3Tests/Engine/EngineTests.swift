// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofS3

@testable import ObjectStoreTestKit
@testable import TestKit

/// The engine itself: who may run it, and how it ends.
@Suite(
  .enabled(if: ObjectStoreEngine.isInstalled, Comment(rawValue: ObjectStoreEngine.advice)), .timeLimit(.minutes(5)))
struct EngineTests {
  /// The processes that have this one as their parent.
  private static func children(of identifier: pid_t) throws -> [pid_t] {
    let text = try String(contentsOfFile: "/proc/\(identifier)/task/\(identifier)/children")
    return text.split(separator: " ").compactMap { pid_t($0) }
  }

  @Test func `an engine ends with whoever has started it, even where that is killed`() async throws {
    let engine = try await ObjectStoreEngine()
    let servers = try Self.children(of: engine.identifier)
    #expect(servers.count == 5)
    kill(engine.identifier, SIGKILL)
    try await eventually { servers.allSatisfy { kill($0, 0) != 0 } }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root")) func `any user can run an engine`() async throws {
    let engine = try await ObjectStoreEngine(as: 65_534)
    let client = try await engine.makeBucket()
    try await client.put(S3ObjectKey("a"), bytes: [1])
    #expect(try await client.list().entries.map(\.key) == ["a"])
  }
}
