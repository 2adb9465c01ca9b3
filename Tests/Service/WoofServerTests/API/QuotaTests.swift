// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Tests of the quotas of accounts.
@Suite(.overEachProtocol, .overEachWorld) struct QuotaTests {
  @Test func `an upload without room is refused before its bytes, with the limit`() async throws {
    try await withService(http: #"quotas: {bytes: "310 KB"}"#) { service in
      let credential = try await service.addAccount("ada")
      let ada = service.client(credential)
      let kept = SampleJPEG.large(byteCount: 200_000, seed: 1)
      _ = try ada.add(kept)
      let connection = try service.connect()
      try connection.send(
        "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: \(credential.authorization)\r\n"
          + "Content-Length: 200000\r\nExpect: 100-continue\r\n\r\n")
      #expect(try connection.receive(through: "\r\n").hasPrefix("HTTP/1.1 507"))
      let refused = try ada.post("/v1/photos", [:], SampleJPEG.large(byteCount: 200_000, seed: 2))
      #expect(refused.status == 507)
      #expect(refused.problem == "insufficient-storage")
      #expect(try refused.member("limitName") == "bytes")
      #expect(try refused.member("limit") == 310_000)
      #expect(try refused.member("used")?.integer == Int64(kept.count))
      #expect(try ada.post("/v1/photos", [:], SampleJPEG.large(byteCount: 50_000, seed: 3)).status == 201)
      #expect(service.spooledFiles.isEmpty)
    }
  }

  @Test func `an upload that can never fit is too large`() async throws {
    try await withService(http: #"quotas: {bytes: "100 KB"}"#) { service in
      let ada = try await service.member("ada")
      let refused = try ada.post("/v1/photos", [:], SampleJPEG.large(byteCount: 100_001))
      #expect(refused.status == 413)
      #expect(try refused.member("limitName") == "bytes")
      #expect(try ada.post("/v1/photos", ["Upload-Complete": "?0", "Upload-Length": "100001"], []).status == 413)
    }
  }

  @Test func `a repeated upload gets its response even if the account is full`() async throws {
    try await withService(http: "quotas: {photos: 1}") { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let first = try ada.post("/v1/photos", ["Idempotency-Key": "\"k\""], picture)
      #expect(first.status == 201)
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k\""], picture).status == 201)
      #expect(try ada.post("/v1/photos", ["Repr-Digest": Self.digest(of: picture)], picture).status == 200)
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"l\""], SampleJPEG.next()).status == 507)
    }
  }

  @Test
  func `an account sees its use and limits, and deletion frees room`() async throws {
    try await withService(http: "quotas: {photos: 2}, uploads: {uploadsPerAccount: 3}") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      _ = try ada.addPhoto()
      _ = try ada.post("/v1/photos", ["Upload-Complete": "?0"], [])
      let account = try ada.get("/v1/me").json()
      #expect(account["quota"] == .object(["photos": 2, "uploads": 3]))
      #expect(account["used"]["photos"] == 2 && account["used"]["uploads"] == 0)
      #expect(account["used"]["bytes"].integer ?? 0 > 0)
      _ = try ada.delete("/v1/photos/\(id)")
      #expect(try ada.post("/v1/photos", ["Upload-Complete": "?0"], []).status == 201)
      #expect(try ada.get("/v1/me").json()["used"]["uploads"] == 1)
      _ = try ada.addPhoto()
    }
  }

  @Test func `uploads at once are accepted only as far as there is room`() async throws {
    try await withService(http: "quotas: {photos: 3}") { service in
      let ada = try await service.addAccount("ada")
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          let picture = SampleJPEG.next()
          group.addTask(executorPreference: BlockingThreads.shared) {
            try service.client(ada).post("/v1/photos", [:], picture).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 201 } == 3)
      #expect(statuses.count { $0 == 507 } == 5)
      #expect(try service.client(ada).ids("/v1/me/photos").count == 3)
    }
  }

  private static func digest(of bytes: [UInt8]) -> String {
    "sha-256=:\(Digest(SHA256.digest(of: bytes))?.standardBase64 ?? ""):"
  }
}
