// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct AlbumPublisherTests {
  private let service = StubService()
  private let album = SampleAlbum.numbered(1)
  private let photo = PhotoID(high: 0x0193_a7b2_c4d5_7e70, low: 0x8000_0000_0000_0000)

  @Test(arguments: [0, 1, 2, 5])
  func `all albums of a list come in their order`(count: UInt64) async throws {
    let all = (0..<count).map { SampleAlbum.numbered($0) }
    service.respond(to: AlbumPageRequest.self) { .sample(of: all, after: $0.after) }
    let read = try await items(service.albums(owner: "ada", pageSize: 2))
    #expect(read == all)
    let first = try #require(service.requests.first as? AlbumPageRequest)
    #expect(first == AlbumPageRequest(owner: "ada", limit: 2))
  }

  @Test func `lists of albums are published album by album`() async throws {
    let all = (0..<3).map { SampleAlbum.numbered($0) }
    service.respond(to: AlbumPageRequest.self) { .sample(of: all, after: $0.after) }
    service.respond(to: OwnAlbumPageRequest.self) { .sample(of: all.reversed(), after: $0.after) }
    #expect(try await values(service.albumsPublisher()) == all)
    #expect(try await values(service.ownAlbumsPublisher()) == all.reversed())
  }

  @Test func `the photos of an album are published in its order`() async throws {
    let photo = try SamplePhoto.metadata(of: Data([1]))
    service.respond(to: AlbumPhotoPageRequest.self) { _ in PhotoPage(items: [photo]) }
    #expect(try await values(service.photosPublisher(in: album.id)) == [photo])
    #expect(service.requests.first as? AlbumPhotoPageRequest == AlbumPhotoPageRequest(id: album.id))
  }

  @Test func `one album is published, with its tag and without`() async throws {
    let versioned = VersionedAlbum(album: album, entityTag: #""1-ada""#)
    service.respond(to: AlbumRequest.self) { [album] _ in album }
    service.respond(to: VersionedAlbumRequest.self) { _ in versioned }
    #expect(try await values(service.albumPublisher(for: album.id)) == [album])
    #expect(try await values(service.versionedAlbumPublisher(for: album.id)) == [versioned])
  }

  @Test func `an album that is made, edited and deleted is published`() async throws {
    service.respond(to: CreateAlbumRequest.self) { SampleAlbum.numbered(2, title: $0.title) }
    service.respond(to: EditAlbumRequest.self) { SampleAlbum.numbered(2, title: $0.title ?? "") }
    service.respond(to: DeleteAlbumRequest.self) { _ in }
    #expect(try await values(service.createAlbumPublisher(titled: "Rex")).map(\.title) == ["Rex"])
    #expect(try await values(service.editAlbumPublisher(for: album.id, title: "Bella")).map(\.title) == ["Bella"])
    let endCount = try await values(service.deleteAlbumPublisher(for: album.id)).count
    #expect(endCount == 1)
  }

  @Test func `photos and contributors that come and go are published`() async throws {
    service.respond(to: AddAlbumPhotoRequest.self) { [album] _ in album }
    service.respond(to: RemoveAlbumPhotoRequest.self) { _ in }
    service.respond(to: AddContributorRequest.self) { [album] _ in album }
    service.respond(to: RemoveContributorRequest.self) { _ in }
    #expect(try await values(service.addPhotoPublisher(for: photo, to: album.id, at: .end)) == [album])
    let removedCount = try await values(service.removePhotoPublisher(for: photo, from: album.id)).count
    #expect(try await values(service.addContributorPublisher("bob", to: album.id)) == [album])
    let leftCount = try await values(service.removeContributorPublisher("bob", from: album.id)).count
    #expect((removedCount, leftCount) == (1, 1))
    #expect(
      service.requests.first as? AddAlbumPhotoRequest
        == AddAlbumPhotoRequest(photo: photo, album: album.id, place: .end))
  }
}
