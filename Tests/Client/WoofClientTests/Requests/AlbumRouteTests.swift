// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing

@testable import TestKit
@testable import WoofClient

/// Every call for albums, answered by the real service.
@Suite struct AlbumRouteTests {
  private func upload(_ count: Int, by client: WoofClient) async throws -> [PhotoID] {
    var ids: [PhotoID] = []
    for _ in 0..<count { ids.append(try await client.upload(data: SamplePhoto.next()).photo.id) }
    return ids
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an album is made, listed, shown, edited and deleted`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let album = try await ada.createAlbum(titled: "Rex & Bella, 100 %", visibility: .public)
      #expect((album.owner, album.title, album.visibility) == ("ada", "Rex & Bella, 100 %", .public))
      #expect(try await ids(ada.ownAlbums()) == [album.id])
      #expect(try await ids(service.client().albums(owner: "ada")) == [album.id])
      #expect(try await service.client().album(album.id).contributors == nil)
      let edited = try await ada.editAlbum(album.id, title: "Rex", visibility: .private)
      #expect((edited.title, edited.visibility) == ("Rex", .private))
      #expect(try await failure { _ = try await service.client().album(album.id) }.code == .notFound)
      try await ada.deleteAlbum(album.id)
      #expect(try await failure { _ = try await ada.album(album.id) }.code == .notFound)
    }
  }

  @Test func `an album that nobody says more of is its owner's alone`() async throws {
    try await withService { service in
      let album = try await service.member("ada").createAlbum(titled: "Rex")
      #expect((album.visibility, album.photoCount, album.cover) == (.private, 0, nil))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `photos are added, moved, listed in their order and taken out`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let photos = try await upload(3, by: ada)
      let album = try await ada.createAlbum(titled: "Rex").id
      for photo in photos { try await ada.addPhoto(photo, to: album) }
      #expect(try await ids(ada.photos(in: album, pageSize: 2)) == photos)
      try await ada.addPhoto(photos[0], to: album)
      #expect(try await ids(ada.photos(in: album)) == photos)
      try await ada.addPhoto(photos[2], to: album, at: .before(photos[0]))
      #expect(try await ids(ada.photos(in: album)) == [photos[2], photos[0], photos[1]])
      let moved = try await ada.addPhoto(photos[0], to: album, at: .end)
      #expect((moved.photoCount, moved.cover) == (3, photos[2]))
      #expect(try await ids(ada.photos(in: album)) == [photos[2], photos[1], photos[0]])
      try await ada.removePhoto(photos[1], from: album)
      try await ada.removePhoto(photos[1], from: album)
      #expect(try await ids(ada.photos(in: album)) == [photos[2], photos[0]])
      #expect(try await ada.photo(photos[1]).id == photos[1])
    }
  }

  @Test func `a cover is chosen, and the first photo is the cover again`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try await upload(2, by: ada)
      let album = try await ada.createAlbum(titled: "Rex").id
      for photo in photos { try await ada.addPhoto(photo, to: album) }
      #expect(try await ada.editAlbum(album, cover: .photo(photos[1])).cover == photos[1])
      #expect(try await ada.editAlbum(album, cover: .first).cover == photos[0])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `many photos are added and taken out at once, each with its own result`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photos = try await upload(2, by: ada) + upload(1, by: bob)
      let album = try await ada.createAlbum(titled: "Rex").id
      let added = try await ada.change(photos, by: .addition(to: album))
      #expect(added.map(\.id) == photos)
      let areAdded = added.map { item in if case .success = item.result { true } else { false } }
      #expect(areAdded == [true, true, false])
      #expect(try await ids(ada.photos(in: album)) == Array(photos.prefix(2)))
      try await ada.change([photos[0]], by: .removal(from: album))
      #expect(try await ids(ada.photos(in: album)) == [photos[1]])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a contributor adds its own photos, and leaves`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photo = try await upload(1, by: bob)[0]
      let album = try await ada.createAlbum(titled: "Rex").id
      #expect(try await failure { try await bob.addPhoto(photo, to: album) }.code == .notFound)
      #expect(try await ada.addContributor("bob", to: album).contributors == ["bob"])
      #expect(try await ids(bob.ownAlbums()) == [album])
      #expect(try await bob.addPhoto(photo, to: album).photoCount == 1)
      try await bob.removeContributor("bob", from: album)
      #expect(try await ids(ada.photos(in: album)) == [photo])
      #expect(try await ada.album(album).contributors == [])
    }
  }

  @Test func `a change that depends on an older state of an album is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try await ada.createAlbum(titled: "Rex").id
      let before = try await ada.versionedAlbum(album)
      #expect(before.album.id == album)
      try await ada.editAlbum(album, title: "one", ifMatching: before.entityTag)
      let error = try await failure { try await ada.editAlbum(album, title: "two", ifMatching: before.entityTag) }
      #expect(error.code == .preconditionFailed)
      #expect(
        try await failure { try await ada.deleteAlbum(album, ifMatching: before.entityTag) }.code
          == .preconditionFailed)
      try await ada.deleteAlbum(album, ifMatching: try await ada.versionedAlbum(album).entityTag)
    }
  }
}
