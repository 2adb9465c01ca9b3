// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Photos that are uploaded in parts next to each other, by tus.
@Suite(.overEachProtocol) struct TusConcatenationTests {
  private func withTus(
    _ http: String = "", photos: String = "",
    _ body: @escaping @Sendable (TestService, TusClient) async throws -> Void
  ) async throws {
    try await withService(http: http, photos: photos) { service in
      try await body(service, TusClient(client: try await service.member("ada")))
    }
  }

  private func join(_ tus: TusClient, _ parts: [String], _ fields: [(String, String)] = []) throws -> ClientResponse {
    try tus.create([("Upload-Concat", "final;\(parts.joined(separator: " "))")] + fields)
  }

  @Test(arguments: ["", "http://localhost", "https://photos.example/behind/a/proxy"])
  func `parts become a photo in the order in which they are named`(_ origin: String) async throws {
    try await withTus { service, tus in
      let picture = SampleJPEG.next()
      let (first, rest) = (Array(picture.prefix(30)), Array(picture.dropFirst(30)))
      let late = try tus.uploadPart(rest)
      let early = try tus.uploadPart(first)
      let told = try tus.send("HEAD", late)
      #expect(told["Upload-Concat"] == "partial")
      #expect(told["Upload-Offset"] == "\(rest.count)")
      let response = try join(
        tus, ["\(origin)\(early)", "\(origin)\(late)"], [("Upload-Metadata", TusClient.metadata(["caption": "Rex"]))])
      #expect(response.status == 201)
      #expect(response["Upload-Length"] == "\(picture.count)")
      #expect(response["Upload-Offset"] == "\(picture.count)")
      let id = try #require(response["Woof-Photo-Id"])
      #expect(try tus.client.get("/v1/photos/\(id)/original").body == picture)
      #expect(try tus.client.get("/v1/photos/\(id)").member("caption")?.text == "Rex")
      #expect(try tus.send("HEAD", early).status == 404)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `a final upload tells that it is complete, and takes no bytes`() async throws {
    try await withTus { service, tus in
      let picture = SampleJPEG.next()
      let parts = try [picture.prefix(9), picture.dropFirst(9)].map { try tus.uploadPart(Array($0)) }
      let response = try join(tus, parts)
      let place = try #require(response["Location"])
      let told = try tus.send("HEAD", place)
      #expect(told.status == 200)
      #expect(told["Upload-Offset"] == told["Upload-Length"])
      #expect(told["Woof-Photo-Id"] == response["Woof-Photo-Id"])
      #expect(try tus.append([1], at: picture.count, to: place).status == 403)
      #expect(try TusClient(client: try await service.member("bob")).send("HEAD", place).status == 404)
      #expect(try tus.send("DELETE", place).status == 204)
    }
  }

  @Test func `joining the same parts again gives the same photo`() async throws {
    try await withTus { _, tus in
      let picture = SampleJPEG.next()
      let parts = try [picture.prefix(9), picture.dropFirst(9)].map { try tus.uploadPart(Array($0)) }
      let first = try join(tus, parts)
      let again = try join(tus, parts)
      #expect(again.status == 201)
      #expect(again["Location"] == first["Location"])
      #expect(again["Woof-Photo-Id"] == first["Woof-Photo-Id"])
      #expect(try tus.client.ids("/v1/me/photos").count == 1)
    }
  }

  @Test func `a part may stand more than once`() async throws {
    try await withTus { _, tus in
      let part = try tus.uploadPart(Array("twice".utf8))
      // The order of the bytes is what makes a picture of them, so that these are refused as a whole only.
      #expect(try join(tus, [part, part]).problem == "invalid-image")
      #expect(try tus.offset(of: part) == 5)
    }
  }

  @Test func `parts that cannot be joined stay`() async throws {
    try await withTus("", photos: "bytes: 100000") { service, tus in
      let picture = SampleJPEG.next()
      let whole = try tus.begin(10)
      let open = try tus.begin(10, [("Upload-Concat", "partial")])
      let part = try tus.uploadPart(picture)
      let other = try TusClient(client: try await service.member("bob")).uploadPart([1])
      #expect(try join(tus, [part, open]).problem == "invalid-request")
      #expect(try join(tus, [part, whole]).problem == "invalid-request")
      #expect(try join(tus, [part, other]).status == 404)
      #expect(try join(tus, [part, "/v1/tus/0123456789abcdef0123456789abcdef"]).status == 404)
      let large = try tus.uploadPart([UInt8](repeating: 0, count: 99_999))
      #expect(try join(tus, [large, part]).status == 413)
      #expect(try tus.send("HEAD", part).status == 200)
      #expect(try join(tus, [part])["Woof-Photo-Id"] != nil)
    }
  }

  @Test(arguments: [
    "final", "final;", "final; ", "final;/v1/photos/0123456789abcdef0123456789abcdef", "final;x", "partial;", "Partial",
    "final;/v1/tus/", "final;/v1/tus/final/0123456789abcdef0123456789abcdef",
  ])
  func `a field that names no parts is refused`(_ value: String) async throws {
    try await withTus { _, tus in
      let response = try tus.create([("Upload-Concat", value), ("Upload-Length", "5")])
      #expect(response.status == 400)
    }
  }

  @Test func `a final upload has no length and no bytes of its own`() async throws {
    try await withTus { _, tus in
      let part = try tus.uploadPart(SampleJPEG.next())
      #expect(try join(tus, [part], [("Upload-Length", "5")]).status == 400)
      let fields = [("Upload-Concat", "final;\(part)")] + TusClient.content
      #expect(try tus.create(fields, [1]).status == 400)
      #expect(try join(tus, [part]).status == 201)
    }
  }

  @Test func `a photo is made of so many parts as are configured at most`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    try folder.write(Array("{modules: {'upload.tus': {partialUploads: 2}}}".utf8), to: "woof.json5")
    let service = try await ServingProgram(on: folder, ["--config", folder.path("woof.json5")])
    let tus = TusClient(client: service.client(ada))
    let picture = SampleJPEG.next()
    let parts = try [0..<5, 5..<9, 9..<picture.count].map { try tus.uploadPart(Array(picture[$0])) }
    #expect(try join(tus, parts).status == 400)
    #expect(try join(tus, Array(parts.prefix(2))).problem == "invalid-image")
    _ = try await service.stop()
  }
}
