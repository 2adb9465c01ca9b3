// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofAdministration
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofAdmin
import WoofCommandLine

@Suite(.timeLimit(.minutes(2))) struct `Albums and share links in the shell` {
  @Test func `albums are listed with those that are private, and deleted`() async throws {
    let service = try await AdminService()
    for name in ["ada", "bob"] { _ = try await service.run("accounts add \(name) --yes", input: "tail wagging\n") }
    let client = service.woof.client(as: "ada", password: "tail wagging")
    let album = try await client.createAlbum(titled: "Rex at the lake")
    let upload = PhotoUpload(data: Data(SampleJPEG().bytes), visibility: .private)
    let photo = try await client.upload(upload, progress: nil).photo
    _ = try await client.addPhoto(photo.id, to: album.id)
    let list = try await service.run("albums list").split(separator: "\n").map(String.init)
    #expect(list.count == 2 && list[1].hasPrefix("\(album.id)  ada  "), "\(list)")
    #expect(list[1].contains("private") && list[1].contains("  1  ") && list[1].hasSuffix("Rex at the lake"), "\(list)")
    #expect(try await service.run("albums list --owner bob --json") == "")
    let plan = try await service.run("plan albums delete \(album.id)")
    #expect(plan.hasPrefix("Plan: deletes an album of ada"), "\(plan)")
    #expect(try await service.run("albums list --json").contains("\(album.id)"))
    let deleted = try await service.run("albums delete \(album.id) --yes --reason spam")
    #expect(deleted == "The album \(album.id) is deleted.\n")
    #expect(try await service.run("albums list --json") == "")
    #expect(try await client.photo(photo.id).id == photo.id)
    let again = try await service.shell("-c", "albums delete \(album.id) --yes --reason spam")
    #expect(again.code == 1 && again.messages.contains("There is no album"), "\(again)")
    await service.stop()
  }

  @Test func `albums and links are completed with their owners`() async throws {
    let id = "0193a7b2-c4d5-7e6f-8123-456789abcdef"
    let time = Timestamp(milliseconds: 0)
    let album = AdminAlbum(
      id: try #require(AlbumID(id)), owner: "ada", title: "Rex", visibility: .private, photoCount: 2,
      contributors: [], createdAt: time)
    let link = AdminLink(
      id: try #require(ShareLinkID(id)), owner: "bob", album: album.id, photo: nil, createdAt: time, expiresAt: time,
      hasPassword: false,
      allowsDownload: false, location: false, viewCount: 3, lastViewedAt: nil)
    let stub = try StubAdmin([
      "GET /admin/v1/albums": AdminPage(items: [album]), "GET /admin/v1/links": AdminPage(items: [link]),
    ])
    let values = ServiceValues(client: AdminClient(AdminSocket(folder: stub.folder.path)))
    let (albums, links) = (await values.candidates(.album, "0193"), await values.candidates(.link, "0193"))
    #expect(albums.first?.summary == "ada: Rex" && links.first?.summary == "bob: opened 3 times")
  }
}
