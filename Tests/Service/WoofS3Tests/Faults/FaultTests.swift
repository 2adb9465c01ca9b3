// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofCryptography

@testable import ObjectStoreTestKit
@testable import TestKit
@testable import WoofS3

/// The client before a store that fails.
@Suite(.timeLimit(.minutes(2))) struct FaultTests {
  private let store: FaultyObjectStore
  private let clock = TestS3Clock()
  private let client: S3Client
  private let key: S3ObjectKey
  private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  init() throws {
    store = try FaultyObjectStore()
    client = try store.client(clock: clock)
    key = try S3ObjectKey("a")
    store.put(Self.bytes, as: "a")
  }

  private func whole(expecting digest: [UInt8]? = SHA256.digest(of: bytes)) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await client.get(key, expecting: digest) { bytes += $0 }
    return bytes
  }

  /// The error that a call throws.
  private func failure(_ body: () async throws -> Void) async throws -> S3Error {
    do { try await body() } catch let error as S3Error { return error }
    throw TestFailure("it has not failed")
  }

  @Test(arguments: [500, 502, 503]) func `an error that may be over soon is waited out`(_ status: Int) async throws {
    store.fail("GET", .refuse(status), .refuse(status))
    let bytes = try await whole()
    #expect(bytes == Self.bytes)
    #expect(clock.sleeps.count == 2)
    #expect(client.statistics.retries == 2)
    #expect(client.statistics.failures == 0)
  }

  @Test func `an error that stays is the result, with the number of attempts that are allowed`() async throws {
    for _ in 0..<5 { store.fail("GET", .refuse(500, content: "<Error><Code>InternalError</Code></Error>")) }
    let error = try await failure { _ = try await whole() }
    #expect(error.reason == .serviceFailed)
    #expect(store.requests.count == 5)
  }

  @Test func `the pause that a service asks for is kept`() async throws {
    store.fail("GET", .refuse(503, content: "<Error><Code>SlowDown</Code></Error>", fields: ["Retry-After": "3"]))
    _ = try await whole()
    #expect(clock.sleeps == [.seconds(3)])
  }

  @Test func `a connection that ends before the response is followed by another`() async throws {
    store.fail("GET", .hangUp)
    let bytes = try await whole()
    #expect(bytes == Self.bytes)
  }

  @Test func `a body that is cut is gone on with from there, and only of the same object`() async throws {
    store.fail("GET", .cut(after: 100_000), .cut(after: 50_000))
    let bytes = try await whole()
    #expect(bytes == Self.bytes)
    let ranges = store.requests.map { $0.fields["range"] }
    #expect(ranges == [nil, "bytes=100000-", "bytes=150000-"])
    #expect(store.requests.last?.fields["if-match"] != nil)
  }

  @Test func `a range that is cut is gone on with to its end`() async throws {
    store.fail("GET", .cut(after: 10))
    var bytes: [UInt8] = []
    let object = try await client.get(key, range: 1_000..<2_000) { bytes += $0 }
    #expect(bytes == Array(Self.bytes[1_000..<2_000]))
    #expect(object.byteCount == 300_000)
    #expect(store.requests.map { $0.fields["range"] } == ["bytes=1000-1999", "bytes=1010-1999"])
  }

  @Test func `an object that was replaced in the middle is not put together of both`() async throws {
    store.fail("GET", .cut(after: 100_000))
    let error = try await failure {
      try await client.get(key, expecting: nil) { _ in store.put([1, 2, 3], as: "a") }
    }
    #expect(error.reason == .preconditionFailed)
  }

  @Test func `other bytes than were put are an error that names the object`() async throws {
    store.fail("GET", .damage)
    let error = try await failure { _ = try await whole() }
    #expect(error.reason == .digestMismatch)
    #expect("\(error)".contains("faulty/a"))
  }

  @Test func `an error of the sink ends the read and comes through`() async {
    struct Full: Error {}
    await #expect(throws: Full.self) { try await client.get(key, expecting: nil) { _ in throw Full() } }
    #expect(store.requests.count == 1)
  }

  @Test func `a clock that is wrong is told apart by how much, and the service's is used from then on`() async throws {
    let store = try FaultyObjectStore(clockOffset: 3_000)
    let client = try store.client()
    try await client.put(key, bytes: [1])
    #expect(store.requests.count == 2)
    #expect(store.object("a") == [1])
    try await client.put(key, bytes: [2])
    #expect(store.requests.count == 3)
    #expect(abs(client.serviceTime - SystemS3Clock().secondsSince1970 - 3_000) <= 2)
  }

  @Test func `a clock that is set right later is noticed as well`() async throws {
    clock.set(offset: 3_000)
    try await client.put(key, bytes: [1])
    clock.set(offset: 0)
    try await client.put(key, bytes: [2])
    #expect(store.object("a") == [2])
    #expect(store.requests.count == 4)
    #expect(abs(client.serviceTime - SystemS3Clock().secondsSince1970) <= 2)
  }

  @Test func `a HEAD that is refused for the time is repeated as well`() async throws {
    let store = try FaultyObjectStore(clockOffset: -3_000)
    store.put([1], as: "a")
    let object = try await store.client().head(key)
    #expect(object?.byteCount == 1)
  }

  @Test func `a clock that is refused twice is the result`() async throws {
    let refusal = "<Error><Code>RequestTimeTooSkewed</Code></Error>"
    store.fail(
      "GET", .refuse(403, content: refusal, fields: ["Date": "Fri, 24 May 2013 00:00:00 GMT"]),
      .refuse(403, content: refusal, fields: ["Date": "Fri, 24 May 2013 00:00:00 GMT"]))
    let error = try await failure { _ = try await whole() }
    guard case .clockSkewed(let seconds) = error.reason else { throw TestFailure("\(error)") }
    #expect(seconds < -300_000_000)
  }

  @Test func `missing buckets, missing keys and errors without words are told apart`() async throws {
    store.fail("GET", .refuse(404, content: "<Error><Code>NoSuchBucket</Code></Error>"))
    #expect(try await failure { _ = try await whole() }.reason == .bucketMissing)
    store.fail("GET", .refuse(404, content: "<Error><Code>NoSuchKey</Code></Error>"))
    #expect(try await failure { _ = try await whole() }.reason == .keyMissing)
    store.fail("GET", .refuse(403, content: "no XML"))
    #expect(try await failure { _ = try await whole() }.reason == .accessDenied)
  }

  @Test func `a HEAD of what is not there asks for the bucket`() async throws {
    let missing = try S3ObjectKey("b")
    #expect(try await client.head(missing) == nil)
    store.fail("HEAD", .refuse(404), .refuse(404))
    #expect(try await failure { _ = try await client.head(missing) }.reason == .bucketMissing)
  }

  @Test func `a redirect is not followed but tells the region`() async throws {
    store.fail(
      "GET", .refuse(307, fields: ["Location": "http://127.0.0.1:1/", "X-Amz-Bucket-Region": "eu-west-1"]))
    #expect(try await failure { _ = try await whole() }.reason == .wrongRegion("eu-west-1"))
  }

  @Test func `a PUT is sent again with all its bytes`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.bytes, to: "file")
    store.fail("PUT", .hangUp, .refuse(503), .loseAnswer)
    try await client.put(key, file: folder.path("file"), digest: SHA256.digest(of: Self.bytes))
    #expect(store.object("a") == Self.bytes)
    #expect(store.requests.last?.fields["x-amz-content-sha256"] == hexadecimal(SHA256.digest(of: Self.bytes)))
  }

  @Test func `a file that is not there is an error at once`() async throws {
    let folder = try TemporaryFolder()
    let error = try await failure { try await client.put(key, file: folder.path("a"), digest: SHA256.digest(of: [])) }
    #expect(error.reason == .sourceUnreadable)
    #expect(store.requests.isEmpty)
  }

  @Test func `a service that does not listen is unreachable`() async throws {
    let port = try ReservedPort()
    var configuration = try S3Configuration(
      endpoint: S3Endpoint("http://127.0.0.1:\(port.port)"), bucket: S3BucketName("photos"))
    configuration.retries.maximumAttempts = 2
    let client = S3Client(
      configuration, credentials: try S3Credentials(accessKey: "k", secret: "s"), clock: clock)
    #expect(try await failure { try await client.headBucket() }.reason == .unreachable)
    #expect(clock.sleeps.count == 1)
  }

  @Test func `a service that says nothing is given up`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let client = try store.client(clock: clock) {
      $0.idleTimeout = 0.2
      $0.retries.maximumAttempts = 1
    }
    store.fail("GET", .stall(gate))
    #expect(try await failure { try await client.get(key, expecting: nil) { _ in } }.reason == .timedOut)
  }

  @Test func `a reader that takes its time is not taken for a service that says nothing`() async throws {
    let client = try store.client(clock: clock) {
      $0.idleTimeout = 0.2
      $0.retries.maximumAttempts = 1
    }
    store.put([UInt8](repeating: 1, count: 16 << 20), as: "a")
    store.put([], as: "b")
    let other = try S3ObjectKey("b")
    var count = 0
    try await client.get(key, expecting: nil) { part in
      count += part.count
      guard count == part.count else { return }
      // Waits for longer than the timeout: until it has ended another read.
      let gate = Gate()
      store.fail("GET", .stall(gate))
      let error = try await failure { try await client.get(other, expecting: nil) { _ in } }
      #expect(error.reason == .timedOut)
      gate.open()
    }
    #expect(count == 16 << 20)
  }

  @Test func `cancelling ends a call that waits`() async throws {
    let gate = Gate()
    defer { gate.open() }
    store.fail("GET", .stall(gate))
    let load = Task { try await whole() }
    try await eventually { !store.requests.isEmpty }
    load.cancel()
    await #expect(throws: CancellationError.self) { try await load.value }
  }

  @Test func `errors and descriptions have no credentials, whatever the service says`() async throws {
    let document = "<Error><Code>AccessDenied</Code><Message>AKIDTEST and verysecret</Message></Error>"
    store.fail("GET", .refuse(403, content: document))
    let error = try await failure { _ = try await whole() }
    var text = "\(error) \(client)"
    dump(error, to: &text)
    dump(client, to: &text)
    #expect(!text.contains("AKIDTEST"))
    #expect(!text.contains("verysecret"))
  }
}

/// Reads that are sent a second time because the first takes long.
@Suite(.timeLimit(.minutes(2))) struct HedgedReadTests {
  private let store: FaultyObjectStore
  private let clock = TestS3Clock(waits: true)
  private let client: S3Client
  private let key: S3ObjectKey

  init() async throws {
    store = try FaultyObjectStore()
    client = try store.client(clock: clock)
    key = try S3ObjectKey("a")
    store.put([1, 2, 3], as: "a")
    for _ in 0..<40 { try await client.get(key, expecting: nil) { _ in } }
  }

  @Test func `a second read is answered while the first hangs`() async throws {
    let gate = Gate()
    defer { gate.open() }
    store.fail("GET", .stall(gate))
    async let bytes = read()
    try await eventually { store.requests.count == 41 && clock.sleeperCount == 1 }
    clock.endSleeps()
    let result = try await bytes
    #expect(result == [1, 2, 3])
    #expect(client.statistics.hedges == 1)
    #expect(client.statistics.wonHedges == 1)
  }

  @Test func `reads that are answered in time have no second one`() async throws {
    let bytes = try await read()
    #expect(bytes == [1, 2, 3])
    #expect(client.statistics.hedges == 0)
    #expect(store.requests.count == 41)
  }

  private func read() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    try await client.get(key, expecting: nil) { bytes += $0 }
    return bytes
  }
}
