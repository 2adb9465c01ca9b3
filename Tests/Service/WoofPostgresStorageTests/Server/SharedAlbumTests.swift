// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Albums that two nodes change at once.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharedAlbumTests {
  @Test func `photos that two nodes put into one album at once are all in it, each at its own place`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let album = try await nodes.first.stores.makeAlbum(1, by: ada).id
      for number in 1...31 { try await nodes.first.stores.add(number, by: ada) }
      try await nodes.first.stores.put([1], into: album, for: ada)
      let count = try await nodes.countThatSucceed(of: 30, unless: .internal) { node, index in
        let place = index < 15 ? AlbumPlace.before(Sample.photoID(1)) : .end
        try await node.stores.change(album, .placing(Sample.photoID(index + 2), place), for: ada)
      }
      #expect(count == 30)
      let numbers = try await nodes.second.stores.photoNumbers(of: album, for: ada, pageLimit: 7)
      let first = numbers.firstIndex(of: 1)
      #expect(Set(numbers) == Set(1...31) && numbers.count == 31 && first == 15)
      let record = try await nodes.second.album(album, for: ada.id)
      #expect(record?.version == 32 && record?.photoCount == 31)
    }
  }

  @Test func `of two nodes that change an album as it was, one does`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let album = try await nodes.first.stores.makeAlbum(1, by: ada)
      let count = try await nodes.countThatSucceed(of: 8, unless: .preconditionFailed) { node, index in
        let edit = AlbumChange.edit(AlbumEdit(title: "Title \(index)"))
        let condition = AlbumCondition(.making(by: ada), Precondition(required: .named(versions: [album.version])))
        _ = try await node.changeAlbum(album.id, by: edit, for: ada.id, if: condition)
      }
      #expect(count == 1)
      let record = try await nodes.second.album(album.id, for: ada.id)
      #expect(record?.version == 2)
    }
  }

  @Test func `what many change of an album at once is changed by all of them, without another attempt`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let album = try await nodes.first.stores.makeAlbum(1, by: ada).id
      // More than one would try again.
      let count = try await nodes.countThatSucceed(of: 150, unless: .unavailable) { node, index in
        try await node.stores.change(album, .edit(AlbumEdit(title: "Title \(index)")), for: ada)
      }
      #expect(count == 150)
      let record = try await nodes.second.album(album, for: ada.id)
      #expect(record?.version == 151)
    }
  }

  @Test func `albums that are made on both nodes at once are so many as the limit`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let made = try await nodes.countThatSucceed(of: 12, unless: .insufficientStorage) { node, number in
        try await node.stores.makeAlbum(number, by: ada, countLimit: 5)
      }
      #expect(made == 5)
      let albums = try await nodes.first.stores.albumIDs(.joined(by: ada.id))
      #expect(albums.count == 5)
    }
  }

  @Test func `a photo that is hidden while it is put into an album is hidden there`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      let album = try await nodes.first.stores.makeAlbum(1, by: ada).id
      for number in 1...2 { try await nodes.first.stores.add(number, by: ada) }
      // Each waits for the lock with what it has decided, in either order.
      for number in 1...2 {
        let holder = try BlockingSession(nodes.database.server.connectionString(of: nodes.database.name))
        try holder.execute("BEGIN; SELECT pg_advisory_xact_lock(\(WriteBatch.lock))")
        let change = AlbumChange.placing(Sample.photoID(number), .kept)
        let edit = PhotoEdit(visibility: .private)
        let (first, second) = number == 1 ? (nodes.first, nodes.second) : (nodes.second, nodes.first)
        let placing = Task { try await first.stores.change(album, change, for: ada) }
        try await nodes.database.waitUntilSomebodyIsHeldUp()
        let hiding = Task { _ = try await second.stores.edit(Sample.photoID(number), edit) }
        try await nodes.database.waitUntilSomebodyIsHeldUp(2)
        try holder.execute("COMMIT")
        _ = try await placing.value
        try await hiding.value
      }
      let seen = try await nodes.first.stores.photoNumbers(of: album, for: nil)
      let own = try await nodes.first.stores.photoNumbers(of: album, for: ada)
      #expect(seen == [] && own == [1, 2])
    }
  }

  @Test func `a contributor who has been taken out adds nothing that was decided on before`() async throws {
    try await TwoNodes.with { nodes in
      let (ada, bob) = (try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"))
      let album = try await nodes.first.stores.makeAlbum(1, by: ada).id
      try await nodes.first.stores.add(1, by: bob)
      try await nodes.first.stores.change(album, .contributor(bob.name, isAdded: true), for: ada)
      let holder = try BlockingSession(nodes.database.server.connectionString(of: nodes.database.name))
      try holder.execute("BEGIN; SELECT pg_advisory_xact_lock(\(WriteBatch.lock))")
      let takingOut = Task {
        try await nodes.first.stores.change(album, .contributor(bob.name, isAdded: false), for: ada)
      }
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      let library = AlbumLibrary(store: nodes.second, time: SystemTimeSource())
      let adding = Task { try await library.change(album, by: .placing(Sample.photoID(1), .kept), of: bob) }
      try await nodes.database.waitUntilSomebodyIsHeldUp(2)
      try holder.execute("COMMIT")
      _ = try await takingOut.value
      await expectProblem(.forbidden) { _ = try await adding.value }
      let seen = try await nodes.first.stores.photoNumbers(of: album, for: nil)
      #expect(seen == [])
    }
  }

  @Test func `a photo that can be restored no longer leaves albums, links and likes behind it`() async throws {
    try await TwoNodes.with { nodes in
      let (first, server, name) = (nodes.first, nodes.database.server, nodes.database.name)
      let ada = try await first.stores.account("ada")
      for number in 1...2 { try await first.stores.add(number, by: ada) }
      let album = try await first.stores.makeAlbum(1, by: ada).id
      try await first.stores.put(1...2, into: album, for: ada)
      let terms = ShareLink.Terms(expiresAt: Sample.time(100), allowsLikes: true)
      try await first.stores.makeLink(1, to: Sample.album(1), by: ada, terms)
      try await first.stores.makeLink(2, to: Sample.photo(1), by: ada, terms)
      for link in 1...2 {
        let guest = try await first.guest(link, ofLink: link)
        try await first.setLike(true, of: Sample.photoID(1), by: guest, at: Sample.time(5), GuestLimits())
      }
      try await first.stores.edit(Sample.photoID(1), .deletion)
      try await first.departures.finishAll()
      let kept = try server.execute("SELECT count(*) FROM album_photo", in: name)
      #expect(kept == ["2"])
      let known = nodes.second.latestSequence
      try server.execute("UPDATE restorable_photo SET restorable_until = 1", in: name)
      try await nodes.second.departures.finishAll()
      for (table, count) in [("album_photo", "1"), ("guest_like", "0"), ("share_link", "1")] {
        let found = try server.execute("SELECT count(*) FROM \(table)", in: name)
        #expect(found == [count], "\(table)")
      }
      let link = try await first.link(Sample.linkID(1), at: Sample.time(0))
      #expect(link?.likeCount == 0)
      let page = try await nodes.second.sharingChanges(
        after: known, limit: 9, reader: .account(ada.id), of: .links)
      let loss = SharingWithdrawal(.link(Sample.linkID(2)), reason: .deleted)
      #expect(page.entries.map(\.change) == [.withdrawal(loss)])
    }
  }

  @Test func `what a deleted album has left is removed`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      try await nodes.first.stores.add(1, by: ada)
      for number in 1...2 {
        let album = try await nodes.first.stores.makeAlbum(number, by: ada).id
        try await nodes.first.stores.put([1], into: album, for: ada)
      }
      try await nodes.first.stores.change(Sample.albumID(1), .deletion, for: ada)
      try await nodes.second.departures.finishAll()
      for table in ["album", "album_photo"] {
        let found = try nodes.database.server.execute("SELECT count(*) FROM \(table)", in: nodes.database.name)
        #expect(found == ["1"], "\(table)")
      }
    }
  }
}
