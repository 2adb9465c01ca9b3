// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAPI
import WoofCore
import WoofCryptography
import WoofHTTPSemantics
import WoofJobs
import WoofModel
import WoofSystem

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// What is known of archives before their bytes are sent: check values since the upload, and digests of what was downloaded.
@Suite(.overEachProtocol, .overEachWorld) struct ArchiveDigestTests {
  private static func digest(of response: ClientResponse) -> String {
    HTTPDigestField.value(sha256: SHA256.digest(of: response.body))
  }

  // MARK: Check values

  /// The ways by which photos come in; each sends a picture.
  private static let uploads:
    [(name: String, send: @Sendable (TestService, Client, [UInt8]) throws -> ClientResponse)] = [
      ("raw", { _, ada, picture in try ada.send("POST", "/v1/photos", body: picture) }),
      ("form", { _, ada, picture in try ada.post(Form(parts: [.photo(picture)])) }),
      (
        "in parts",
        { _, ada, picture in
          let half = picture.count / 2
          let begun = try ada.send("POST", "/v1/photos", ["Upload-Complete": "?0"], body: Array(picture.prefix(half)))
          return try ada.send(
            "PATCH", begun["Location"] ?? "", ["Content-Type": "application/partial-upload", "Upload-Complete": "?1"],
            extra: [("Upload-Offset", "\(half)")], body: Array(picture.dropFirst(half)))
        }
      ),
      (
        "tus",
        { _, ada, picture in
          let tus = TusClient(client: ada)
          return try tus.append(picture, at: 0, to: try tus.begin(picture.count))
        }
      ),
      ("ticket", { service, ada, picture in try TicketHolder(service, ada, picture).put() }),
      (
        "guest",
        { service, ada, picture in
          let album = try ada.makeAlbum()
          return try Guest(try LinkHolder(service, ada, album: album, #""allows":["add"]"#)).add(picture)
        }
      ),
    ]

  @Test(arguments: uploads.indices)
  func `the check value of a photo is known since its upload, by whatever way it came`(way: Int) async throws {
    try await withService { service in
      let (ada, picture) = (try await service.member("ada"), SampleJPEG.large(byteCount: 300_000))
      let response = try Self.uploads[way].send(service, ada, picture)
      #expect([200, 201, 204].contains(response.status), "\(Self.uploads[way].name): \(response.text)")
      let digest = try #require(Digest(SHA256.digest(of: picture)))
      let archives = try #require(service.running.parts.archives)
      #expect(try await archives.checkValues(of: [digest]) == [digest: CRC32.value(of: picture)])
    }
  }

  @Test(.embeddedOnly("it looks into the database"))
  func `a photo whose check value is not known gets it when it is in an archive`() async throws {
    let (folder, picture) = (try TemporaryFolder(), SampleJPEG.next())
    let photo = try await withService(in: folder) { service in
      try #require(try await service.member("ada").add(picture)["id"].text)
    }
    let script = """
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as database: database.execute("DELETE FROM check_value")
      """
    _ = try Program.output(of: "/usr/bin/python3", ["-c", script, folder.path("data/woof.db")])
    try await withService(in: folder) { service in
      let digest = try #require(Digest(SHA256.digest(of: picture)))
      let archives = try #require(service.running.parts.archives)
      #expect(try await archives.checkValues(of: [digest]) == [:])
      let client = service.client()
      let response = try client.get(try client.archive(of: [photo]))
      #expect(try ZIPFile(response.body, in: service.folder).files.count == 1)
      #expect(try await archives.checkValues(of: [digest]) == [digest: CRC32.value(of: picture)])
    }
  }

  // MARK: Digests

  @Test func `an archive that was downloaded tells its digest from then on, in parts as by HEAD`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let target = try ada.archive(of: [try ada.addPhoto(), try ada.addPhoto()])
      #expect(try ada.head(target)["Repr-Digest"] == nil)
      #expect(try ada.get(target, ["Range": "bytes=0-99"])["Repr-Digest"] == nil)
      let whole = try ada.get(target)
      #expect(whole["Repr-Digest"] == nil)
      try await eventually { try ada.head(target)["Repr-Digest"] != nil }
      let digest = Self.digest(of: whole)
      #expect(try ada.head(target)["Repr-Digest"] == digest)
      let part = try ada.get(target, ["Range": "bytes=5-9", "If-Range": whole["ETag"] ?? ""])
      #expect(part.status == 206 && part["Repr-Digest"] == digest)
      #expect(try ada.get(target)["Repr-Digest"] == digest)
      #expect(try ada.get(target, ["If-None-Match": whole["ETag"] ?? ""])["Repr-Digest"] == nil)
    }
  }

  @Test(arguments: ["sha-256=1", "sha-512=3, sha-256=10"])
  func `an archive is read where a client would like its digest`(field: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 2)
      let target = "/v1/albums/\(album)/archive"
      #expect(try ada.head(target, ["Want-Repr-Digest": field]).status == 200)
      try await eventually { try ada.head(target)["Repr-Digest"] != nil }
      let whole = try ada.get(target)
      #expect(whole["Repr-Digest"] == Self.digest(of: whole))
    }
  }

  @Test(arguments: ["", "sha-256=0", "sha-256=11", "sha-256", "sha-512=5", "md5=10", "sha-256=x=", "\""])
  func `nothing is read where nobody wants it`(field: String) async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let (album, _) = try ada.makeAlbum(photoCount: 1)
      #expect(try ada.get("/v1/albums/\(album)/archive", ["Want-Repr-Digest": field]).status == 200)
      #expect(try eve.get("/admin/v1/jobs").member("items").items.isEmpty)
    }
  }

  @Test func `the digest is that of the archive, and one with other photos has none`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 1)
      let target = "/v1/albums/\(album)/archive"
      _ = try ada.head(target, ["Want-Repr-Digest": "sha-256=5"])
      try await eventually { try ada.head(target)["Repr-Digest"] != nil }
      let photo = try ada.addPhoto()
      #expect(try ada.addToAlbum(album, photo).status == 200)
      #expect(try ada.head(target)["Repr-Digest"] == nil)
      #expect(try ada.delete("/v1/albums/\(album)/photos/\(photo)").status == 204)
      #expect(try ada.head(target)["Repr-Digest"] != nil)
    }
  }

  @Test func `reading archives is a job that administrators see and cannot start`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let target = try ada.archive(of: [try ada.addPhoto()])
      _ = try ada.get(target)
      func job() throws -> JSONValue? { try eve.get("/admin/v1/jobs").member("items").items.first }
      try await eventually { try job()?["state"] == "done" }
      #expect(try job()?["request"]["kind"] == "digests" && job()?["startedBy"] == "the service")
      #expect(try job()?["result"] == .object(["archiveCount": 1, "skippedCount": 0]))
      let refused = try eve.send("POST", "/admin/v1/jobs", json: #"{"kind":"digests"}"#)
      #expect(refused.problem == "invalid-parameter", "\(refused.text)")
    }
  }

  /// Reads archives so slowly that something can be done meanwhile.
  private static let slowly = #"archives: {readRate: "200 kB"}"#

  /// Starts to read an archive of a large photo and a small one, and returns when some of it has been read.
  ///
  /// - Returns: The address of the archive, and what gives the state of the job.
  private static func beginJob(
    _ service: TestService, _ ada: Client, _ eve: Client, _ second: [UInt8]
  ) async throws -> (target: String, job: () throws -> JSONValue) {
    let photos = try [SampleJPEG.large(byteCount: 600_000), second].map { try ada.add($0)["id"].text ?? "" }
    let target = try ada.archive(of: photos)
    _ = try ada.get(target)
    let job = { try eve.get("/admin/v1/jobs").member("items").items.first ?? .null }
    try await eventually { try job()["progress"]["done"].integer ?? 0 > 0 }
    return (target, job)
  }

  @Test func `the job can be cancelled, and what waits is forgotten`() async throws {
    try await withService(http: Self.slowly, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let (target, job) = try await Self.beginJob(service, ada, eve, SampleJPEG.next())
      let other = try ada.archive(of: [try ada.addPhoto()])
      _ = try ada.get(other)
      #expect(try eve.send("DELETE", "/admin/v1/jobs/1").status == 202)
      try await eventually { try job()["state"] == "cancelled" }
      #expect(try ada.head(target)["Repr-Digest"] == nil && ada.head(other)["Repr-Digest"] == nil)
      #expect(try eve.get("/admin/v1/jobs").member("items").items.count == 1)
      // The next download brings it again.
      _ = try ada.get(other)
      try await eventually { try ada.head(other)["Repr-Digest"] != nil }
    }
  }

  @Test(.embeddedOnly("it removes the file of a blob"))
  func `a photo that vanishes in the middle ends it quietly`() async throws {
    try await withService(http: Self.slowly, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let picture = SampleJPEG.next()
      let (target, job) = try await Self.beginJob(service, ada, eve, picture)
      let name = Hexadecimal.text(of: SHA256.digest(of: picture))
      let blob = try #require(service.blobs.first { $0.replacing("/", with: "").hasSuffix(name) }, "\(service.blobs)")
      #expect(unlink(service.folder.path("data/blobs/\(blob)")) == 0)
      try await eventually { try job()["state"] == "done" }
      #expect(try job()["result"] == .object(["archiveCount": 0, "skippedCount": 1]) && job()["problem"] == nil)
      #expect(try ada.head(target)["Repr-Digest"] == nil)
    }
  }

  @Test func `a service that stops does not wait for the job`() async throws {
    let start = ContinuousClock.now
    try await withService(http: #"archives: {readRate: "1 B"}"#, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      _ = try await Self.beginJob(service, ada, eve, SampleJPEG.next())
    }
    #expect(ContinuousClock.now - start < .seconds(50))
  }

  @Test func `where reading is switched off there are no digests`() async throws {
    try await withService(http: #"archives: {readRate: "0B"}"#, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let target = try ada.archive(of: [try ada.addPhoto()])
      #expect(try ada.get(target, ["Want-Repr-Digest": "sha-256=5"]).status == 200)
      #expect(try eve.get("/admin/v1/jobs").member("items").items.isEmpty)
    }
  }
}

extension Client {
  /// Asks for an archive of photos.
  ///
  /// - Returns: Its address.
  fileprivate func archive(of photos: [String]) throws -> String {
    let response = try send("POST", "/v1/archives", json: "{\"photos\":\(photos)}")
    guard response.status == 201, let target = response["Location"] else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    return target
  }
}
