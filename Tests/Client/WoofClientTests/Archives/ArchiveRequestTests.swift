// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct ArchiveRequestTests {
  private let request = MakeArchiveRequest(.album(SampleAlbum.id))

  private func response(_ json: String, at address: String = "https://x.org/woof/v1/archives") throws -> APIResponse {
    APIResponse(
      url: try #require(URL(string: address)), status: 201, fields: ["Content-Type": "application/json"],
      data: Data(json.utf8))
  }

  @Test(arguments: [
    (ArchiveSelection.album(SampleAlbum.id), #"{"album":"\#(SampleAlbum.id)"}"#),
    (.photos([SampleAlbum.id.uuid]), #"{"photos":["\#(SampleAlbum.id)"]}"#),
  ])
  func `an archive is asked for by its album or its photos`(selection: ArchiveSelection, json: String) throws {
    let content = try #require(try MakeArchiveRequest(selection).content)
    #expect(String(decoding: content.data, as: UTF8.self) == json)
  }

  @Test func `the address of an archive is below that of the service`() throws {
    let archive = try request.response(from: response(SampleArchive.json()))
    #expect(archive.url.absoluteString == "https://x.org/woof/v1/archives/\(SampleArchive.secret)")
    #expect((archive.fileName, archive.byteCount, archive.photoCount) == ("lake.zip", 200_000, 3))
    #expect(archive.expiresAt == Timestamp("2026-05-02T10:00:00.000Z"))
  }

  @Test(arguments: [
    "https://evil.example/v1/archives/\(SampleArchive.secret)", "/v1/archives/short", "/v1/archives/",
    "/v1/photos/\(SampleArchive.secret)", "//evil.example/v1/archives/\(SampleArchive.secret)",
    "/v1/archives/\(SampleArchive.secret)?x", "",
  ])
  func `another address than that of an archive is refused`(url: String) throws {
    #expect(throws: (any Error).self) { try request.response(from: response(SampleArchive.json(url: url))) }
  }

  @Test(arguments: ["../lake.zip", ".lake.zip", "a/b.zip", ""])
  func `a file name that would leave the folder or hide the file is refused`(name: String) async throws {
    let error = try await failure { _ = try request.response(from: response(SampleArchive.json(fileName: name))) }
    #expect(error.code == .invalidServerResponse)
  }

  @Test func `an archive is kept and read again`() throws {
    let archive = try SampleArchive.made(at: try #require(URL(string: "https://x.org")))
    #expect(try JSONDecoder().decode(MadeArchive.self, from: JSONEncoder().encode(archive)) == archive)
  }
}
