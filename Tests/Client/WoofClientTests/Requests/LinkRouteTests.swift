// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing

@testable import TestKit
@testable import WoofClient

/// Every call for share links, answered by the real service.
@Suite struct LinkRouteTests {
  private func shared(_ link: ShareLink) throws -> SharedLink {
    let url = try #require(link.url)
    return try #require(SharedLink(url: url))
  }

  private func album(of data: [Data], by client: WoofClient) async throws -> (id: AlbumID, photos: [PhotoID]) {
    let album = try await client.createAlbum(titled: "Rex at the lake").id
    var photos: [PhotoID] = []
    for data in data {
      let photo = try await client.upload(data: data, visibility: .private, fileName: "rex.jpg").photo.id
      try await client.addPhoto(photo, to: album)
      photos.append(photo)
    }
    return (album, photos)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a link is made, listed, edited and revoked`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, photos) = try await album(of: [SamplePhoto.next()], by: ada)
      let first = try await ada.createLink(to: .album(album))
      let second = try await ada.createLink(to: .photo(photos[0]), password: "tail", showsLocation: true)
      #expect(
        first.target == .album(album) && !first.hasPassword && !first.allows.contains(.download) && !first.showsLocation
      )
      #expect(second.target == .photo(photos[0]) && second.hasPassword && second.showsLocation)
      let held = try shared(first)
      #expect(first.token == held.token && held.serviceURL == service.url)
      #expect(try await ids(ada.links(pageSize: 1)) == [second.id, first.id])
      #expect(try await ids(ada.links(to: .album(album))) == [first.id])
      #expect(try await ids(ada.links(to: .photo(photos[0]))) == [second.id])
      let expiry = first.createdAt.advanced(bySeconds: 3600)
      let edited = try await ada.editLink(second.id, expiresAt: expiry, password: .removed, allows: .download)
      #expect(
        edited.expiresAt == expiry && !edited.hasPassword && edited.allows.contains(.download) && edited.showsLocation)
      #expect(edited.url == nil && edited.token == nil)
      try await ada.revokeLink(first.id)
      #expect(try await failure { try await ada.revokeLink(first.id) }.code == .notFound)
      #expect(try await ids(ada.links()) == [second.id])
      let error = try await failure { _ = try await service.client().content(of: held) }
      #expect(error.code == .notFound)
    }
  }

  @Test func `a link that expires in the past is refused, and one to the album of somebody else`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try await ada.createAlbum(titled: "Rex")
      let error = try await failure {
        _ = try await ada.createLink(to: .album(album.id), expiresAt: album.createdAt.advanced(bySeconds: -1))
      }
      #expect(error.code == .invalidParameter)
      #expect(try await failure { _ = try await bob.createLink(to: .album(album.id)) }.code == .notFound)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `whoever holds a link sees private photos, in the order of the album`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let data = [SamplePhoto.next(), SamplePhoto.next(), SamplePhoto.next()]
      let (album, ids) = try await album(of: data, by: ada)
      let link = try shared(try await ada.createLink(to: .album(album), allows: .download, showsLocation: true))
      let holder = service.client()
      let content = try await holder.content(of: link)
      #expect((content.kind, content.title, content.owner) == (.album, "Rex at the lake", "ada"))
      #expect((content.photoCount, content.cover, content.allows) == (3, ids[0], .download))
      let shown = try await items(holder.photos(sharedBy: link, pageSize: 2))
      #expect(shown.map(\.id) == ids && shown.map(\.fileName) == ["rex.jpg", "rex.jpg", "rex.jpg"])
      let fetched = try await holder.fetchPhoto(.original(of: ids[1], sharedBy: link))
      #expect(fetched.data == data[1])
      let folder = URL(fileURLWithPath: service.folder.path)
      let saved = try await holder.download(.original(of: ids[2], sharedBy: link), intoFolder: folder)
      let bytes = try Data(contentsOf: saved.file)
      #expect(saved.file.lastPathComponent == "rex.jpg" && bytes == data[2])
      #expect(try await failure { _ = try await holder.fetchPhoto(.original(of: ids[1])) }.code == .notFound)
    }
  }

  @Test func `a link that shows a photo alone gives no original and no name`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (_, ids) = try await album(of: [SamplePhoto.next(), SamplePhoto.next()], by: ada)
      let link = try shared(try await ada.createLink(to: .photo(ids[0])))
      let holder = service.client()
      #expect(try await holder.content(of: link).kind == .photo)
      let shown = try await items(holder.photos(sharedBy: link))
      #expect(shown.map(\.id) == [ids[0]] && shown[0].originalFileName == nil)
      let refused = try await failure { _ = try await holder.fetchPhoto(.original(of: ids[0], sharedBy: link)) }
      #expect(refused.code == .forbidden)
      let other = try await failure { _ = try await holder.fetchPhoto(.variant("thumb", of: ids[1], sharedBy: link)) }
      #expect(other.code == .notFound)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a link with a password shows nothing before it is given`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, ids) = try await album(of: [SamplePhoto.next()], by: ada)
      let made = try await ada.createLink(to: .album(album), password: "tail")
      let link = try shared(made)
      let holder = service.client()
      let locked = try await holder.content(of: link)
      #expect(locked.isLocked && locked.title == nil && locked.expiresAt == made.expiresAt)
      #expect(try await failure { _ = try await items(holder.photos(sharedBy: link)) }.code == .forbidden)
      #expect(try await failure { _ = try await holder.unlock(link, password: "wrong") }.code == .forbidden)
      let open = try await holder.unlock(link, password: "tail")
      #expect(try await items(holder.photos(sharedBy: open)).map(\.id) == ids)
      #expect(try await holder.content(of: open).title == "Rex at the lake")
      #expect(try await failure { _ = try await items(holder.photos(sharedBy: link)) }.code == .forbidden)
      try await ada.editLink(made.id, password: .new("wag wag"))
      #expect(try await failure { _ = try await items(holder.photos(sharedBy: open)) }.code == .forbidden)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a guest gives a name, likes and adds, and the owner sees it`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let (album, ids) = try await album(of: [SamplePhoto.next()], by: ada)
      let made = try await ada.createLink(to: .album(album), allows: [.add, .like])
      #expect(made.allows == [.add, .like] && made.likeCount == 0)
      let link = try shared(made)
      let holder = service.client()
      #expect(try await failure { try await holder.setLike(true, of: ids[0], sharedBy: link) }.code == .forbidden)
      let guest = try await holder.introduce("Oma", to: link)
      #expect(guest.guest?.name == "Oma")
      let content = try await holder.content(of: guest)
      #expect(content.guest == "Oma" && content.allows == [.add, .like])
      let likes = try await holder.setLike(true, of: ids[0], sharedBy: guest)
      #expect(likes == SharedLikes(count: 1, names: ["Oma"], isLiked: true))
      let data = SamplePhoto.next()
      let photo = try await holder.addPhoto(data, toAlbumSharedBy: guest, fileName: "oma.jpg")
      let shown = try await items(holder.photos(sharedBy: guest))
      #expect(shown.map(\.id) == ids + [photo.id])
      #expect(shown.map(\.likes) == [likes, SharedLikes()])
      let renamed = try await holder.introduce("Oma Erna", to: guest)
      #expect(renamed.guest?.key == guest.guest?.key)
      #expect(try await items(ada.likes(ofLink: made.id, pageSize: 1)).map(\.name) == ["Oma Erna"])
      let added = try await items(ada.photos(in: album))
      #expect(added.map(\.guest) == [nil, "Oma"] && added.last?.originalFileName == "oma.jpg")
      #expect(try await items(ada.links()).map(\.likeCount) == [1])
      let unliked = try await holder.setLike(false, of: ids[0], sharedBy: renamed)
      #expect(unliked == SharedLikes())
    }
  }

  @Test func `a holder who is signed in is nobody to the link`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, _) = try await album(of: [SamplePhoto.next()], by: ada)
      let link = try shared(try await ada.createLink(to: .album(album), password: "tail"))
      #expect(try await ada.content(of: link).isLocked)
    }
  }
}
