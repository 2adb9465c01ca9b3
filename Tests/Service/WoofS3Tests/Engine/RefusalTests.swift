// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

/// The refusals of a real store, and the reasons that are read out of them.
@Suite(
  .enabled(if: ObjectStoreEngine.isInstalled, Comment(rawValue: ObjectStoreEngine.advice)), .timeLimit(.minutes(5)))
struct RefusalTests {
  private func failure(_ body: () async throws -> Void) async throws -> S3Error {
    do { try await body() } catch let error as S3Error { return error }
    throw TestFailure("it has not failed")
  }

  private func client(
    _ user: ObjectStoreEngine.User, of bucket: S3BucketName, clock: any S3Clock = SystemS3Clock(),
    _ change: (inout S3Configuration) -> Void = { _ in }
  ) async throws -> S3Client {
    var configuration = try await ObjectStoreEngine.shared.configuration(bucket: bucket.description)
    change(&configuration)
    return S3Client(configuration, credentials: try user.credentials, clock: clock)
  }

  @Test func `a bucket that is missing is not a key that is missing`() async throws {
    let key = try S3ObjectKey("a")
    let owner = try await ObjectStoreEngine.shared.makeBucket()
    #expect(try await failure { try await owner.get(key, expecting: nil) { _ in } }.reason == .keyMissing)
    #expect(try await owner.head(key) == nil)
    let lost = try await client(.owner, of: S3BucketName("never-made"))
    #expect(try await failure { try await lost.get(key, expecting: nil) { _ in } }.reason == .bucketMissing)
    #expect(try await failure { _ = try await lost.head(key) }.reason == .bucketMissing)
    #expect(try await failure { try await lost.put(key, bytes: [1]) }.reason == .bucketMissing)
    #expect(try await failure { _ = try await lost.list() }.reason == .bucketMissing)
  }

  @Test func `a large file that is refused before it has been sent has its reason`() async throws {
    let lost = try await client(.owner, of: S3BucketName("never-made"))
    let folder = try TemporaryFolder()
    let content = [UInt8](repeating: 1, count: 32 << 20)
    try folder.write(content, to: "file")
    let error = try await failure {
      try await lost.put(S3ObjectKey("a"), file: folder.path("file"), digest: SHA256.digest(of: content))
    }
    #expect(error.reason == .bucketMissing)
    #expect(lost.statistics.requests[.put] == 1)
  }

  @Test(arguments: [ObjectStoreEngine.User.unknown, .impostor])
  func `keys that are wrong are refused once`(_ user: ObjectStoreEngine.User) async throws {
    let bucket = try await ObjectStoreEngine.shared.makeBucket().configuration.bucket
    let client = try await client(user, of: bucket)
    let error = try await failure { try await client.put(S3ObjectKey("a"), bytes: [1]) }
    #expect(error.reason == .credentialRefused)
    #expect(error.requestID != nil)
    #expect(client.statistics.requests[.put] == 1)
  }

  @Test func `keys that may not write are told so`() async throws {
    let bucket = try await ObjectStoreEngine.shared.makeBucket().configuration.bucket
    let stranger = try await client(.stranger, of: bucket)
    #expect(try await failure { try await stranger.put(S3ObjectKey("a"), bytes: [1]) }.reason == .readOnly)
    #expect(try await failure { _ = try await stranger.list() }.reason == .accessDenied)
    #expect(try await failure { try await stranger.headBucket() }.reason == .accessDenied)
  }

  @Test(arguments: [1_200, -1_200] as [Int64])
  func `a clock that is twenty minutes off is told by how much, and does not matter`(_ offset: Int64) async throws {
    let bucket = try await ObjectStoreEngine.shared.makeBucket().configuration.bucket
    let client = try await client(.owner, of: bucket, clock: TestS3Clock(offset: offset))
    let key = try S3ObjectKey("a")
    try await client.put(key, bytes: [1])
    #expect(client.statistics.requests[.put] == 2)
    #expect(abs(client.serviceTime - SystemS3Clock().secondsSince1970) <= 5)
    try await client.put(key, bytes: [2])
    #expect(client.statistics.requests[.put] == 3)
  }

  @Test func `a wrong region tells the right one`() async throws {
    let bucket = try await ObjectStoreEngine.shared.makeBucket().configuration.bucket
    let client = try await client(.owner, of: bucket) { $0.region = "eu-west-1" }
    let error = try await failure { _ = try await client.list() }
    #expect(error.reason == .wrongRegion("us-east-1"))
  }
}
