// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct ArchivePublisherTests {
  private let service = StubService()

  @Test func `archives of photos and of an album are published`() async throws {
    let archive = try SampleArchive.made(at: try #require(URL(string: "https://x.org")))
    service.respond(to: MakeArchiveRequest.self) { _ in archive }
    #expect(try await values(service.makeArchivePublisher(ofAlbum: SampleAlbum.id)) == [archive])
    #expect(try await values(service.makeArchivePublisher(ofPhotos: [SampleAlbum.id.uuid])) == [archive])
    #expect(
      service.requests.map { $0 as? MakeArchiveRequest } == [
        MakeArchiveRequest(.album(SampleAlbum.id)), MakeArchiveRequest(.photos([SampleAlbum.id.uuid])),
      ])
  }

  @Test func `a download of an archive is published`() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path("lake.zip"))
    service.respondToArchives { _, _ in Data("rex".utf8) }
    let publisher = service.downloadArchivePublisher(for: .album(SampleAlbum.id), to: file)
    #expect(service.archives.isEmpty)
    #expect(try await values(publisher) == [DownloadedArchive(file: file, byteCount: 3)])
    #expect(folder.read("lake.zip") == Array("rex".utf8))
  }
}
