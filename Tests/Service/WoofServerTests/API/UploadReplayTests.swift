// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofHTTPSemantics
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Uploads that begin, as ones that may be resumed, under an idempotency key that another was answered under.
@Suite(.overEachProtocol) struct UploadReplayTests {
  /// An account that has uploaded a picture under a key, and does so again.
  private struct Uploader {
    let service: TestService
    let client: Client
    let picture = SampleJPEG.large(byteCount: 2_000)
    let first: ClientResponse

    init(_ service: TestService, _ fields: [(String, String)] = [("Upload-Complete", "?1")]) async throws {
      self.service = service
      client = try await service.member("ada")
      first = try client.send(
        "POST", "/v1/photos?caption=Rex", [:], extra: [("Idempotency-Key", "\"k\"")] + fields, body: picture)
      guard first.status == 201 else { throw TestFailure("\(first.status): \(first.text)") }
    }

    var length: (String, String) { ("Upload-Length", "\(picture.count)") }

    /// Begins again with nothing, or a part.
    func begin(
      _ fields: [(String, String)] = [], _ body: [UInt8] = [], query: String = "?caption=Rex", key: String = "k"
    ) throws -> ClientResponse {
      try client.send(
        "POST", "/v1/photos\(query)", ["Upload-Complete": "?0", "Idempotency-Key": "\"\(key)\""], extra: fields,
        body: body)
    }

    /// Sends all at once again.
    func send(_ body: [UInt8]) throws -> ClientResponse {
      try client.post("/v1/photos?caption=Rex", ["Upload-Complete": "?1", "Idempotency-Key": "\"k\""], body)
    }

    var files: [String] { service.folder.files(below: "data/uploads") }
  }

  private static func digest(of bytes: [UInt8]) -> (String, String) {
    ("Repr-Digest", HTTPDigestField.value(sha256: SHA256.digest(of: bytes)))
  }

  @Test(arguments: [[("Upload-Complete", "?1")], []])
  func `an upload that begins after its key was answered gets that response, and leaves nothing`(
    fields: [(String, String)]
  ) async throws {
    try await withService { service in
      let uploader = try await Uploader(service, fields)
      let beginnings = [
        try uploader.begin(), try uploader.begin([uploader.length]),
        try uploader.begin([uploader.length, Self.digest(of: uploader.picture)], Array(uploader.picture.prefix(9))),
      ]
      for response in beginnings {
        #expect(response.status == 201)
        #expect(response["Upload-Complete"] == "?1")
        #expect(response["Location"] == uploader.first["Location"])
        #expect(response.body == uploader.first.body)
      }
      #expect(uploader.files == [])
      #expect(try uploader.client.get("/v1/me").member("used")?["uploads"] == 0)
    }
  }

  @Test func `one of another length, digest or caption is refused, and leaves nothing`() async throws {
    try await withService { service in
      let uploader = try await Uploader(service)
      let others = [
        try uploader.begin([("Upload-Length", "\(uploader.picture.count + 1)")]),
        try uploader.begin([Self.digest(of: [1])]),
        try uploader.begin([uploader.length], query: "?caption=Max"),
        try uploader.begin([uploader.length], query: "?caption=Rex&visibility=private"),
      ]
      for response in others {
        #expect((response.status, response.problem) == (422, "idempotency-key-reused"))
        #expect(response["Upload-Complete"] == "?1")
      }
      #expect(uploader.files == [])
      #expect(try uploader.client.ids("/v1/photos").count == 1)
    }
  }

  @Test func `one that is begun while its key is being answered leaves nothing`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      for round in 0..<40 {
        let (picture, key) = (SampleJPEG.next(), "\"k\(round)\"")
        let length = "\(picture.count)"
        async let beginning = blocking {
          try service.client(ada).post(
            "/v1/photos", ["Upload-Complete": "?0", "Upload-Length": length, "Idempotency-Key": key], []
          ).status
        }
        async let whole = blocking {
          try service.client(ada).post("/v1/photos", ["Idempotency-Key": key], picture).status
        }
        #expect(try await whole == 201)
        // It may have come to an end while its bytes were awaited.
        #expect([201, 404, 409].contains(try await beginning))
        #expect(service.folder.files(below: "data/uploads") == [], "round \(round)")
      }
    }
  }

  @Test func `one that was begun before, and whose address nobody knows, is given up`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      func begin() throws -> ClientResponse {
        try ada.post(
          "/v1/photos",
          ["Upload-Complete": "?0", "Upload-Length": "\(picture.count)", "Idempotency-Key": "\"k\""],
          Array(picture.prefix(10)))
      }
      let place = try #require(try begin()["Location"])
      #expect(!service.folder.files(below: "data/uploads").isEmpty)
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k\""], picture).status == 201)
      #expect(service.folder.files(below: "data/uploads") == [])
      let again = try begin()
      #expect((again.status, again["Upload-Complete"]) == (201, "?1"))
      #expect(service.folder.files(below: "data/uploads") == [])
      #expect(try ada.head(place).status == 404)
      #expect(try ada.ids("/v1/photos").count == 1)
    }
  }

  @Test func `one that is sent as a whole is compared by its bytes`() async throws {
    try await withService { service in
      let uploader = try await Uploader(service)
      var changed = uploader.picture
      changed[changed.count - 3] ^= 1
      #expect(try uploader.send(changed).problem == "idempotency-key-reused")
      #expect(try uploader.send(Array(uploader.picture.dropLast())).problem == "idempotency-key-reused")
      let same = try uploader.send(uploader.picture)
      #expect((same.status, same["Upload-Complete"]) == (201, "?1"))
      #expect(same.body == uploader.first.body)
    }
  }

  @Test func `one that is sent as a whole and breaks off leaves nothing`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.large(byteCount: 2_000)
      let key = "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\nIdempotency-Key: \"k\"\r\n"
      let client = service.client(ada)
      #expect(try client.post("/v1/photos", ["Idempotency-Key": "\"k\""], picture).status == 201)
      let connection = try service.connect()
      try connection.send(.upload(picture.count, by: ada, key))
      try connection.send(Array(picture.prefix(9)))
      connection.reset()
      #expect(try client.get("/v1/me").member("used")?["uploads"] == 0)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `one whose photo was deleted is gone`() async throws {
    try await withService { service in
      let uploader = try await Uploader(service)
      #expect(try uploader.client.delete(try #require(uploader.first["Location"])).status == 204)
      let response = try uploader.begin([uploader.length])
      #expect((response.status, response.problem) == (410, "gone"))
      #expect(uploader.files == [])
      #expect(try uploader.begin([uploader.length], key: "another")["Upload-Complete"] == "?0")
    }
  }

  @Test func `a key counts for its account only`() async throws {
    try await withService { service in
      _ = try await Uploader(service)
      let bob = try await service.member("bob")
      let response = try bob.post("/v1/photos", ["Upload-Complete": "?0", "Idempotency-Key": "\"k\""], [])
      #expect((response.status, response["Upload-Complete"]) == (201, "?0"))
    }
  }

  @Test func `the holder of a used ticket without the bytes is not told the photo`() async throws {
    try await withService { service in
      let holder = try TicketHolder(service, try await service.member("ada"), SampleJPEG.next())
      #expect(try holder.put().status == 201)
      let response = try holder.client.send(
        "PUT", holder.path, ["Upload-Complete": "?0", "Upload-Length": "\(holder.picture.count)"], body: [])
      #expect((response.status, response["Upload-Complete"]) == (201, "?0"))
      #expect(response["Woof-Photo-Id"] == nil)
    }
  }
}
