// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel
import WoofSystem

@testable import TestKit
@testable import TestPictures

/// Uploads by tus 1.0.0: the core protocol, creation, expiration, checksums and termination.
@Suite(.overEachProtocol) struct TusUploadTests {
  private func withTus(
    _ http: String = "", _ body: @escaping @Sendable (TestService, Credential, TusClient) async throws -> Void
  ) async throws {
    try await withService(http: http) { service in
      let ada = try await service.addAccount("ada")
      try await body(service, ada, TusClient(client: service.client(ada)))
    }
  }

  // MARK: What the service offers

  @Test(arguments: ["/v1/tus", "/v1/tus/0123456789abcdef0123456789abcdef"])
  func `OPTIONS tells what the service offers, whatever version is asked for`(_ path: String) async throws {
    try await withService(photos: "bytes: 2000000") { service in
      for version in ["1.0.0", "0.2.2"] {
        let response = try service.client().send("OPTIONS", path, ["Tus-Resumable": version])
        #expect(response.status == 204)
        #expect(response["Tus-Resumable"] == "1.0.0")
        #expect(response["Tus-Version"] == "1.0.0")
        #expect(
          response["Tus-Extension"]
            == "creation,creation-with-upload,expiration,checksum,termination,concatenation")
        #expect(response["Tus-Max-Size"] == "2000000")
        #expect(response["Tus-Checksum-Algorithm"] == "sha1,sha256,sha512")
      }
    }
  }

  @Test func `a client of another version is told so, and nothing is done`() async throws {
    try await withTus { service, _, tus in
      let place = try tus.begin(100)
      for version in ["0.2.2", "1.0.1", "", "1.0.0, 1.0.0"] {
        let fields = [("Tus-Resumable", version), ("Upload-Length", "10"), ("Upload-Offset", "0")] + TusClient.content
        for (method, target) in [("POST", "/v1/tus"), ("HEAD", place), ("PATCH", place), ("DELETE", place)] {
          let response = try tus.send(method, target, fields, method == "PATCH" ? [1] : nil)
          #expect(response.status == 412)
          #expect(response["Tus-Version"] == "1.0.0")
        }
      }
      #expect(try tus.client.send("DELETE", place).status == 412)
      #expect(try tus.offset(of: place) == 0)
      #expect(service.folder.files(below: "data/uploads").count == 2)
    }
  }

  @Test func `all responses name the version, also those to strangers`() async throws {
    try await withTus { service, _, tus in
      let place = try tus.begin(100)
      let stranger = TusClient(client: service.client())
      #expect(try stranger.create([("Upload-Length", "1")]).status == 401)
      #expect(try stranger.send("HEAD", place).status == 401)
    }
  }

  @Test func `another account does not find an upload`() async throws {
    try await withTus { service, _, tus in
      let place = try tus.begin(100)
      let bob = TusClient(client: try await service.member("bob", isAdministrator: true))
      #expect(try bob.send("HEAD", place).status == 404)
      #expect(try bob.append([1], at: 0, to: place).status == 404)
      #expect(try bob.send("DELETE", place).status == 404)
      #expect(try tus.offset(of: place) == 0)
    }
  }

  // MARK: Creation

  @Test func `a photo is uploaded with its name, caption and visibility`() async throws {
    try await withTus { service, _, tus in
      let picture = SampleJPEG.next()
      let metadata =
        TusClient.metadata(["filename": "a/b/rex.jpg", "caption": "Rex ä", "visibility": "public"])
        + ",is_new,filetype ,name"
      let place = try tus.begin(picture.count, [("Upload-Metadata", metadata)])
      let told = try tus.send("HEAD", place)
      #expect(told.status == 200)
      #expect(told["Upload-Metadata"] == metadata)
      #expect(told["Upload-Length"] == "\(picture.count)")
      #expect(told["Upload-Offset"] == "0")
      #expect(told["Cache-Control"] == "no-store")
      #expect(told["Upload-Defer-Length"] == nil)
      let end = try tus.append(picture, at: 0, to: place)
      #expect(end.status == 204)
      #expect(end["Upload-Offset"] == "\(picture.count)")
      let id = try #require(end["Woof-Photo-Id"])
      let photo = try tus.client.get("/v1/photos/\(id)")
      #expect(try photo.member("caption")?.text == "Rex ä")
      #expect(try photo.member("visibility")?.text == "public")
      #expect(try photo.member("fileName")?.text == "rex.jpg")
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test(arguments: [0, 1, 40, Int.max]) func `an upload may begin with bytes`(_ count: Int) async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let first = Array(picture.prefix(count))
      let response = try tus.create(
        TusClient.content + [("Upload-Length", "\(picture.count)")], first)
      #expect(response.status == 201)
      #expect(response["Upload-Offset"] == "\(first.count)")
      let place = try #require(response["Location"])
      #expect((response["Woof-Photo-Id"] != nil) == (first.count == picture.count))
      let end = try tus.append(Array(picture.dropFirst(count)), at: first.count, to: place)
      #expect(end.status == 204)
      let id = try #require(end["Woof-Photo-Id"])
      #expect(try tus.client.get("/v1/photos/\(id)/original").body == picture)
    }
  }

  @Test func `an upload whose first bytes are refused leaves nothing`() async throws {
    try await withTus { service, _, tus in
      let fields = TusClient.content + [("Upload-Length", "100")]
      let refused = try tus.create(fields, Array("no picture at all, whatever follows".utf8))
      #expect(refused.problem == "invalid-image")
      let wrong = fields + [("Upload-Checksum", "sha1 \(Base64.encode(SHA1.digest(of: [1]), as: .standard))")]
      #expect(try tus.create(wrong, Array(SampleJPEG.next().prefix(20))).status == 460)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test(arguments: [
    ("Upload-Length", "-1", 400), ("Upload-Length", "1.5", 400), ("Upload-Length", "x", 400),
    ("Upload-Length", "", 400),
    ("Upload-Length", "99999999999999999999", 400), ("Upload-Length", "50000001", 413),
    ("Upload-Defer-Length", "1", 400),
    ("Upload-Defer-Length", "2", 400), ("Upload-Concat", "whole", 400),
  ])
  func `a beginning that says nothing usable is refused`(_ name: String, _ value: String, _ status: Int) async throws {
    try await withTus { service, _, tus in
      let response = try tus.create([(name, value)])
      #expect(response.status == status)
      #expect(response["Location"] == nil)
      if status == 413 { #expect(response["Tus-Max-Size"] == "50000000") }
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test(arguments: [
    "caption", "caption QQ==,caption QQ==", ",", "caption Q", "caption Q===", "caption QQ== QQ==",
    "caption \u{FF}", "visibility \(Base64.encode("everybody".utf8, as: .standard))", "caption gICA",
    "caption \(Base64.encode([UInt8](repeating: 0x61, count: 5_000), as: .standard))",
  ])
  func `metadata that cannot be read is refused`(_ metadata: String) async throws {
    try await withTus { _, _, tus in
      let response = try tus.create([("Upload-Length", "10"), ("Upload-Metadata", metadata)])
      #expect(response.status == (metadata == "caption" ? 201 : 400), "\(response.text)")
    }
  }

  @Test func `an empty photo is no picture`() async throws {
    try await withTus { service, _, tus in
      let response = try tus.create([("Upload-Length", "0")])
      #expect(response.problem == "invalid-image")
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `bytes of another type are refused`() async throws {
    try await withTus { _, _, tus in
      let place = try tus.begin(100)
      for type in ["application/octet-stream", "image/jpeg"] {
        let response = try tus.send("PATCH", place, [("Upload-Offset", "0"), ("Content-Type", type)], [1])
        #expect(response.status == 415)
        #expect(response["Accept-Patch"] == "application/offset+octet-stream")
        #expect(
          try tus.create([("Upload-Length", "9"), ("Content-Type", type)], [1]).status == 415)
      }
      #expect(try tus.offset(of: place) == 0)
    }
  }

  // MARK: Bytes

  @Test(arguments: [1, 7, 100, 1_000_000]) func `a photo is uploaded in requests of any size`(_ size: Int) async throws
  {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let place = try tus.begin(picture.count)
      var offset = 0
      while offset < picture.count {
        let bytes = Array(picture[offset...].prefix(size))
        let response = try tus.append(bytes, at: offset, to: place)
        offset += bytes.count
        #expect(response.status == 204)
        #expect(response["Upload-Offset"] == "\(offset)")
        #expect((response["Upload-Expires"] == nil) == (offset == picture.count))
      }
      let told = try tus.send("HEAD", place)
      #expect(told.status == 200)
      #expect(told["Upload-Offset"] == "\(picture.count)")
      #expect(told["Upload-Length"] == "\(picture.count)")
      let id = try #require(told["Woof-Photo-Id"])
      #expect(try tus.client.get("/v1/photos/\(id)/original").body == picture)
    }
  }

  @Test func `an offset other than the reached one changes nothing`() async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let place = try tus.begin(picture.count)
      #expect(try tus.append(Array(picture.prefix(10)), at: 0, to: place).status == 204)
      for offset in [0, 9, 11, picture.count] {
        #expect(try tus.append([1], at: offset, to: place).status == 409)
      }
      for offset in ["-1", "x", "", "10.0"] {
        #expect(try tus.send("PATCH", place, TusClient.content + [("Upload-Offset", offset)], [1]).status == 400)
      }
      #expect(try tus.send("PATCH", place, TusClient.content, [1]).status == 400)
      #expect(try tus.offset(of: place) == 10)
      #expect(try tus.append(Array(picture[10...]), at: 10, to: place)["Woof-Photo-Id"] != nil)
      #expect(try tus.append([1], at: 10, to: place).status == 409)
      #expect(try tus.append([], at: picture.count, to: place)["Woof-Photo-Id"] != nil)
    }
  }

  @Test func `bytes beyond the length are refused`() async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let place = try tus.begin(picture.count)
      #expect(try tus.append(picture + [0], at: 0, to: place).status == 400)
      #expect(try tus.append(picture, at: 0, to: place, [("Upload-Length", "7")]).status == 400)
      #expect(try tus.append(picture, at: 0, to: place)["Woof-Photo-Id"] != nil)
    }
  }

  @Test func `an upload that breaks at any byte resumes there`() async throws {
    try await withTus { service, ada, tus in
      let length = SampleJPEG.next().count
      for cut in stride(from: 0, through: length, by: 3) {
        let picture = SampleJPEG.next()
        let place = try tus.begin(picture.count)
        let connection = try service.connect()
        try connection.send(
          "PATCH \(place) HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\nTus-Resumable: 1.0.0\r\n"
            + "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: \(picture.count)\r\n"
            + "Expect: 100-continue\r\n\r\n")
        #expect(try connection.receiveResponse().status == 100)
        try connection.send(Array(picture.prefix(cut)))
        connection.reset()
        let offset = try #require(try tus.offset(of: place))
        let end = try tus.append(Array(picture[offset...]), at: offset, to: place)
        #expect(end.status == 204, "\(cut): \(end.text)")
        let id = try #require(end["Woof-Photo-Id"])
        #expect(try tus.client.get("/v1/photos/\(id)/original").body == picture)
      }
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `bytes that are not a picture end the upload`() async throws {
    try await withTus { service, _, tus in
      let place = try tus.begin(100)
      #expect(try tus.append(Array("no picture at all".utf8), at: 0, to: place).problem == "invalid-image")
      let told = try tus.send("HEAD", place)
      #expect(told.status == 404)
      #expect(told["Upload-Offset"] == nil)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `the same photo again is the one that is there`() async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let ids = try (0..<2).map { _ in
        try tus.append(picture, at: 0, to: try tus.begin(picture.count))["Woof-Photo-Id"]
      }
      #expect(ids[0] != nil)
      #expect(ids[0] == ids[1])
    }
  }

  // MARK: Checksums

  @Test(arguments: ["sha1", "sha256", "sha512"])
  func `bytes count only with their checksum`(_ algorithm: String) async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      func checksum(_ bytes: [UInt8]) -> [(String, String)] {
        let digest =
          switch algorithm {
          case "sha1": SHA1.digest(of: bytes)
          case "sha256": SHA256.digest(of: bytes)
          default: SHA512.digest(of: bytes)
          }
        return [("Upload-Checksum", "\(algorithm) \(Base64.encode(digest, as: .standard))")]
      }
      let place = try tus.begin(picture.count)
      let (first, rest) = (Array(picture.prefix(20)), Array(picture.dropFirst(20)))
      let wrong = try tus.append(first, at: 0, to: place, checksum(rest))
      #expect(wrong.status == 460)
      #expect(wrong.problem == "checksum-mismatch")
      #expect(try tus.offset(of: place) == 0)
      #expect(try tus.append(first, at: 0, to: place, checksum(first)).status == 204)
      #expect(try tus.append(rest, at: 20, to: place, checksum(picture)).status == 460)
      #expect(try tus.offset(of: place) == 20)
      #expect(try tus.append(rest, at: 20, to: place, checksum(rest))["Woof-Photo-Id"] != nil)
    }
  }

  @Test(arguments: [
    "md5 1B2M2Y8AsgTpgAmY7PhCfg==", "sha1", "sha1 ", "sha1 AAAA", "sha1 !",
    "SHA1 \(String(repeating: "A", count: 27))=",
  ])
  func `a checksum that is not known is refused`(_ checksum: String) async throws {
    try await withTus { _, _, tus in
      let place = try tus.begin(100)
      let response = try tus.append(
        Array(SampleJPEG.next().prefix(20)), at: 0, to: place, [("Upload-Checksum", checksum)])
      #expect(response.status == 400)
      #expect(try tus.offset(of: place) == 0)
    }
  }

  // MARK: Expiration and termination

  @Test func `an upload tells when it expires`() async throws {
    try await withTus("uploads: {lifetime: '2h'}") { _, _, tus in
      let response = try tus.create([("Upload-Length", "100")])
      let place = try #require(response["Location"])
      let expiry = try #require(response["Upload-Expires"])
      #expect(expiry.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
      #expect(expiry != response["Date"])
      #expect(try tus.send("HEAD", place)["Upload-Expires"] == expiry)
      #expect(try tus.append(Array(SampleJPEG.next().prefix(9)), at: 0, to: place)["Upload-Expires"] == expiry)
    }
  }

  @Test func `an ended upload is gone, with its bytes`() async throws {
    try await withTus { service, _, tus in
      let place = try tus.begin(100)
      #expect(try tus.append(Array(SampleJPEG.next().prefix(9)), at: 0, to: place).status == 204)
      let response = try tus.send("DELETE", place)
      #expect((response.status, response.body.count) == (204, 0))
      #expect(try tus.send("DELETE", place).status == 404)
      #expect(try tus.send("HEAD", place).status == 404)
      #expect(try tus.append([1], at: 9, to: place).status == 404)
      #expect(service.folder.files(below: "data/uploads") == [])
    }
  }

  @Test func `ending an upload that has become a photo leaves the photo`() async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let place = try tus.begin(picture.count)
      let id = try #require(try tus.append(picture, at: 0, to: place)["Woof-Photo-Id"])
      #expect(try tus.send("DELETE", place).status == 204)
      #expect(try tus.client.get("/v1/photos/\(id)").status == 200)
    }
  }

  // MARK: Other methods

  @Test func `a client that can only post overrides the method`() async throws {
    try await withTus { _, _, tus in
      let picture = SampleJPEG.next()
      let place = try tus.begin(picture.count, [("X-HTTP-Method-Override", "POST")])
      func post(_ method: String, _ fields: [(String, String)] = [], _ body: [UInt8] = []) throws -> ClientResponse {
        try tus.send("POST", place, [("X-HTTP-Method-Override", method)] + fields, body)
      }
      #expect(try post("HEAD")["Upload-Offset"] == "0")
      #expect(try post("PATCH", TusClient.content + [("Upload-Offset", "0")], [0xFF, 0xD8]).status == 204)
      #expect(try tus.offset(of: place) == 2)
      #expect(try post("PUT").status == 405)
      #expect(try tus.send("POST", place, []).status == 405)
      #expect(try post("DELETE").status == 204)
      #expect(try tus.send("HEAD", place).status == 404)
    }
  }

  @Test func `a read is never made a change by its fields`() async throws {
    try await withTus { _, _, tus in
      let place = try tus.begin(100)
      for method in ["GET", "HEAD"] {
        #expect(try tus.send(method, place, [("X-HTTP-Method-Override", "DELETE")]).status == 400)
      }
      #expect(try tus.offset(of: place) == 0)
    }
  }

  // MARK: Limits

  @Test func `uploads by tus count as all others do`() async throws {
    try await withTus("uploads: {uploadsPerAccount: 1}, quotas: {bytes: '1 MB'}") { service, _, tus in
      #expect(try tus.create([("Upload-Length", "1000001")]).status == 413)
      let place = try tus.begin(100)
      #expect(try tus.create([("Upload-Length", "100")]).status == 507)
      #expect(try tus.send("DELETE", place).status == 204)
      _ = try tus.begin(100)
      #expect(try service.client().get("/healthz").status == 200)
    }
  }

  @Test func `a part is no upload of the other protocol`() async throws {
    try await withTus { _, _, tus in
      let part = try tus.uploadPart([1, 2, 3]).replacing("/v1/tus/", with: "/v1/uploads/")
      #expect(try tus.client.head(part).status == 404)
      let end = try tus.client.send(
        "PATCH", part, ["Content-Type": "application/partial-upload", "Upload-Complete": "?1"],
        extra: [("Upload-Offset", "3")], body: [])
      #expect(end.status == 404)
    }
  }

  @Test func `the service does not speak tus where the module is left out`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("{modules: {'upload.tus': {enabled: false}}}".utf8), to: "woof.json5")
    let service = try await ServingProgram(on: folder, ["--config", folder.path("woof.json5")])
    #expect(try service.client().send("OPTIONS", "/v1/tus").status == 404)
    _ = try await service.stop()
  }
}
