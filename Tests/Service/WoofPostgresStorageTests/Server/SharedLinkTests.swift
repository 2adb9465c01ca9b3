// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Links and their guests, who come to two nodes at once.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharedLinkTests {
  private static let terms = ShareLink.Terms(expiresAt: Sample.time(100), allowsLikes: true, allowsAdding: true)

  private static func withLink(_ body: (TwoNodes, Principal) async throws -> Void) async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      try await nodes.first.stores.makeAlbum(1, by: ada)
      try await nodes.first.stores.makeLink(1, to: Sample.album(1), by: ada, terms)
      try await body(nodes, ada)
    }
  }

  @Test func `photos that guests add on both nodes at once are so many as may come on a day`() async throws {
    try await Self.withLink { nodes, ada in
      let guest = try await nodes.first.guest(1, ofLink: 1)
      var limits = GuestLimits()
      limits.photosPerDay = 5
      let added = try await nodes.countThatSucceed(of: 12, unless: .tooManyRequests) { [limits] node, number in
        _ = try await node.addPhoto(.ofGuest(guest, number, into: ada, limits), idempotency: nil)
      }
      #expect(added == 5)
      let day = try await nodes.second.intakeDay(of: guest.link)
      #expect(day?.photoCount == 5 && day?.byteCount == 5 * Sample.draft(1, by: ada).original.byteCount)
      let album = try await nodes.second.album(Sample.albumID(1), for: ada.id)
      #expect(album?.photoCount == 5 && album?.version == 6)
    }
  }

  @Test func `guests who come to both nodes at once are so many as the limit`() async throws {
    try await Self.withLink { nodes, _ in
      var limits = GuestLimits()
      limits.guestsPerLink = 4
      let kept = try await nodes.countThatSucceed(of: 12, unless: .insufficientStorage) { [limits] node, number in
        try await node.guest(number, ofLink: 1, limits)
      }
      #expect(kept == 4)
    }
  }

  @Test func `likes that a guest sets on both nodes at once are so many as the limit, and counted`() async throws {
    try await Self.withLink { nodes, ada in
      for number in 0..<10 { try await nodes.first.stores.add(number, by: ada) }
      let guest = try await nodes.first.guest(1, ofLink: 1)
      var limits = GuestLimits()
      limits.likesPerGuest = 6
      let set = try await nodes.countThatSucceed(of: 10, unless: .insufficientStorage) { [limits] node, number in
        try await node.setLike(true, of: Sample.photoID(number), by: guest, at: Sample.time(5), limits)
      }
      #expect(set == 6)
      let link = try await nodes.second.link(guest.link, at: Sample.time(0))
      #expect(link?.likeCount == 6)
    }
  }

  @Test func `links that are made on both nodes at once are so many as the limit`() async throws {
    try await Self.withLink { nodes, ada in
      let made = try await nodes.countThatSucceed(of: 12, unless: .insufficientStorage) { node, number in
        try await node.stores.makeLink(number + 2, to: Sample.album(1), by: ada, countLimit: 5)
      }
      #expect(made == 4)
    }
  }

  @Test func `visits that both nodes add at once add up, while likes and changes of the links go on`() async throws {
    try await Self.withLink { nodes, ada in
      try await nodes.first.stores.makeLink(2, to: Sample.album(1), by: ada, Self.terms)
      try await nodes.first.stores.add(1, by: ada)
      let guests = [try await nodes.first.guest(1, ofLink: 1), try await nodes.first.guest(2, ofLink: 2)]
      let done = try await nodes.countThatSucceed(of: 24, unless: .tooManyRequests) { node, number in
        let guest = guests[number / 2 % 2]
        switch number % 3 {
        case 0:
          let visits = ShareLink.Visits(count: 1, last: Sample.time(1))
          try await node.addVisits([guests[0].link: visits, guests[1].link: visits])
        case 1:
          try await node.setLike(
            number % 2 == 0, of: Sample.photoID(1), by: guest, at: Sample.time(5), GuestLimits())
        default:
          let edit = ShareLinkEdit(allowsDownload: number % 2 == 0)
          _ = try await node.editLink(guest.link, of: ada.id, at: Sample.time(0), edit)
        }
      }
      #expect(done == 24)
      for guest in guests {
        let link = try await nodes.second.link(guest.link, at: Sample.time(0))
        #expect(link?.visits.count == 8)
        let likes = try await nodes.second.likes(GuestLikeQuery(link: guest.link, limit: 9))
        #expect(link?.likeCount == likes.count)
      }
    }
  }

  @Test func `a like that waits behind the deletion of its album does not fail the service`() async throws {
    try await Self.withLink { nodes, ada in
      try await nodes.first.stores.add(1, by: ada)
      let guest = try await nodes.first.guest(1, ofLink: 1)
      let holder = try BlockingSession(nodes.database.server.connectionString(of: nodes.database.name))
      try holder.execute("BEGIN; SELECT id FROM share_link FOR UPDATE")
      let deletion = Task { try await nodes.first.stores.change(Sample.albumID(1), .deletion, for: ada) }
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      let like = Task {
        try await nodes.second.setLike(true, of: Sample.photoID(1), by: guest, at: Sample.time(5), GuestLimits())
      }
      try await nodes.database.waitUntilSomebodyIsHeldUp(2)
      try holder.execute("COMMIT")
      _ = try await deletion.value
      await expectProblem(.notFound) { _ = try await like.value }
    }
  }
}

extension PostgresStore {
  /// Keeps the guest of a number of the link of a number.
  @discardableResult
  func guest(_ number: Int, ofLink link: Int, _ limits: GuestLimits = GuestLimits()) async throws -> LinkGuest {
    let guest = LinkGuest(
      id: LinkGuestID(uuid: Sample.photoID(2_000 + number)), link: Sample.linkID(link), name: "Oma")
    try await keepGuest(guest, at: Sample.time(0), limits)
    return guest
  }
}

extension PhotoDraft {
  /// A private photo that a guest sends into the first album of an owner.
  static func ofGuest(
    _ guest: LinkGuest, _ number: Int, into owner: Principal, _ limits: GuestLimits = GuestLimits()
  ) -> PhotoDraft {
    var draft = Sample.draft(number, by: owner, visibility: .private)
    draft.createdAt = Sample.time(5)
    draft.guest = GuestAddition(link: guest.link, guest: guest.id, album: Sample.albumID(1), limits: limits)
    return draft
  }
}
