// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Synchronization
import Testing
import URLLoading
import WoofTesting

@testable import TestKit
@testable import WoofClient

@Suite struct UploadTests {
  @Test(arguments: HarnessProtocol.allCases)
  func `a file arrives byte for byte, and progress counts it`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let data = SamplePhoto.large(byteCount: 600_000)
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try data.write(to: file)
      let progress = Progress(totalUnitCount: 0)
      let uploaded = try await service.member("ada").upload(fromFile: file, caption: "Rex", progress: progress)
      #expect(uploaded.photo.byteCount == Int64(data.count))
      #expect(progress.completedUnitCount == Int64(data.count))
      #expect(progress.totalUnitCount == Int64(data.count))
      #expect(try await service.client().fetchPhoto(uploaded.photo).data == data)
    }
  }

  @Test(arguments: [20_000, 700_000, 2_999_000])
  func `an upload that stalls until the service gives up resumes where it stopped`(_ stop: Int) async throws {
    try await withService(http: #"limits: {bodyRateWindow: "200ms"}"#) { service in
      let data = SamplePhoto.large(byteCount: 3_000_000)
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try data.write(to: file)
      let relay = try StallingRelay(before: service.url.port ?? 0, stoppingAfter: stop)
      let client = try await service.member("ada", at: URL(string: "http://127.0.0.1:\(relay.port)"))
      let uploaded = try await client.upload(fromFile: file)
      #expect(relay.hasStopped)
      #expect(uploaded.isNew)
      #expect(try await client.fetchPhoto(uploaded.photo).data == data)
      let log = service.woof.log.split(separator: "\n")
      #expect(log.count { $0.contains("\"status\":408") } == 1)
      #expect(log.contains { $0.contains("\"method\":\"PATCH\"") && $0.contains("\"status\":201") })
    }
  }

  @Test func `a stalled upload without resumption is sent again`() async throws {
    try await withService(http: #"limits: {bodyRateWindow: "200ms"}, uploads: {bytesPerAccount: "1KB"}"#) { service in
      let data = SamplePhoto.large(byteCount: 300_000)
      let relay = try StallingRelay(before: service.url.port ?? 0, stoppingAfter: 200_000)
      let client = try await service.member(
        "ada", at: URL(string: "http://127.0.0.1:\(relay.port)"), retryPolicy: RetryPolicy(maximumAttempts: 2))
      #expect(try await client.upload(data: data).isNew)
      #expect(relay.hasStopped)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an upload that has to sign in first succeeds`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let client = WoofClient(
        baseURL: service.url, session: service.session(), signIn: .asking(TestSignIn { _ in ada }), retryPolicy: .never)
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try SamplePhoto.large(byteCount: 3_000_000).write(to: file)
      #expect(try await client.upload(fromFile: file).isNew)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `bytes that are not a picture are refused in the service's words`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let error = try await failure { _ = try await service.member("ada").upload(data: Data("woof".utf8)) }
      #expect(error.code == .invalidImage)
      #expect(error.details["transformer"] == "structure")
    }
  }

  @Test func `a missing file is reported before a request is sent`() async throws {
    let service = try ScriptedService { _, _ in .json("{}") }
    let missing = URL(fileURLWithPath: "/nowhere/at/all.jpg")
    let error = try await failure { _ = try await service.client().upload(fromFile: missing) }
    #expect(error.code == .fileNotReadable)
    #expect(service.requests.isEmpty)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a file with a known digest is not read for it again`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let data = SamplePhoto.next()
      let file = URL(fileURLWithPath: service.folder.path("rex.jpg"))
      try data.write(to: file)
      let ada = try await service.member("ada")
      let stale = try Digest(of: SamplePhoto.next())
      let error = try await failure {
        _ = try await ada.upload(fromFile: file, digest: stale, byteCount: Int64(data.count))
      }
      #expect(error.code == .digestMismatch)
      let (digest, byteCount) = try await Digest.reading(file)
      #expect(try await ada.upload(fromFile: file, digest: digest, byteCount: byteCount).isNew)
    }
  }

  @Test func `a broken upload is sent again under the same key`() async throws {
    let data = SamplePhoto.next()
    let response = String(decoding: try JSONEncoder().encode(try SamplePhoto.metadata(of: data)), as: UTF8.self)
    let service = try ScriptedService { _, number in
      switch number {
      case 0: .failure(.networkConnectionLost)
      case 1: .problem(.conflict)
      default: .json(response, status: 201)
      }
    }
    let uploaded = try await service.client(retryPolicy: RetryPolicy(maximumAttempts: 3)).upload(data: data)
    #expect(uploaded.isNew)
    let keys = service.requests.map { $0.value(forHTTPHeaderField: "Idempotency-Key") }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
    #expect(keys[0]?.hasPrefix("\"") == true)
    let digest = try Digest(of: data)
    #expect(service.requests[0].value(forHTTPHeaderField: "Repr-Digest") == "sha-256=:\(digest.standardBase64):")
  }

  @Test func `every upload has a key of its own`() async throws {
    let service = try ScriptedService { _, _ in .problem(.forbidden) }
    for _ in 0..<2 { _ = try await failure { _ = try await service.client().upload(data: Data([1])) } }
    #expect(Set(service.requests.map { $0.value(forHTTPHeaderField: "Idempotency-Key") }).count == 2)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the real service treats a repeated upload as one`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let data = SamplePhoto.next()
      async let first = ada.upload(data: data)
      async let second = ada.upload(data: data)
      let uploaded = try await [first, second]
      #expect(uploaded[0].photo.id == uploaded[1].photo.id)
    }
  }

  @Test func `the digest of a file is that of its bytes`() async throws {
    let folder = try TemporaryFolder()
    let data = SamplePhoto.large(byteCount: 700_000)
    try folder.write(Array(data), to: "rex.jpg")
    let digest = try await Digest(ofFile: URL(fileURLWithPath: folder.path("rex.jpg")))
    #expect(try digest == Digest(of: data))
  }

  @Test func `a cancelled upload does not wait for the digest of its file`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Digest(ofFile: URL(fileURLWithPath: "/dev/zero"))
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }
}
