// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Writes of albums, links and guests whose commit was done and whose answer was lost.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct UnknownSharingTests {
  private static let terms = ShareLink.Terms(expiresAt: Sample.time(100), allowsLikes: true, allowsAdding: true)

  /// Two photos in the first album, and a link to it with a guest.
  private static func prepare(_ node: PostgresStore) async throws -> Principal {
    let ada = try await node.stores.account("ada")
    try await node.stores.makeAlbum(1, by: ada)
    for number in 1...2 { try await node.stores.add(number, by: ada) }
    try await node.stores.put(1...2, into: Sample.albumID(1), for: ada)
    try await node.stores.makeLink(1, to: Sample.album(1), by: ada, terms)
    try await node.guest(1, ofLink: 1)
    return ada
  }

  @Test func `an album that was made is there for who made it`() async throws {
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare, { try await $0.stores.makeAlbum(2, by: $1) }, isDone: "SELECT count(*) - 1 FROM album"
    ) { node, album in
      let found = try await node.album(album.id, for: album.ownerID)
      #expect(found == album)
    }
  }

  @Test func `an album is changed once, also where it would not be a second time`() async throws {
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare,
      { node, ada in
        let edit = AlbumChange.edit(AlbumEdit(title: "new"))
        let condition = AlbumCondition(.making(by: ada), Precondition(required: .named(versions: [3])))
        return try await node.changeAlbum(Sample.albumID(1), by: edit, for: ada.id, if: condition)
      }, isDone: "SELECT count(*) FROM album WHERE title = 'new'"
    ) { node, album in
      #expect(album.version == 4 && album.title == "new")
      let found = try await node.album(album.id, for: album.ownerID)
      #expect(found == album)
    }
  }

  @Test func `a photo that was moved is moved once`() async throws {
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare,
      { try await $0.stores.change(Sample.albumID(1), .placing(Sample.photoID(1), .end), for: $1) },
      isDone: "SELECT count(*) FROM album WHERE version = 4"
    ) { node, album in
      #expect(album.version == 4)
      let numbers = try await node.stores.photoNumbers(of: album.id, for: nil)
      #expect(numbers == [2, 1])
    }
  }

  @Test func `an album that was deleted was there for who deleted it`() async throws {
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare, { try await $0.stores.change(Sample.albumID(1), .deletion, for: $1) },
      isDone: "SELECT count(*) FROM album WHERE is_deleted"
    ) { node, album in
      #expect(album.version == 3)
      let found = try await node.album(album.id, for: album.ownerID)
      #expect(found == nil)
    }
  }

  @Test func `a link that was made is there for who made it, and one that was removed was`() async throws {
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare, { try await $0.stores.makeLink(2, to: Sample.album(1), by: $1) },
      isDone: "SELECT count(*) - 1 FROM share_link"
    ) { node, link in
      let found = try await node.link(link.id, at: Sample.time(0))
      #expect(found == link)
    }
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare, { try await $0.removeLink(Sample.linkID(1), of: $1.id) },
      isDone: "SELECT 1 - count(*) FROM share_link"
    ) { _, wasThere in #expect(wasThere) }
  }

  @Test func `a photo that came from a guest is new to the guest, and counts once`() async throws {
    try await UnknownOutcomeTests.losingTheAnswer(
      Self.prepare,
      { node, ada in
        var limits = GuestLimits()
        limits.photosPerDay = 1
        let guest = LinkGuest(id: LinkGuestID(uuid: Sample.photoID(2_001)), link: Sample.linkID(1), name: "Oma")
        return try await node.addPhoto(.ofGuest(guest, 3, into: ada, limits), idempotency: nil)
      }, isDone: "SELECT count(*) FROM photo WHERE number = 3"
    ) { node, addition in
      guard case .added(let record) = addition else { throw Unexpected("the photo was not new") }
      let numbers = try await node.stores.photoNumbers(of: Sample.albumID(1), for: nil)
      let day = try await node.intakeDay(of: Sample.linkID(1))
      #expect(record.id == Sample.photoID(3) && numbers == [1, 2] && day?.photoCount == 1)
    }
  }
}
