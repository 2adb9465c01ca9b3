// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofCryptography
import WoofHTTP
import WoofHTTPSemantics
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Uploads in parts, over the death of the service.
@Suite(.overEachProtocol) struct UploadRestartTests {
  private static let fields: KeyValuePairs = [
    "Content-Type": "application/partial-upload", "Upload-Complete": "?1",
  ]

  private func serve(_ folder: TemporaryFolder, _ options: [String] = []) async throws -> ServingProgram {
    try await ServingProgram(on: folder, options)
  }

  @Test func `an upload interrupted by a kill keeps its bytes, and its photo is whole`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.large(byteCount: 700_000)
    let digest = HTTPDigestField.value(sha256: SHA256.digest(of: picture))
    var service = try await serve(folder)
    let connection = try RawClient(port: service.port)
    try connection.send(
      .upload(
        picture.count, by: ada,
        "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\nRepr-Digest: \(digest)\r\nIdempotency-Key: \"k\"\r\n"
      ))
    let place = try #require(ClientResponse(try connection.receiveResponse())["Location"])
    var sent = 0
    var offset = 0
    for end in stride(from: 100_000, through: 600_000, by: 100_000) {
      if sent == 0 {
        try connection.send(Array(picture[..<end]))
        sent = end
      } else {
        let response = try service.client(ada).send(
          "PATCH", place, ["Content-Type": "application/partial-upload", "Upload-Complete": "?0"],
          extra: [("Upload-Offset", "\(offset)")], body: Array(picture[offset..<end]))
        #expect(response.status == 204)
        offset = end
      }
      service.program.signal(SIGKILL)
      _ = try await service.program.outcome()
      service = try await serve(folder)
      let told = try service.client(ada).head(place)["Upload-Offset"].flatMap { Int($0) }
      let reached = try #require(told)
      #expect(offset == 0 || reached == offset, "what was acknowledged is there")
      #expect(reached <= end)
      offset = reached
    }
    let response = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "\(offset)")], body: Array(picture[offset...]))
    #expect(response.status == 201)
    let id = try #require(try response.member("id").text)
    #expect(try service.client(ada).get("/v1/photos/\(id)/original").body == picture)
    #expect(folder.files(below: "data/uploads") == [])
    _ = try await service.stop()
  }

  @Test func `an upload that was whole when the service died completes by an empty append`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.next()
    var service = try await serve(folder)
    let created = try service.client(ada).post(
      "/v1/photos", ["Upload-Complete": "?0", "Upload-Length": "\(picture.count)"], picture)
    let place = try #require(created["Location"])
    service.program.signal(SIGKILL)
    _ = try await service.program.outcome()
    service = try await serve(folder)
    let response = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "\(picture.count)")], body: [])
    #expect(response.status == 201)
    _ = try await service.stop()
  }

  @Test(arguments: [true, false]) func `a missed response is available after a restart, as before it`(
    _ hasKey: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.next()
    var service = try await serve(folder)
    let key = hasKey ? [("Idempotency-Key", "\"k\"")] : []
    let created = try service.client(ada).send("POST", "/v1/photos", ["Upload-Complete": "?0"], extra: key, body: [])
    let place = try #require(created["Location"])
    let end = [("Upload-Offset", "\(picture.count)")]
    let first = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "0")], body: picture)
    #expect(first.status == 201)
    for signal in [SIGKILL, SIGTERM] {
      let client = service.client(ada)
      let told = try client.head(place)
      #expect(told.status == 204)
      #expect(told["Upload-Complete"] == "?1")
      #expect(told["Upload-Offset"] == "\(picture.count)")
      #expect(told["Upload-Length"] == "\(picture.count)")
      #expect(told["Upload-Limit"] != nil)
      let again = try client.send("PATCH", place, Self.fields, extra: end, body: [])
      #expect(again.status == 201)
      #expect(again["Upload-Complete"] == "?1")
      #expect(again.body == first.body)
      #expect(again["Location"] == first["Location"])
      let wrong = try client.send("PATCH", place, Self.fields, extra: [("Upload-Offset", "0")], body: picture)
      #expect(wrong.status == 409)
      #expect(wrong["Upload-Offset"] == "\(picture.count)")
      #expect(try client.send("PATCH", place, Self.fields, extra: end, body: [1]).status == 400)
      if hasKey { #expect(try client.send("POST", "/v1/photos", extra: key, body: picture).body == first.body) }
      #expect(try service.client(try await folder.addAccount("bob\(signal)")).head(place).status == 404)
      service.program.signal(signal)
      _ = try await service.program.outcome()
      service = try await serve(folder)
    }
    #expect(try service.client(ada).ids("/v1/me/photos").count == 1)
    let photo = try #require(first["Location"])
    #expect(try service.client(ada).delete(photo).status == 204)
    #expect(try service.client(ada).head(place)["Upload-Complete"] == "?1")
    #expect(try service.client(ada).send("PATCH", place, Self.fields, extra: end, body: []).problem == "gone")
    _ = try await service.stop()
  }

  @Test func `an upload resumes after an orderly restart`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.next()
    var service = try await serve(folder)
    let created = try service.client(ada).post("/v1/photos", ["Upload-Complete": "?0"], Array(picture.prefix(20)))
    let place = try #require(created["Location"])
    _ = try await service.stop()
    service = try await serve(folder)
    #expect(try service.client(ada).head(place)["Upload-Offset"] == "20")
    let response = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "20")], body: Array(picture[20...]))
    #expect(response.status == 201)
    _ = try await service.stop()
  }

  @Test func `bytes that came before a restart are inspected again`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.next()
    var service = try await serve(folder)
    let created = try service.client(ada).post("/v1/photos", ["Upload-Complete": "?0"], Array(picture.prefix(40)))
    let place = try #require(created["Location"])
    _ = try await service.stop()
    let name = try #require(folder.files(below: "data/uploads").first { !$0.hasSuffix(".json") })
    try folder.write([UInt8](repeating: 7, count: 40), to: "data/uploads/\(name)")
    service = try await serve(folder)
    #expect(try service.client(ada).get(place).problem == "invalid-image")
    #expect(try service.client(ada).get(place).problem == "not-found")
    _ = try await service.stop()
  }
}
