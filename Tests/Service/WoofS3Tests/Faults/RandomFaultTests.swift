// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

/// Many calls at once to a store that fails at random, in all ways at once.
@Suite(.timeLimit(.minutes(5))) struct RandomFaultTests {
  private static func fault(_ random: inout SeededGenerator) -> FaultyObjectStore.Fault {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .hangUp
    case 1: .loseAnswer
    case 2: .cut(after: Int.random(in: 0..<40_000, using: &random))
    case 3: .damage
    case 4: .refuse(503, content: "<Error><Code>SlowDown</Code></Error>", fields: ["Retry-After": "1"])
    case 5: .refuse(500)
    case 6: .refuse(503, content: "<html>proxy</html>")
    default: .refuse(403, content: "<Error><Code>AccessDenied</Code></Error>")
    }
  }

  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    let byte = UInt8.random(in: 0...255, using: &random)
    return (0..<Int.random(in: 0...40_000, using: &random)).map { byte &+ UInt8(truncatingIfNeeded: $0) }
  }

  /// What is put is read again or is an error; other bytes are never what was put.
  private static func walk(_ client: S3Client, lane: Int, seed: UInt64) async throws -> (successes: Int, failures: Int)
  {
    var random = SeededGenerator(seed: seed &+ UInt64(lane) &* 1_000_003)
    var (successes, failures) = (0, 0)
    for index in 0..<25 {
      let bytes = bytes(&random)
      let key = try S3ObjectKey("\(lane)/\(index)")
      do {
        try await client.put(key, bytes: bytes)
        var read: [UInt8] = []
        try await client.get(key, expecting: SHA256.digest(of: bytes)) { read += $0 }
        successes += 1
        #expect(read == bytes)
      } catch is S3Error {
        failures += 1
      }
    }
    return (successes, failures)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `whatever fails, nothing is taken for what was put but that`(_ seed: UInt64) async throws {
    let store = try FaultyObjectStore()
    let client = try store.client()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      store.fail(Bool.random(using: &random) ? "GET" : "PUT", Self.fault(&random))
    }
    try await withThrowingTaskGroup(of: (successes: Int, failures: Int).self) { group in
      for lane in 0..<4 { group.addTask { try await Self.walk(client, lane: lane, seed: seed) } }
      var (successes, failures) = (0, 0)
      for try await counts in group {
        successes += counts.successes
        failures += counts.failures
      }
      #expect(successes > 60)
      // What is denied and what is damaged is not tried again by the client.
      #expect(failures < 40)
    }
    // All that was put and not denied is there.
    #expect(client.statistics.retries > 0)
  }
}
