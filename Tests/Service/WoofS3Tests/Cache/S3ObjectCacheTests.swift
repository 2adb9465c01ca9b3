// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

@Suite(.timeLimit(.minutes(2))) struct S3ObjectCacheTests {
  private let store: FaultyObjectStore
  private let folder: TemporaryFolder

  init() throws {
    store = try FaultyObjectStore()
    folder = try TemporaryFolder()
  }

  private func cache(byteLimit: Int64 = 1_000) throws -> S3ObjectCache {
    try S3ObjectCache(of: store.client(), at: folder.path("cache"), byteLimit: byteLimit)
  }

  /// Puts an object of so many bytes, all the same.
  private func put(_ byte: UInt8, count: Int = 100) throws -> (digest: [UInt8], key: S3ObjectKey) {
    let bytes = [UInt8](repeating: byte, count: count)
    store.put(bytes, as: "\(byte)")
    return (SHA256.digest(of: bytes), try S3ObjectKey("\(byte)"))
  }

  private func bytes(_ file: S3CachedFile) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(file.byteCount))
    let count = pread(file.descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  private func path(_ digest: [UInt8]) -> String {
    "cache/\(hexadecimal(digest.prefix(1)))/\(hexadecimal(digest))"
  }

  private var incoming: [String] { folder.files(below: "cache/incoming") }

  @Test func `an object is fetched once, and read from the disk then`() async throws {
    let cache = try cache()
    let (digest, key) = try put(1)
    #expect(cache.cached(digest) == nil)
    let first = try await cache.file(digest, key: key)
    #expect(bytes(first) == [UInt8](repeating: 1, count: 100))
    let second = try #require(cache.cached(digest))
    #expect(bytes(second) == bytes(first))
    #expect(store.requests.count == 1)
    #expect(incoming.isEmpty)
  }

  @Test func `many who ask at the same time cause one fetch`() async throws {
    let cache = try cache()
    let (digest, key) = try put(1)
    let gate = Gate()
    store.fail("GET", .stall(gate))
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<20 { group.addTask { try await cache.file(digest, key: key).byteCount } }
      try await eventually { !store.requests.isEmpty }
      gate.open()
      for try await count in group { #expect(count == 100) }
    }
    #expect(store.requests.count == 1)
  }

  @Test func `other bytes than the digest's are given to nobody, and not kept`() async throws {
    let cache = try cache()
    let (digest, key) = try put(1)
    store.fail("GET", .damage, .damage)
    let error = await #expect(throws: S3Error.self) { try await cache.file(digest, key: key) }
    #expect(error?.reason == .digestMismatch)
    #expect(cache.cached(digest) == nil)
    #expect(incoming.isEmpty)
    #expect(try await cache.file(digest, key: key).byteCount == 100)
  }

  @Test func `an object that was damaged on the way is fetched once more`() async throws {
    let cache = try cache()
    let (digest, key) = try put(1)
    store.fail("GET", .damage)
    let file = try await cache.file(digest, key: key)
    #expect(bytes(file) == [UInt8](repeating: 1, count: 100))
    #expect(store.requests.count == 2)
  }

  @Test func `what was not used for longest goes, and who has it open reads on`() async throws {
    let cache = try cache(byteLimit: 250)
    let objects = try (1...3).map { try put($0) }
    let first = try await cache.file(objects[0].digest, key: objects[0].key)
    _ = try await cache.file(objects[1].digest, key: objects[1].key)
    _ = cache.cached(objects[0].digest)
    _ = try await cache.file(objects[2].digest, key: objects[2].key)
    #expect(cache.cached(objects[1].digest) == nil)
    #expect(cache.cached(objects[0].digest) != nil)
    #expect(cache.statistics.byteCount == 200)
    _ = try await cache.file(objects[1].digest, key: objects[1].key)
    #expect(bytes(first) == [UInt8](repeating: 1, count: 100))
  }

  @Test func `an object larger than the cache is given and not kept`() async throws {
    let cache = try cache(byteLimit: 50)
    let (digest, key) = try put(1)
    let file = try await cache.file(digest, key: key)
    #expect(bytes(file).count == 100)
    #expect(cache.cached(digest) == nil)
    #expect(cache.statistics.byteCount == 0)
  }

  @Test func `the next process finds the objects, and compares each before it gives it`() async throws {
    let (digest, key) = try put(1)
    let (other, otherKey) = try put(2)
    do {
      let cache = try cache()
      _ = try await cache.file(digest, key: key)
      _ = try await cache.file(other, key: otherKey)
    }
    try folder.write([UInt8](repeating: 9, count: 100), to: path(other))
    try folder.write([1], to: "cache/incoming/left")
    try folder.write([1], to: "cache/00/no digest")
    let cache = try cache()
    #expect(incoming.isEmpty)
    #expect(cache.statistics.objectCount == 2)
    #expect(cache.cached(digest) == nil)
    #expect(try await cache.file(digest, key: key).byteCount == 100)
    #expect(store.requests.count == 2)
    let repaired = try await cache.file(other, key: otherKey)
    #expect(bytes(repaired) == [UInt8](repeating: 2, count: 100))
    #expect(cache.statistics.damages == 1)
    #expect(store.requests.count == 3)
  }

  @Test func `a smaller limit is kept to from the start`() async throws {
    do {
      let cache = try cache()
      for byte in 1...5 as ClosedRange<UInt8> {
        let (digest, key) = try put(byte)
        _ = try await cache.file(digest, key: key)
      }
    }
    #expect(try cache(byteLimit: 250).statistics.objectCount == 2)
    #expect(folder.files(below: "cache").count == 2)
  }

  @Test func `a file that is put is read from the cache as well, and stays where it is`() async throws {
    let cache = try cache()
    let content = [UInt8](repeating: 7, count: 10)
    try folder.write(content, to: "spool")
    cache.admit(folder.path("spool"), as: SHA256.digest(of: content))
    let file = try #require(cache.cached(SHA256.digest(of: content)))
    #expect(bytes(file) == content)
    #expect(folder.read("spool") == content)
    #expect(cache.digests == [SHA256.digest(of: content)])
    #expect(incoming.isEmpty)
    cache.admit(folder.path("spool"), as: SHA256.digest(of: content))
    #expect(incoming.isEmpty)
    cache.remove(SHA256.digest(of: content))
    #expect(cache.cached(SHA256.digest(of: content)) == nil)
  }

  @Test func `a file that somebody has taken away is fetched again`() async throws {
    let cache = try cache()
    let (digest, key) = try put(1)
    _ = try await cache.file(digest, key: key)
    unlink(folder.path(path(digest)))
    #expect(try await cache.file(digest, key: key).byteCount == 100)
    #expect(store.requests.count == 2)
  }

  @Test func `a fetch ends when the last who waits for it is cancelled, and not before`() async throws {
    let cache = try cache()
    let (digest, key) = try put(1)
    let gate = Gate()
    defer { gate.open() }
    store.fail("GET", .stall(gate))
    let first = Task { try await cache.file(digest, key: key).byteCount }
    try await eventually { !store.requests.isEmpty }
    first.cancel()
    // Who comes now has nothing to do with the one who went.
    #expect(try await cache.file(digest, key: key).byteCount == 100)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(store.requests.count == 2)
  }
}
