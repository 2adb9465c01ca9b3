// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc
import Testing
import WoofCore
import WoofModel
import WoofServer
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// Bytes that have changed on the disk, and a database that has.
@Suite(.overEachProtocol) struct DamageTests {
  @Test(arguments: [1_000, 300_000])
  func `damaged bytes are not served, and never as cacheable`(size: Int) async throws {
    let folder = try TemporaryFolder()
    let picture = SampleJPEG.large(byteCount: size)
    let id = try await withService(in: folder) { service in
      try #require(try await service.member("ada").add(picture)["id"].text)
    }
    try Self.flip(in: folder)
    try await withService(in: folder) { service in
      for _ in 0..<2 {
        let response = try service.client().get("/v1/photos/\(id)/original")
        #expect(response.status == 500)
        #expect(response.problem == "internal")
        #expect(response["Cache-Control"] == "no-store")
      }
      #expect(try service.metrics().contains("\nwoof_blobs_refused_total "))
      #expect(!(try service.metrics().contains("\nwoof_blobs_refused_total 0\n")))
      try await eventually { try service.log().contains("woof check") }
      #expect(try service.client().get("/v1/photos/\(id)").status == 200)
      // As when the bytes come back.
      try Self.flip(in: folder)
      #expect(try service.client().get("/v1/photos/\(id)/original").body == picture)
    }
  }

  @Test func `a file that is written to is verified again at once`() async throws {
    try await withService { service in
      let id = try #require(try await service.member("ada").add(SampleJPEG.large(byteCount: 300_000))["id"].text)
      let clients = [service.client(), service.client(), service.client()]
      for client in clients { #expect(try client.get("/v1/photos/\(id)/original").status == 200) }
      #expect(try service.metrics().contains("\nwoof_blobs_verified_total 1\n"))
      try Self.flip(in: service.folder)
      for client in clients {
        #expect(try client.get("/v1/photos/\(id)/original").status == 500)
        #expect(try client.get("/v1/photos/\(id)/original", ["Range": "bytes=0-9"]).status == 500)
      }
    }
  }

  @Test func `a read that a deletion overtakes finds the photo gone`() async throws {
    let files = FaultyFileSystem()
    try await withService(files: files) { service in
      let ada = try await service.addAccount("ada")
      let id = try #require(try service.client(ada).add(SampleJPEG.large(byteCount: 300_000))["id"].text)
      let (reached, gate) = (Gate(), Gate())
      files.decide { call, _ in
        if call.name == "open", call.path?.contains("/blobs/") == true {
          reached.open()
          gate.waitBlocking(milliseconds: 60_000)
        }
        return .success
      }
      let reading = Task(executorPreference: BlockingThreads.shared) {
        try service.client().get("/v1/photos/\(id)/original").status
      }
      await reached.wait()
      #expect(try service.client(ada).delete("/v1/photos/\(id)").status == 204)
      try await eventually { service.blobs.isEmpty }
      gate.open()
      #expect(try await reading.value == 410)
    }
  }

  @Test func `an upload whose account is disabled meanwhile is refused`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try service.connect()
      try connection.send(
        "POST /v1/photos HTTP/1.1\r\nHost: x\r\nAuthorization: \(ada.authorization)\r\n"
          + "Content-Length: \(picture.count)\r\n\r\n")
      try connection.send(Array(picture.prefix(50)))
      try await eventually { !service.spooledFiles.isEmpty }
      let name = try #require(AccountName("ada"))
      try await service.running.credentials.setDisabled(true, of: name)
      try connection.send(Array(picture.dropFirst(50)))
      #expect(try connection.receive(through: "\r\n").hasPrefix("HTTP/1.1 403"))
      try await service.running.credentials.setDisabled(false, of: name)
      #expect(try service.client(ada).ids("/v1/me/photos").isEmpty)
    }
  }

  @Test func `a service with a damaged database is not ready`() async throws {
    let faults = try DatabaseFaults()
    try await withService(database: faults) { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try service.client().get("/readyz").status == 200)
      faults.fail(.write, SQLITE_CORRUPT)
      #expect(try ada.setFavourite(id).status == 500)
      faults.heal()
      let response = try service.client().get("/readyz")
      #expect(response.status == 503)
      #expect(response.problem == "unavailable")
      #expect(try service.metrics().contains("\nwoof_store_damaged 1\n"))
      #expect(try service.client().get("/healthz").status == 200)
    }
  }

  /// Changes a byte of the only blob.
  private static func flip(in folder: TemporaryFolder) throws {
    let name = try #require(folder.files(below: "data/blobs").first)
    let descriptor = open(folder.path("data/blobs/\(name)"), O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    var byte: UInt8 = 0
    try #require(pread(descriptor, &byte, 1, 500) == 1)
    byte ^= 1
    try #require(pwrite(descriptor, &byte, 1, 500) == 1)
  }
}
