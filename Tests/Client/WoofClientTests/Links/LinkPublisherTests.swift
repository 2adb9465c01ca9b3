// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct LinkPublisherTests {
  private let service = StubService()
  private let link = SampleLink.numbered(1)

  @Test(arguments: [0, 1, 2, 5])
  func `all links of a list come in their order`(count: UInt64) async throws {
    let all = (0..<count).map { SampleLink.numbered($0) }
    service.respond(to: ShareLinkPageRequest.self) { .sample(of: all, after: $0.after) }
    let read = try await items(service.links(to: .album(SampleAlbum.id), pageSize: 2))
    #expect(read == all)
    let first = try #require(service.requests.first as? ShareLinkPageRequest)
    #expect(first == ShareLinkPageRequest(target: .album(SampleAlbum.id), limit: 2))
    #expect(try await values(service.linksPublisher()) == all)
  }

  @Test func `a link that is made, edited and revoked is published`() async throws {
    service.respond(to: CreateShareLinkRequest.self) { [link] in
      var link = link
      link.allows = $0.allows
      return link
    }
    service.respond(to: EditShareLinkRequest.self) { [link] in
      var link = link
      link.hasPassword = $0.password == .new("tail")
      return link
    }
    service.respond(to: RevokeShareLinkRequest.self) { _ in }
    let created = try await values(service.createLinkPublisher(to: link.target, allows: .download))
    #expect(created.map(\.allows) == [.download])
    let edited = try await values(service.editLinkPublisher(for: link.id, password: .new("tail")))
    #expect(edited.map(\.hasPassword) == [true])
    let endCount = try await values(service.revokeLinkPublisher(for: link.id)).count
    #expect(endCount == 1)
    #expect(service.requests.last as? RevokeShareLinkRequest == RevokeShareLinkRequest(id: link.id))
  }

  @Test func `what a link shows is published, and its key`() async throws {
    let content = SharedContent(isLocked: false, expiresAt: link.expiresAt, kind: .album, title: "Rex")
    let key = SharedLinkKey(key: "wagging", expiresAt: link.expiresAt)
    service.respond(to: SharedContentRequest.self) { _ in content }
    service.respond(to: UnlockSharedRequest.self) { _ in key }
    service.respond(to: SharedPhotoPageRequest.self) { _ in SharedPhotoPage(items: [SampleLink.photo]) }
    let shared = try SampleLink.shared()
    #expect(try await values(service.contentPublisher(of: shared)) == [content])
    let unlocked = try await values(service.unlockPublisher(for: shared, password: "tail"))
    #expect(unlocked.map(\.key) == [key] && unlocked.map(\.token) == [shared.token])
    #expect(try await values(service.photosPublisher(sharedBy: unlocked[0])) == [SampleLink.photo])
    #expect(
      service.requests.last as? SharedPhotoPageRequest == SharedPhotoPageRequest(link: unlocked[0]))
  }

  @Test func `what a guest does is published, and what guests like`() async throws {
    let guest = SharedLinkGuest(name: "Oma", key: "wagging")
    let likes = SharedLikes(count: 1, names: ["Oma"], isLiked: true)
    let all = (0..<3).map { LinkLike(photo: SampleLink.photo.id, name: "Guest \($0)", likedAt: link.createdAt) }
    service.respond(to: NameSharedGuestRequest.self) { _ in guest }
    service.respond(to: LikeSharedPhotoRequest.self) { _ in likes }
    service.respond(to: AddSharedPhotoRequest.self) { _ in SampleLink.photo }
    service.respond(to: LinkLikePageRequest.self) { .sample(of: all, after: $0.after) }
    let shared = try SampleLink.shared()
    let named = try await values(service.introducePublisher("Oma", to: shared))
    #expect(named.map(\.guest) == [guest])
    let id = SampleLink.photo.id
    #expect(try await values(service.setLikePublisher(true, of: id, sharedBy: named[0])) == [likes])
    #expect(
      service.requests.last as? LikeSharedPhotoRequest
        == LikeSharedPhotoRequest(id: id, link: named[0], isLiked: true))
    let added = service.addPhotoPublisher(Data([1]), toAlbumSharedBy: named[0], fileName: "a.jpg")
    #expect(try await values(added) == [SampleLink.photo])
    #expect(try await values(service.likesPublisher(ofLink: link.id)) == all)
  }

  @Test func `a stub gives the bytes that a link shows`() async throws {
    let data = SamplePhoto.next()
    service.respondToFetches { bytes, _ in try FetchedPhoto(id: bytes.id, data: data) }
    let bytes = PhotoBytes.variant("thumb", of: SampleLink.photo.id, sharedBy: try SampleLink.shared())
    #expect(try await values(service.fetchPhotoPublisher(for: bytes)).map(\.data) == [data])
    #expect(service.fetches == [bytes])
  }
}
