// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import URLLoading
import WoofTesting

@testable import TestKit
@testable import WoofClient

/// Every call for archives, answered by the real service.
@Suite struct ArchiveRouteTests {
  private static let patient = RetryPolicy(maximumAttempts: 3)

  private func album(of data: [Data], by client: WoofClient) async throws -> (id: AlbumID, photos: [PhotoID]) {
    let album = try await client.createAlbum(titled: "Rex at the lake").id
    var photos: [PhotoID] = []
    for (index, data) in data.enumerated() {
      let photo = try await client.upload(data: data, visibility: .private, fileName: "rex\(index).jpg").photo.id
      try await client.addPhoto(photo, to: album)
      photos.append(photo)
    }
    return (album, photos)
  }

  private func shared(_ link: ShareLink) throws -> SharedLink {
    let url = try #require(link.url)
    return try #require(SharedLink(url: url))
  }

  private func file(_ name: String, _ service: TestService) -> URL {
    URL(fileURLWithPath: service.folder.path(name))
  }

  /// The names of the files in an archive, which Python reads and compares with its check values.
  private func names(in file: URL) throws -> [String] {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          assert archive.testzip() is None
          print(*archive.namelist(), sep="\\n")
      """
    return try Program.output(of: "/usr/bin/python3", ["-c", script, file.path]).split(separator: "\n").map(String.init)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an archive is made of an album, and downloaded without a credential`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, _) = try await album(of: [SamplePhoto.next(), SamplePhoto.next()], by: ada)
      let archive = try await ada.makeArchive(ofAlbum: album)
      #expect((archive.fileName, archive.photoCount) == ("Rex at the lake.zip", 2))
      #expect(archive.url.absoluteString.hasPrefix("\(service.url.absoluteString)/v1/archives/"))
      let file = file("made.zip", service)
      let progress = Progress(totalUnitCount: 0)
      let downloaded = try await service.client().downloadArchive(archive, to: file, progress: progress)
      #expect(downloaded == DownloadedArchive(file: file, byteCount: archive.byteCount))
      #expect(progress.isFinished && progress.totalUnitCount == archive.byteCount)
      #expect(try names(in: file) == ["rex0.jpg", "rex1.jpg"])
      let (data, _) = try await service.session().data(from: archive.url)
      #expect(try data == Data(contentsOf: file))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `photos that are named, and an album as such, become a file`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, photos) = try await album(of: [SamplePhoto.next(), SamplePhoto.next()], by: ada)
      let archive = try await ada.makeArchive(ofPhotos: photos.reversed())
      try await ada.downloadArchive(archive, to: file("photos.zip", service))
      #expect(try names(in: file("photos.zip", service)) == ["rex1.jpg", "rex0.jpg"])
      try await ada.downloadArchive(ofAlbum: album, to: file("album.zip", service))
      #expect(try names(in: file("album.zip", service)) == ["rex0.jpg", "rex1.jpg"])
    }
  }

  private static let cuts = [Fault.Ending.close, .reset].flatMap { ending in [0, 1, 150_000].map { (ending, $0) } }

  @Test(arguments: cuts, HarnessProtocol.allCases)
  func `a broken download resumes where it was`(
    _ cut: (ending: Fault.Ending, count: Int), wire: HarnessProtocol
  ) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada", retryPolicy: Self.patient)
      let (album, _) = try await album(of: [SamplePhoto.large(byteCount: 300_000), SamplePhoto.next()], by: ada)
      let whole = file("whole.zip", service)
      try await ada.downloadArchive(ofAlbum: album, to: whole)
      let archive = try await ada.makeArchive(ofAlbum: album)
      for (source, pattern) in [
        (ArchiveSource.made(archive), "/v1/archives/*"), (.album(album), "/v1/albums/*/archive"),
      ] {
        let fault = try service.woof.faults.inject(
          .cut(.response, after: cut.count, by: cut.ending), into: .get(pattern), count: 1)
        let resumed = file("resumed.zip", service)
        #expect(try await ada.downloadArchive(source, to: resumed).byteCount == archive.byteCount)
        #expect(service.woof.faults.count(of: fault) == 1)
        #expect(try Data(contentsOf: resumed) == Data(contentsOf: whole))
      }
      let parts = service.woof.journal.exchanges.count { $0.path.contains("archive") && $0.response?.status == 206 }
      #expect(parts == 2 || cut.count < 2)
      #expect(service.folder.names.filter { $0.hasSuffix(".partial") } == [])
    }
  }

  @Test(arguments: [1, 150_000], HarnessProtocol.allCases)
  func `another program goes on where one was cut off`(count: Int, wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, _) = try await album(of: [SamplePhoto.large(byteCount: 300_000), SamplePhoto.next()], by: ada)
      let whole = file("whole.zip", service)
      try await ada.downloadArchive(ofAlbum: album, to: whole)
      let part = ArchivePart(of: file("resumed.zip", service).path)
      let first = part.facts(about: "x", at: try await ada.makeArchive(ofAlbum: album))
      try service.woof.faults.inject(.cut(.response, after: count, by: .reset), into: .get("/v1/archives/*"), count: 1)
      let broken = try await failure {
        _ = try await service.client().downloadArchive(
          resuming: part, first, progress: nil, restarts: {})
      }
      #expect(broken.code == .connectionLost && part.count > 0)
      // The address is another one, and the archive the same.
      let next = part.facts(about: "x", at: try await ada.makeArchive(ofAlbum: album), after: part.facts(about: "x"))
      #expect(next.archive.url != first.archive.url)
      _ = try await service.client().downloadArchive(resuming: part, next, progress: nil) { throw CancellationError() }
      #expect(try Data(contentsOf: file("resumed.zip", service)) == Data(contentsOf: whole))
      #expect(service.woof.journal.exchanges.last { $0.path.contains("archives/") }?.response?.status == 206)
      #expect(service.folder.names.filter { $0.contains(".part") } == [])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an archive that was downloaded is compared with its digest the next time`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, _) = try await album(of: [SamplePhoto.next()], by: ada)
      let (archive, file) = (try await ada.makeArchive(ofAlbum: album), file("made.zip", service))
      #expect(try await ada.downloadArchive(archive, to: file).digest == nil)
      var digest: Digest?
      for _ in 0..<9_000 where digest == nil {
        digest = try await ada.downloadArchive(archive, to: file).digest
        try await Task.sleep(for: .milliseconds(10))
      }
      let known = try await Digest(ofFile: file)
      #expect(digest == known)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the holder of a link gets an archive where the link allows downloads`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, photos) = try await album(of: [SamplePhoto.next(), SamplePhoto.next()], by: ada)
      let made = try await ada.createLink(
        to: .album(album), password: "tail", allows: .download, showsLocation: true)
      let (holder, file) = (service.client(), file("shared.zip", service))
      let locked = try shared(made)
      #expect(try await failure { try await holder.downloadArchive(sharedBy: locked, to: file) }.code == .forbidden)
      let link = try await holder.unlock(locked, password: "tail")
      try await holder.downloadArchive(sharedBy: link, to: file)
      #expect(try names(in: file).count == photos.count)
      try await ada.editLink(made.id, allows: [])
      let other = self.file("refused.zip", service)
      #expect(try await failure { try await holder.downloadArchive(sharedBy: link, to: other) }.code == .forbidden)
      #expect(!FileManager.default.fileExists(atPath: other.path))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `what somebody may not read becomes no archive, and leaves no file`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try await album(of: [SamplePhoto.next()], by: ada)
      let file = file("refused.zip", service)
      #expect(try await failure { _ = try await bob.makeArchive(ofAlbum: album) }.code == .notFound)
      #expect(try await failure { _ = try await bob.makeArchive(ofPhotos: photos) }.code == .notFound)
      #expect(try await failure { _ = try await ada.makeArchive(ofPhotos: []) }.code == .invalidParameter)
      #expect(try await failure { try await bob.downloadArchive(ofAlbum: album, to: file) }.code == .notFound)
      let archive = try await ada.makeArchive(ofPhotos: photos)
      try await ada.deletePhoto(photos[0])
      #expect(try await failure { try await ada.downloadArchive(archive, to: file) }.code == .notFound)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }
}
