// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// A disk that is full, or that fails.
@Suite(.overEachProtocol) struct DiskFailureTests {
  /// Runs a service on files that can be made to fail.
  private static func withFaultyService(
    _ body: @escaping @Sendable (TestService, FaultyFileSystem) async throws -> Void
  ) async throws {
    let files = FaultyFileSystem()
    try await withService(files: files) { service in try await body(service, files) }
  }

  @Test(arguments: [
    ("create", ENOSPC, 507), ("write", ENOSPC, 507), ("write", EDQUOT, 507), ("fsync", ENOSPC, 507),
    ("rename", ENOSPC, 507), ("fsync folder", ENOSPC, 507), ("create", EIO, 500),
    ("write", EIO, 500), ("fsync", EIO, 500), ("rename", EIO, 500), ("fsync folder", EIO, 500),
    ("create", EMFILE, 500), ("create", EROFS, 500),
  ])
  func `an upload that the disk refuses is refused, and earlier photos are safe`(
    call: String, number: Int32, status: Int
  ) async throws {
    try await Self.withFaultyService { service, files in
      let ada = try await service.member("ada")
      let kept = SampleJPEG.large(byteCount: 200_000, seed: 1)
      let keptID = try #require(try ada.add(kept)["id"].text)
      files.fail(call, number)
      let refused = SampleJPEG.large(byteCount: 200_000, seed: 2)
      let response = try ada.post("/v1/photos", ["Idempotency-Key": "\"k\""], refused)
      #expect(response.status == status)
      #expect(response.problem == (status == 507 ? "insufficient-storage" : "internal"))
      for secret in ["secret", "dev/shm", "tmp", "data/", "fsync", strerrorText(number)] {
        #expect(!response.text.contains(secret))
      }
      #expect(try ada.ids("/v1/photos") == [keptID])
      #expect(try ada.get("/v1/photos/\(keptID)/original").body == kept)
      files.heal()
      try await eventually { service.spooledFiles.isEmpty }
      let again = try ada.post("/v1/photos", ["Idempotency-Key": "\"k\""], refused)
      #expect(again.status == 201)
      let id = try #require(try again.member("id").text)
      #expect(try ada.get("/v1/photos/\(id)/original").body == refused)
    }
  }

  @Test func `a failure is logged with its cause and the request's id`() async throws {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    let id = try await withService(in: folder, files: files) { service in
      files.fail("fsync", EIO)
      return try await service.member("ada").post("/v1/photos", [:], SampleJPEG.next())["Request-Id"]
    }
    let lines = try String(contentsOfFile: folder.path("log")).split(separator: "\n").map {
      try JSONValue(Array($0.utf8))
    }
    let note = try #require(lines.first { $0["message"] == "request failed" })
    #expect(note["level"] == "error")
    #expect(note["id"].text == id)
    #expect(note["error"].text?.contains("fsync") == true)
  }

  @Test func `an original that the disk cannot read gives a 500, and is served when it can`() async throws {
    try await Self.withFaultyService { service, files in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.large(byteCount: 200_000)
      let id = try #require(try ada.add(picture)["id"].text)
      files.fail("open", EIO)
      let response = try ada.get("/v1/photos/\(id)/original")
      #expect(response.status == 500)
      #expect(response.problem == "internal")
      #expect(try ada.get("/v1/photos/\(id)").status == 200)
      files.heal()
      #expect(try ada.get("/v1/photos/\(id)/original").body == picture)
    }
  }

  @Test func `an upload with the key of a running one is a conflict`() async throws {
    try await Self.withFaultyService { service, files in
      let ada = try await service.addAccount("ada")
      let (reached, gate) = (Gate(), Gate())
      files.decide { call, _ in
        if call.name == "fsync" {
          reached.open()
          gate.waitBlocking(milliseconds: 60_000)
        }
        return .success
      }
      let picture = SampleJPEG.next()
      let first = Task(executorPreference: BlockingThreads.shared) {
        try service.client(ada).post("/v1/photos", ["Idempotency-Key": "\"k\""], picture).status
      }
      await reached.wait()
      let second = try service.client(ada).post("/v1/photos", ["Idempotency-Key": "\"k\""], picture)
      #expect(second.status == 409)
      #expect(second.problem == "conflict")
      #expect(second["Retry-After"] == "1")
      gate.open()
      #expect(try await first.value == 201)
    }
  }

  @Test func `no response comes before the write is on the disk`() async throws {
    try await Self.withFaultyService { service, files in
      let ada = try await service.addAccount("ada")
      let (reached, gate) = (Gate(), Gate())
      files.decide { call, _ in
        if call.name == "fsync folder" {
          reached.open()
          gate.waitBlocking(milliseconds: 60_000)
        }
        return .success
      }
      let upload = Task(executorPreference: BlockingThreads.shared) {
        try service.client(ada).post("/v1/photos", [:], SampleJPEG.next()).status
      }
      await reached.wait()
      #expect(try service.client().ids("/v1/photos").isEmpty)
      files.heal()
      gate.open()
      #expect(try await upload.value == 201)
      #expect(try service.client().ids("/v1/photos").count == 1)
    }
  }
}

private func strerrorText(_ number: Int32) -> String { String(cString: strerror(number)) }
