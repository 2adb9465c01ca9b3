// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofHTTP
import WoofHTTPSemantics
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Uploads that are gone on with after a break (draft-ietf-httpbis-resumable-upload).
@Suite(.overEachProtocol) struct ResumableUploadTests {
  private static let part: KeyValuePairs = ["Content-Type": "application/partial-upload"]

  /// A client in the middle of an upload.
  private struct Upload {
    let client: Client
    let place: String

    /// Begins an upload, of which the first bytes are sent.
    init(_ client: Client, _ bytes: [UInt8] = [], _ fields: [(String, String)] = []) throws {
      self.client = client
      let response = try client.send("POST", "/v1/photos", ["Upload-Complete": "?0"], extra: fields, body: bytes)
      guard response.status == 201, let place = response["Location"] else {
        throw TestFailure("\(response.status): \(response.text)")
      }
      #expect(response["Upload-Complete"] == "?0")
      #expect(response["Upload-Offset"] == "\(bytes.count)")
      #expect(response["Upload-Limit"]?.contains("max-append-size=") == true)
      self.place = place
    }

    func append(_ bytes: [UInt8], at offset: Int, isComplete: Bool) throws -> ClientResponse {
      try client.send(
        "PATCH", place, ResumableUploadTests.part,
        extra: [("Upload-Offset", "\(offset)"), ("Upload-Complete", isComplete ? "?1" : "?0")], body: bytes)
    }

    func offset() throws -> String? { try client.head(place)["Upload-Offset"] }
  }

  /// Sends the head of an upload with all of its content announced, and so many bytes of that.
  private func begin(
    _ service: TestService, _ ada: Credential, _ picture: [UInt8], sending count: Int, _ lines: String = ""
  ) throws -> (RawClient, String) {
    let connection = try service.connect()
    try connection.send(
      .upload(picture.count, by: ada, "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\n\(lines)"))
    let interim = ClientResponse(try connection.receiveResponse())
    #expect(interim.status == 104)
    #expect(interim["Upload-Draft-Interop-Version"] == "9")
    #expect(interim["Upload-Limit"]?.hasPrefix("max-size=50000000, max-append-size=50000000, max-age=") == true)
    try connection.send(Array(picture.prefix(count)))
    return (connection, try #require(interim["Location"]))
  }

  @Test func `an upload that breaks at any byte resumes there`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let client = service.client(ada)
      let length = SampleJPEG.next().count
      for cut in 0...length {
        let picture = SampleJPEG.next()
        let (connection, place) = try begin(service, ada, picture, sending: min(cut, picture.count))
        connection.reset()
        let upload = try Resumed(client, place)
        let response = try upload.sendRest(of: picture)
        #expect(response.status == 201, "\(cut): \(response.text)")
        #expect(response["Upload-Complete"] == "?1")
        let id = try #require(try response.member("id").text)
        #expect(try client.get("/v1/photos/\(id)/original").body == picture)
      }
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  /// A client that has lost its connection.
  private struct Resumed {
    let client: Client
    let place: String
    let offset: Int

    init(_ client: Client, _ place: String) throws {
      (self.client, self.place) = (client, place)
      let response = try client.head(place)
      #expect(response.status == 204)
      #expect(response["Cache-Control"] == "no-store")
      offset = try #require(response["Upload-Offset"].flatMap { Int($0) })
    }

    func sendRest(of picture: [UInt8]) throws -> ClientResponse {
      try client.send(
        "PATCH", place, ResumableUploadTests.part,
        extra: [("Upload-Offset", "\(offset)"), ("Upload-Complete", "?1")], body: Array(picture.dropFirst(offset)))
    }
  }

  @Test(arguments: [1, 7, 100, 1_000_000]) func `a photo is uploaded in parts of any size`(_ size: Int) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let upload = try Upload(ada)
      var offset = 0
      while offset < picture.count {
        let bytes = Array(picture[offset...].prefix(size))
        let response = try upload.append(bytes, at: offset, isComplete: false)
        offset += bytes.count
        #expect(response.status == 204)
        #expect(response["Upload-Offset"] == "\(offset)")
        #expect(response["Upload-Complete"] == "?0")
      }
      #expect(try upload.append([], at: offset, isComplete: true).status == 201)
    }
  }

  @Test func `an offset other than the reached one is refused with the right one`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let upload = try Upload(ada, Array(picture.prefix(10)))
      for offset in [0, 9, 11, 1_000_000] {
        let response = try upload.append([1], at: offset, isComplete: false)
        #expect(response.status == 409)
        #expect(response["Upload-Offset"] == "10")
        #expect(response["Upload-Complete"] == "?0")
        #expect(
          try response.member("type") == "https://iana.org/assignments/http-problem-types#mismatching-upload-offset")
        #expect(try response.member("expected-offset") == 10)
      }
      #expect(try upload.append(Array(picture[10...]), at: 10, isComplete: true).status == 201)
    }
  }

  @Test func `asking for the offset ends a running transfer, whose bytes are dropped`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.large(byteCount: 300_000)
      let (connection, place) = try begin(service, ada, picture, sending: 100_000)
      let resumed = try Resumed(service.client(ada), place)
      // What was on its way then is refused.
      try connection.send(Array(picture[100_000...]))
      #expect(try connection.receiveResponse().status == 409)
      #expect(try Resumed(service.client(ada), place).offset == resumed.offset)
      #expect(try resumed.sendRest(of: picture).status == 201)
    }
  }

  @Test func `an empty append gets a missed response`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let upload = try Upload(ada)
      let first = try upload.append(picture, at: 0, isComplete: true)
      #expect(try ada.head(upload.place)["Upload-Complete"] == "?1")
      let again = try upload.append([], at: picture.count, isComplete: true)
      #expect(again.status == 201)
      #expect(again.body == first.body)
      #expect(again["Location"] == first["Location"])
      #expect(try ada.ids("/v1/me/photos").count == 1)
    }
  }

  @Test func `the end of a complete upload, sent again, is reported as complete`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let upload = try Upload(ada, Array(picture.prefix(10)))
      #expect(try upload.append(Array(picture[10...]), at: 10, isComplete: true).status == 201)
      let again = try upload.append(Array(picture[10...]), at: 10, isComplete: true)
      #expect(again.status == 409)
      #expect(again["Upload-Offset"] == "\(picture.count)")
      #expect(again["Upload-Complete"] == "?1")
    }
  }

  @Test func `a waiting upload holds no file open`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.large(byteCount: 200_000)
      let (connection, place) = try begin(service, ada, picture, sending: 100_000)
      connection.reset()
      let upload = try Upload(service.client(ada), [0xFF, 0xD8])
      try await eventually { service.openFiles.filter { $0.contains("/uploads/") }.isEmpty }
      #expect(try Resumed(service.client(ada), place).sendRest(of: picture).status == 201)
      #expect(try upload.offset() == "2")
      try await eventually { service.openFiles.filter { $0.contains("/uploads/") }.isEmpty }
    }
  }

  @Test func `an upload is accessible to its owner only`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob", isAdministrator: true)
      let place = try Upload(ada).place
      for client in [bob, service.client()] {
        let status = try client.head(place).status
        #expect(try client.delete(place).status == status)
        let other = try client.send(
          "PATCH", place, Self.part, extra: [("Upload-Offset", "0"), ("Upload-Complete", "?1")], body: [1])
        #expect(other.status == status)
      }
      #expect(try bob.head(place).status == 404)
      #expect(try service.client().head(place).status == 401)
      #expect(try ada.head(place).status == 204)
    }
  }

  @Test func `a cancelled upload is gone, with its bytes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let upload = try Upload(ada, [1, 2, 3].map { _ in 0xFF })
      #expect(service.folder.files(below: "data/uploads").count == 2)
      #expect(try ada.delete(upload.place).status == 204)
      #expect(try ada.delete(upload.place).status == 404)
      #expect(try ada.head(upload.place).status == 404)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test(arguments: ["x", "../photos", "00000000000000000000000000000000", "%00"])
  func `an unknown upload is not found`(_ id: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let status = try ada.send("PATCH", "/v1/uploads/\(id)", Self.part, extra: [("Upload-Offset", "0")], body: [])
        .status
      #expect(status == 404)
    }
  }

  @Test func `bytes that are not a picture are refused as soon as that is known, and end the upload`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let upload = try Upload(ada)
      let response = try upload.append(Array("no picture at all, whatever follows".utf8), at: 0, isComplete: false)
      #expect(response.status == 422)
      #expect(response.problem == "invalid-image")
      #expect(try ada.head(upload.place).status == 404)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `the digest of the whole is checked at the end, including earlier parts`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let right = HTTPDigestField.value(sha256: SHA256.digest(of: picture))
      let wrong = HTTPDigestField.value(sha256: SHA256.digest(of: [0]))
      let refused = try Upload(ada, Array(picture.prefix(9)), [("Repr-Digest", wrong)])
      let response = try refused.append(Array(picture[9...]), at: 9, isComplete: true)
      #expect(response.problem == "digest-mismatch")
      #expect(response["Upload-Complete"] == "?1")
      let taken = try Upload(ada, Array(picture.prefix(9)), [("Repr-Digest", right)])
      #expect(try taken.append(Array(picture[9...]), at: 9, isComplete: true).status == 201)
    }
  }

  @Test func `a repeated upload takes the place of the earlier one with its key`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let key = [("Idempotency-Key", "\"k\"")]
      let first = try Upload(ada, Array(picture.prefix(5)), key)
      let second = try Upload(ada, Array(picture.prefix(7)), key)
      #expect(try ada.head(first.place).status == 404)
      let response = try second.append(Array(picture[7...]), at: 7, isComplete: true)
      #expect(response.status == 201)
      let replay = try ada.send("POST", "/v1/photos", [:], extra: key, body: picture)
      #expect(replay.status == 201)
      #expect(replay.body == response.body)
    }
  }

  @Test func `without room for another upload, parts are refused and whole photos accepted`() async throws {
    try await withService(http: "uploads: {uploadsPerAccount: 1}") { service in
      let ada = try await service.member("ada")
      _ = try Upload(ada)
      let refused = try ada.post("/v1/photos", ["Upload-Complete": "?0"], [])
      #expect(refused.status == 507)
      #expect(try refused.member("limitName") == "uploads")
      #expect(try refused.member("limit") == 1)
      #expect(try ada.post("/v1/photos", ["Upload-Complete": "?1"], SampleJPEG.next()).status == 201)
      let metrics = try service.metrics()
      #expect(metrics.contains("\nwoof_uploads_open 1\n"))
      #expect(metrics.contains("\nwoof_uploads_refused_total 2\n"))
    }
  }

  @Test func `a request beyond the part limit is refused with the limit`() async throws {
    try await withService(http: #"uploads: {appendBytes: "1KB"}"#) { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.large(byteCount: 2_000)
      let whole = try ada.post("/v1/photos", ["Upload-Complete": "?1"], picture)
      #expect(whole.status == 413)
      #expect(whole["Upload-Limit"]?.contains("max-append-size=1000") == true)
      let upload = try Upload(ada)
      #expect(try upload.append(Array(picture.prefix(1001)), at: 0, isComplete: false).status == 413)
      #expect(try upload.append(Array(picture.prefix(1000)), at: 0, isComplete: false).status == 204)
    }
  }

  @Test func `a request without a length is held to the part limit, too`() async throws {
    try await withService(http: #"uploads: {appendBytes: "1KB"}"#) { service in
      let ada = try await service.addAccount("ada")
      let upload = try Upload(service.client(ada), Array(SampleJPEG.large(byteCount: 2_000).prefix(10)))
      let connection = try service.connect()
      try connection.send(
        "PATCH \(upload.place) HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\n"
          + "Content-Type: application/partial-upload\r\nUpload-Offset: 10\r\nUpload-Complete: ?0\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<10 { try connection.send(Array("64\r\n".utf8) + [UInt8](repeating: 1, count: 100) + [13, 10]) }
      try connection.send("1\r\nx\r\n0\r\n\r\n")
      #expect(ClientResponse(try connection.receiveResponse()).status == 413)
      #expect(try upload.offset() == "1010")
    }
  }

  @Test func `contradicting lengths are refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let upload = try Upload(ada, [], [("Upload-Length", "20")])
      let response = try upload.append([UInt8](repeating: 0, count: 19), at: 0, isComplete: true)
      #expect(response.status == 400)
      #expect(
        try response.member("type") == "https://iana.org/assignments/http-problem-types#inconsistent-upload-length")
      let told = try ada.head(upload.place)
      #expect(told["Upload-Length"] == "20")
      #expect(told["Upload-Offset"] == "0")
    }
  }

  @Test func `a part has its own type and states its offset`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let place = try Upload(ada).place
      let untyped = try ada.send("PATCH", place, ["Upload-Offset": "0", "Upload-Complete": "?1"], body: [])
      #expect(untyped.status == 415)
      #expect(untyped["Accept-Patch"] == "application/partial-upload")
      for fields: [(String, String)] in [
        [("Upload-Offset", "0")], [("Upload-Complete", "?1")], [("Upload-Offset", "-1"), ("Upload-Complete", "?1")],
        [("Upload-Offset", "\"0\""), ("Upload-Complete", "?1")], [("Upload-Offset", "0"), ("Upload-Complete", "1")],
        [("Upload-Offset", "0"), ("Upload-Offset", "0"), ("Upload-Complete", "?1")],
      ] {
        #expect(try ada.send("PATCH", place, Self.part, extra: fields, body: []).problem == "invalid-request")
      }
    }
  }

  @Test(arguments: [3, 4, 5, 6, 7, 8, 9] as [Int64]) func `every protocol revision that clients use is supported`(
    _ number: Int64
  ) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let (name, more) = number == 3 ? ("Upload-Incomplete", "?1") : ("Upload-Complete", "?0")
      let end = number == 3 ? "?0" : "?1"
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      let line = "Upload-Draft-Interop-Version: \(number)\r\n"
      try connection.send(.upload(4, by: ada, "\(name): \(more)\r\n\(line)"))
      let interim = ClientResponse(try connection.receiveResponse())
      #expect(interim["Upload-Draft-Interop-Version"] == "\(number)")
      try connection.send(Array(picture.prefix(4)))
      let created = ClientResponse(try connection.receiveResponse())
      #expect(created.status == 201)
      #expect(created["Location"] == interim["Location"])
      #expect(created[name] == more)
      let place = try #require(created["Location"])
      let fields = [("Upload-Offset", "4"), (name, end), ("Upload-Draft-Interop-Version", "\(number)")]
      let type = number < 6 ? [] : [("Content-Type", "application/partial-upload")]
      let response = try service.client(ada).send("PATCH", place, [:], extra: fields + type, body: Array(picture[4...]))
      #expect(response.status == 201)
      #expect(response[name] == end)
    }
  }

  @Test(arguments: ["Upload-Draft-Interop-Version: 99\r\n", "Upload-Draft-Interop-Version: x\r\n", ""])
  func `a client of another revision, or of none, gets a photo without interim responses`(_ line: String) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      try connection.send(.upload(picture.count, by: ada, "Upload-Complete: ?1\r\n\(line)"))
      try connection.send(picture)
      #expect(try connection.receiveResponse().status == 201)
    }
  }

  @Test func `the sender of a long part learns how much of it is on the disk`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.large(byteCount: 9_000_000)
      let (connection, _) = try begin(service, ada, picture, sending: picture.count)
      var told: [Int] = []
      while case let response = ClientResponse(try connection.receiveResponse()) {
        guard response.status == 104 else {
          #expect(response.status == 201)
          break
        }
        #expect(response["Location"] == nil)
        told.append(try #require(response["Upload-Offset"].flatMap { Int($0) }))
      }
      #expect(told.count == 2)
      #expect(told == told.sorted())
    }
  }

  @Test func `a sender that waits for 100 Continue gets it and the upload's address`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let (connection, _) = try begin(service, ada, picture, sending: 0, "Expect: 100-continue\r\n")
      #expect(try connection.receiveResponse().status == 100)
      try connection.send(picture)
      #expect(try connection.receiveResponse().status == 201)
    }
  }

  @Test func `OPTIONS gives the limits of uploads`() async throws {
    try await withService { service in
      let response = try service.client().send("OPTIONS", "/v1/photos")
      #expect(response.status == 204)
      #expect(response["Upload-Limit"] == "max-size=50000000, max-append-size=50000000")
      #expect(response["Accept-Patch"] == "application/partial-upload")
    }
  }

  @Test func `a form is accepted as before, whatever it says of resuming`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let form = Form(parts: [.photo(SampleJPEG.next())])
      let response = try ada.post(
        "/v1/photos", ["Content-Type": form.contentType, "Upload-Complete": "?1"], form.bytes)
      #expect(response.status == 201)
    }
  }
}
