// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing

@testable import TestKit
@testable import TestPictures

/// Uploads by tus, over the death of the service.
@Suite(.overEachProtocol) struct TusRestartTests {
  /// Kills the service, and starts it again.
  private func restart(_ service: inout ServingProgram, on folder: TemporaryFolder) async throws {
    service.program.signal(SIGKILL)
    _ = try await service.program.outcome()
    service = try await ServingProgram(on: folder)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a service that is killed at random bytes loses nothing that it acknowledged`(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.large(byteCount: 500_000, seed: seed)
    var service = try await ServingProgram(on: folder)
    let metadata = TusClient.metadata(["caption": "Rex"])
    let place = try TusClient(client: service.client(ada)).begin(picture.count, [("Upload-Metadata", metadata)])
    var offset = 0
    for _ in 0..<6 {
      let acknowledged = min(picture.count - 1, offset + Int.random(in: 0..<40_000, using: &random))
      let response = try TusClient(client: service.client(ada)).append(
        Array(picture[offset..<acknowledged]), at: offset, to: place)
      #expect(response.status == 204)
      let sent = Int.random(in: acknowledged..<picture.count, using: &random)
      let connection = try RawClient(port: service.port)
      try connection.send(
        "PATCH \(place) HTTP/1.1\r\nHost: localhost\r\nAuthorization: \(ada.authorization)\r\nTus-Resumable: 1.0.0\r\n"
          + "Content-Type: application/offset+octet-stream\r\nUpload-Offset: \(acknowledged)\r\n"
          + "Content-Length: \(picture.count - acknowledged)\r\n\r\n")
      try connection.send(Array(picture[acknowledged..<sent]))
      try await restart(&service, on: folder)
      let told = try TusClient(client: service.client(ada)).send("HEAD", place)
      #expect(told["Upload-Metadata"] == metadata)
      #expect(told["Upload-Length"] == "\(picture.count)")
      offset = try #require(told["Upload-Offset"].flatMap { Int($0) })
      #expect((acknowledged...sent).contains(offset))
    }
    let end = try TusClient(client: service.client(ada)).append(Array(picture[offset...]), at: offset, to: place)
    let id = try #require(end["Woof-Photo-Id"])
    try await restart(&service, on: folder)
    let client = service.client(ada)
    #expect(try TusClient(client: client).send("HEAD", place)["Woof-Photo-Id"] == id)
    #expect(try client.get("/v1/photos/\(id)/original").body == picture)
    #expect(try client.get("/v1/photos/\(id)").member("caption")?.text == "Rex")
    #expect(folder.files(below: "data/uploads") == [])
    _ = try await service.stop()
  }

  @Test func `an upload that was whole when the service died becomes a photo as soon as it is asked for`() async throws
  {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.next()
    var service = try await ServingProgram(on: folder)
    // All bytes of an upload, and no request that ends it: only the other protocol can leave that behind at will.
    let begun = try service.client(ada).post(
      "/v1/photos", ["Upload-Complete": "?0", "Upload-Length": "\(picture.count)"], picture)
    let place = try #require(begun["Location"]).replacing("/v1/uploads/", with: "/v1/tus/")
    try await restart(&service, on: folder)
    let tus = TusClient(client: service.client(ada))
    let told = try tus.send("HEAD", place)
    #expect(told["Upload-Offset"] == "\(picture.count)")
    let id = try #require(told["Woof-Photo-Id"])
    #expect(try tus.client.get("/v1/photos/\(id)/original").body == picture)
    _ = try await service.stop()
  }

  @Test func `parts are there after a restart, and so is the photo that they became`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    let picture = SampleJPEG.next()
    var service = try await ServingProgram(on: folder)
    var tus = TusClient(client: service.client(ada))
    let parts = try [picture.prefix(20), picture.dropFirst(20)].map { try tus.uploadPart(Array($0)) }
    try await restart(&service, on: folder)
    tus = TusClient(client: service.client(ada))
    #expect(try tus.send("HEAD", parts[1])["Upload-Concat"] == "partial")
    let fields = [("Upload-Concat", "final;\(parts.joined(separator: " "))")]
    let first = try tus.create(fields)
    let id = try #require(first["Woof-Photo-Id"])
    try await restart(&service, on: folder)
    tus = TusClient(client: service.client(ada))
    let again = try tus.create(fields)
    #expect((again.status, again["Woof-Photo-Id"]) == (201, id))
    #expect(try tus.client.ids("/v1/me/photos").count == 1)
    #expect(folder.files(below: "data/uploads") == [])
    _ = try await service.stop()
  }
}
