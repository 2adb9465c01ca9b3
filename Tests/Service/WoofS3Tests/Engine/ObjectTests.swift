// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

/// Objects of a real store.
@Suite(
  .enabled(if: ObjectStoreEngine.isInstalled, Comment(rawValue: ObjectStoreEngine.advice)), .timeLimit(.minutes(5)))
struct ObjectTests {
  private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private func read(_ client: S3Client, _ key: S3ObjectKey, expecting digest: [UInt8]? = nil) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await client.get(key, expecting: digest) { bytes += $0 }
    return bytes
  }

  @Test(arguments: [0, 1, 70_000, 3_000_000]) func `a file that is put is read again`(_ count: Int) async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let folder = try TemporaryFolder()
    let content = bytes(count)
    try folder.write(content, to: "file")
    let key = try S3ObjectKey("blobs/\(count)")
    let digest = SHA256.digest(of: content)
    try await client.put(key, file: folder.path("file"), digest: digest, contentType: "image/jpeg")
    #expect(try await read(client, key, expecting: digest) == content)
    let object = try await client.head(key)
    #expect(object?.byteCount == Int64(count))
    #expect(abs((object?.modified ?? 0) - client.serviceTime) < 60)
  }

  @Test(arguments: ["a b+c&d=e", "\u{E9}\u{1F415}/'\"<>", "~._-/x", "a//b", "100%", "#?;:@!$*(),[]{}|\\^`"])
  func `keys of all characters name their objects, and are listed`(_ name: String) async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let key = try S3ObjectKey(name)
    try await client.put(key, bytes: Array(name.utf8))
    #expect(try await read(client, key) == Array(name.utf8))
    #expect(try await client.list().entries.map(\.key) == [name])
    #expect(try await client.delete([key]) == [])
    #expect(try await client.head(key) == nil)
  }

  @Test func `a range is read, and what is beyond the end left out`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let key = try S3ObjectKey("a")
    let content = bytes(1_000)
    try await client.put(key, bytes: content)
    for range in [0..<1, 10..<20, 900..<2_000, 999..<1_000] as [Range<Int64>] {
      var read: [UInt8] = []
      let object = try await client.get(key, range: range) { read += $0 }
      #expect(read == Array(content[Int(range.lowerBound)..<min(1_000, Int(range.upperBound))]))
      #expect(object.byteCount == 1_000)
    }
  }

  @Test func `bytes that are not those of the digest are not kept`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket { $0.retries.maximumAttempts = 1 }
    let folder = try TemporaryFolder()
    try folder.write("other bytes", to: "file")
    let key = try S3ObjectKey("a")
    let error = await #expect(throws: S3Error.self) {
      try await client.put(key, file: folder.path("file"), digest: SHA256.digest(of: [1]))
    }
    #expect(error?.reason == .interrupted)
    #expect(try await client.head(key) == nil)
  }

  @Test func `bytes that were replaced behind one's back are found by the digest`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket { $0.retries.maximumAttempts = 1 }
    let key = try S3ObjectKey("a")
    try await client.put(key, bytes: [1, 2, 3])
    let error = await #expect(throws: S3Error.self) {
      try await client.get(key, expecting: SHA256.digest(of: [3, 2, 1])) { _ in }
    }
    #expect(error?.reason == .digestMismatch)
  }

  @Test func `a list is read page by page, by prefix`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    for index in 0..<7 { try await client.put(S3ObjectKey("a/\(index)"), bytes: [1]) }
    try await client.put(S3ObjectKey("b"), bytes: [1, 2])
    var keys: [String] = []
    var pages = 0
    var continuation: String?
    repeat {
      let page = try await client.list(prefix: "a/", continuation: continuation, limit: 3)
      keys += page.entries.map(\.key)
      pages += 1
      continuation = page.continuation
    } while continuation != nil
    #expect(keys == (0..<7).map { "a/\($0)" })
    #expect(pages == 3)
    #expect(try await client.list().entries.last?.byteCount == 2)
  }

  @Test func `many objects are deleted at once, and those that are not there as well`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let keys = try (0..<5).map { try S3ObjectKey("a&\($0)") }
    for key in keys { try await client.put(key, bytes: [1]) }
    let more = try keys.dropLast() + [S3ObjectKey("missing")]
    #expect(try await client.delete(Array(more)) == [])
    #expect(try await client.list().entries.map(\.key) == ["a&4"])
    try await client.delete(keys[4])
    try await client.delete(keys[4])
    #expect(try await client.list().entries.isEmpty)
  }

  @Test func `buckets in the host are asked for like those in the path`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket(style: .virtualHost)
    let key = try S3ObjectKey("a/b c")
    try await client.put(key, bytes: [1, 2])
    #expect(try await read(client, key) == [1, 2])
    #expect(try await client.list().entries.map(\.key) == ["a/b c"])
  }

  @Test func `a presigned URL is read by whoever has it, and not with another key`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let key = try S3ObjectKey("a b/\u{E9}")
    try await client.put(key, bytes: Array("hello".utf8))
    let url = client.presignedURL(of: key, validFor: 60)
    let shown = try await Program.run("curl", ["--silent", "--fail", url])
    #expect(shown.output == "hello")
    let other = try await Program.run("curl", ["--silent", "--fail", url.replacing("a%20b", with: "a%20c")])
    #expect(other.code == 22)
  }

  @Test func `a condition is refused where it is not known to be honoured, and by this engine`() async throws {
    let key = try S3ObjectKey("a")
    let careful = try await ObjectStoreEngine.shared.makeBucket()
    let error = await #expect(throws: S3Error.self) { try await careful.put(key, bytes: [1], condition: .ifAbsent) }
    #expect(error?.reason == .unsupported)
    #expect(careful.statistics.requests[.put] == nil)
    let bold = try await ObjectStoreEngine.shared.makeBucket { $0.supportsConditionalPuts = true }
    let refusal = await #expect(throws: S3Error.self) { try await bold.put(key, bytes: [1], condition: .ifAbsent) }
    #expect(refusal?.reason == .unsupported)
    #expect(refusal?.status == 501)
  }

  @Test func `an object is never in memory as a whole`() async throws {
    let client = try await ObjectStoreEngine.shared.makeBucket()
    let folder = try TemporaryFolder()
    let content = [UInt8](repeating: 7, count: 128 << 20)
    let digest = SHA256.digest(of: content)
    try folder.write(content, to: "file")
    let key = try S3ObjectKey("large")
    let before = ResidentMemory.resetPeak()
    try await client.put(key, file: folder.path("file"), digest: digest)
    try await client.get(key, expecting: digest) { _ in }
    // Other tests take some as well.
    #expect(ResidentMemory.peak - before < 64 << 10)
  }
}
