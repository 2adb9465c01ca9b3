import Glibc
import Testing
import WoofCryptography
import WoofHTTP
import WoofModel

@testable import TestSupport

/// Uploads in parts, over the death of the service.
struct UploadRestartTests {
  private static let fields: KeyValuePairs = [
    "Content-Type": "application/partial-upload", "Upload-Complete": "?1",
  ]

  private func serve(_ folder: TemporaryFolder, _ options: [String] = []) async throws -> ServingProgram {
    try await ServingProgram(on: folder, options)
  }

  @Test func `what came is there after the service was killed in the middle, and the photo is whole`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = Picture.large(byteCount: 700_000)
    let digest = HTTPDigestField.value(sha256: SHA256.digest(of: picture))
    var service = try await serve(folder)
    let connection = try RawClient(port: service.port)
    try connection.send(
      .upload(
        picture.count, by: ada,
        "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\nRepr-Digest: \(digest)\r\nIdempotency-Key: \"k\"\r\n"
      ))
    let place = try #require(Answer(try connection.receiveResponse())["Location"])
    var sent = 0
    var offset = 0
    for end in stride(from: 100_000, through: 600_000, by: 100_000) {
      if sent == 0 {
        try connection.send(Array(picture[..<end]))
        sent = end
      } else {
        let answer = try service.client(ada).send(
          "PATCH", place, ["Content-Type": "application/partial-upload", "Upload-Complete": "?0"],
          extra: [("Upload-Offset", "\(offset)")], body: Array(picture[offset..<end]))
        #expect(answer.status == 204)
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
    let answer = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "\(offset)")], body: Array(picture[offset...]))
    #expect(answer.status == 201)
    let id = try #require(try answer.member("id").text)
    #expect(try service.client(ada).get("/v1/photos/\(id)/original").body == picture)
    #expect(folder.files(below: "data/uploads") == [])
    _ = try await service.stop()
  }

  @Test func `an upload that was whole when the service died completes by an empty append`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = Picture.next()
    var service = try await serve(folder)
    let created = try service.client(ada).post(
      "/v1/photos", ["Upload-Complete": "?0", "Upload-Length": "\(picture.count)"], picture)
    let place = try #require(created["Location"])
    service.program.signal(SIGKILL)
    _ = try await service.program.outcome()
    service = try await serve(folder)
    let answer = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "\(picture.count)")], body: [])
    #expect(answer.status == 201)
    _ = try await service.stop()
  }

  @Test func `an upload goes on after the service was stopped as it should be`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = Picture.next()
    var service = try await serve(folder)
    let created = try service.client(ada).post("/v1/photos", ["Upload-Complete": "?0"], Array(picture.prefix(20)))
    let place = try #require(created["Location"])
    _ = try await service.stop()
    service = try await serve(folder)
    #expect(try service.client(ada).head(place)["Upload-Offset"] == "20")
    let answer = try service.client(ada).send(
      "PATCH", place, Self.fields, extra: [("Upload-Offset", "20")], body: Array(picture[20...]))
    #expect(answer.status == 201)
    _ = try await service.stop()
  }

  @Test func `bytes that came before a restart are inspected again`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = Picture.next()
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
