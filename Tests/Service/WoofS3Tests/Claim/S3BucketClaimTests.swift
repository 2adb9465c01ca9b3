// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

@Suite(
  .enabled(if: ObjectStoreEngine.isInstalled, Comment(rawValue: ObjectStoreEngine.advice)), .timeLimit(.minutes(5)))
struct S3BucketClaimTests {
  @Test func `a bucket is one installation's, until that gives it up`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let first = try S3BucketClaim(of: "first", to: client)
    let second = try S3BucketClaim(of: "second", to: client)
    try await first.take()
    try await first.take()
    let conflict = await #expect(throws: S3BucketClaim.Conflict.self) { try await second.take() }
    #expect(conflict?.holders == ["first"])
    #expect(conflict.map { "\($0)".contains(client.configuration.bucket.description) } == true)
    try await first.release()
    try await second.take()
    await #expect(throws: S3BucketClaim.Conflict.self) { try await first.take() }
  }

  @Test func `of many that come at the same time at most one stays`() async throws {
    for _ in 0..<5 {
      let client = try await ObjectStoreEngine.shared.makeBucket()
      let winners = try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<4 {
          group.addTask {
            do {
              try await S3BucketClaim(of: "node-\(index)", to: client).take()
              return 1
            } catch is S3BucketClaim.Conflict {
              return 0
            }
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(winners <= 1)
      let markers = try await client.list(prefix: "installations/").entries.count
      #expect(markers == winners)
    }
  }

  @Test(arguments: ["", "a/b", "a b", String(repeating: "a", count: 65)])
  func `what names no installation is refused`(_ name: String) async throws {
    let client = try FaultyObjectStore().client()
    #expect(throws: S3SettingError.self) { try S3BucketClaim(of: name, to: client) }
  }
}
