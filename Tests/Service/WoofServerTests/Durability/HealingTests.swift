// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// Damaged bytes that are made or sent again.
@Suite(.overEachProtocol) struct HealingTests {
  /// Changes a byte of a blob.
  private static func damage(_ digest: Digest, in folder: TemporaryFolder) throws {
    let name = try #require(folder.files(below: "data/blobs").first { $0.contains(digest.hexadecimal) })
    let descriptor = open(folder.path("data/blobs/\(name)"), O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    try #require(pread(descriptor, &byte, 1, 20) == 1)
    byte ^= 1
    try #require(pwrite(descriptor, &byte, 1, 20) == 1)
  }

  /// The digest that the file of a blob has.
  private static func digest(ofFileOf digest: Digest, in folder: TemporaryFolder) throws -> Digest? {
    let name = try #require(folder.files(below: "data/blobs").first { $0.contains(digest.hexadecimal) })
    return Digest(SHA256.digest(of: try [UInt8](contentsOfFile: folder.path("data/blobs/\(name)"))))
  }

  /// A photo that has its thumbnail, and the digest of that.
  private static func photo(
    in folder: TemporaryFolder, _ picture: [UInt8] = SampleJPEG.next()
  ) async throws -> (id: String, thumb: Digest) {
    try await withService(in: folder, pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let id = try #require(try ada.add(picture)["id"].text)
      let text = try ada.get("/v1/photos/\(id)").member("variants")?["thumb"]["digest"].text
      return (id, try #require(text.flatMap { Digest($0) }))
    }
  }

  @Test(arguments: ["", "service: {cacheInline: '0B'}"])
  func `a damaged variant is derived anew, and never served`(http: String) async throws {
    let folder = try TemporaryFolder()
    let (id, thumb) = try await Self.photo(in: folder)
    try Self.damage(thumb, in: folder)
    let scripted = ScriptedTransformer()
    try await withService(http: http, in: folder, pictures: scripted, hasAdministrators: true) { service in
      for _ in 0..<2 {
        let response = try service.client().get("/v1/photos/\(id)/variants/thumb")
        #expect(response.status == 200)
        #expect(Digest(SHA256.digest(of: response.body)) == thumb)
        #expect(response["ETag"] == "\"\(thumb)\"")
      }
      #expect(scripted.requests.count { $0.variants.map(\.name) == ["thumb"] && $0.urgency == .request } == 1)
      #expect(try Self.digest(ofFileOf: thumb, in: folder) == thumb)
      #expect(!(try service.metrics().contains("\nwoof_blobs_refused_total 0\n")))
    }
  }

  @Test func `a damaged variant is derived anew for administrators, too`() async throws {
    let folder = try TemporaryFolder()
    let (id, thumb) = try await Self.photo(in: folder)
    try Self.damage(thumb, in: folder)
    try await withService(in: folder, pictures: ScriptedTransformer(), hasAdministrators: true) { service in
      let admin = try await service.member("eve", isAdministrator: true)
      let response = try admin.get("/admin/v1/photos/\(id)/variants/thumb")
      #expect(response.status == 200 && Digest(SHA256.digest(of: response.body)) == thumb)
    }
  }

  @Test func `a variant that comes out with other bytes replaces the damaged one`() async throws {
    let folder = try TemporaryFolder()
    let (id, thumb) = try await Self.photo(in: folder)
    try Self.damage(thumb, in: folder)
    let other = ScriptedTransformer { _, request, _ in
      var findings = ScriptedTransformer.drawn(for: request)
      let image = SampleWebP.losslessFile(width: 33, height: 22)
      for name in findings.variants.keys {
        findings.variants[name] = DerivedImage(bytes: image.bytes, type: .webp, width: 33, height: 22)
      }
      return .accepted(findings)
    }
    try await withService(in: folder, pictures: other) { service in
      let response = try service.client().get("/v1/photos/\(id)/variants/thumb")
      let digest = try #require(Digest(SHA256.digest(of: response.body)))
      #expect(response.status == 200 && digest != thumb && response["ETag"] == "\"\(digest)\"")
      let listed = try service.client().get("/v1/photos/\(id)").member("variants")?["thumb"]
      #expect(listed?["digest"].text == "\(digest)" && listed?["width"].integer == 33)
      try await eventually { !service.blobs.contains { $0.contains(thumb.hexadecimal) } }
    }
  }

  @Test func `a damaged original gives no variants`() async throws {
    let folder = try TemporaryFolder()
    let picture = SampleJPEG.next()
    let (id, thumb) = try await Self.photo(in: folder, picture)
    try Self.damage(thumb, in: folder)
    try Self.damage(try #require(Digest(SHA256.digest(of: picture))), in: folder)
    let scripted = ScriptedTransformer()
    try await withService(in: folder, pictures: scripted) { service in
      let response = try service.client().get("/v1/photos/\(id)/variants/thumb")
      #expect(response.status == 500 && response["Cache-Control"] == "no-store")
      #expect(!scripted.requests.contains { $0.variants.contains { $0.name == "thumb" } })
    }
  }

  @Test func `a damaged variant that cannot be derived any more is not found`() async throws {
    let folder = try TemporaryFolder()
    let (id, thumb) = try await Self.photo(in: folder)
    try Self.damage(thumb, in: folder)
    try await withService(in: folder) { service in
      let response = try service.client().get("/v1/photos/\(id)/variants/thumb")
      #expect(response.status == 404)
    }
  }

  @Test(arguments: [1_000, 300_000])
  func `the owner repairs a damaged photo by uploading it again`(size: Int) async throws {
    let folder = try TemporaryFolder()
    let picture = SampleJPEG.large(byteCount: size)
    let digest = try #require(Digest(SHA256.digest(of: picture)))
    let (id, _) = try await Self.photo(in: folder, picture)
    try Self.damage(digest, in: folder)
    try await withService(in: folder, pictures: ScriptedTransformer()) { service in
      let path = "/v1/photos/\(id)/original"
      #expect(try service.client().get(path).status == 500)
      let ada = service.client(Credential("ada"))
      let again = try ada.post("/v1/photos?visibility=public", ["Content-Type": "image/jpeg"], picture)
      #expect(try again.status == 200 && again.member("id").text == id)
      let response = try service.client().get(path)
      #expect(response.status == 200 && response.body == picture)
      #expect(try Self.digest(ofFileOf: digest, in: folder) == digest)
    }
    try await withService(in: folder) { service in
      let response = try service.client().get("/v1/photos/\(id)/original")
      #expect(response.body == picture)
    }
  }

  @Test func `bytes other than the photo's repair nothing`() async throws {
    let folder = try TemporaryFolder()
    let picture = SampleJPEG.next()
    let digest = try #require(Digest(SHA256.digest(of: picture)))
    let (id, _) = try await Self.photo(in: folder, picture)
    try Self.damage(digest, in: folder)
    let damaged = try #require(folder.files(below: "data/blobs").first { $0.contains(digest.hexadecimal) })
    let bytes = try [UInt8](contentsOfFile: folder.path("data/blobs/\(damaged)"))
    try await withService(in: folder) { service in
      let bob = try await service.member("bob")
      _ = try bob.post("/v1/photos", ["Content-Type": "image/jpeg"], bytes)
      #expect(try service.client().get("/v1/photos/\(id)/original").status == 500)
    }
  }
}
