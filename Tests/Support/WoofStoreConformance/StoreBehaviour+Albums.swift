// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let albumBehaviours =
    makingAlbums + changingAlbums + contributingToAlbums + albumListBehaviours + albumOrderBehaviours
    + albumAccessBehaviours

  private static let makingAlbums = [
    StoreBehaviour("an album is read as it was made, by whoever asks") { stores in
      let ada = try await stores.account("ada")
      let made = try await stores.makeAlbum(1, by: ada, visibility: .private)
      let expected = AlbumRecord(
        id: Sample.albumID(1), ownerID: ada.id, ownerName: ada.name, title: "Album 1", visibility: .private,
        createdAt: Sample.time(1))
      #expect(made == expected)
      #expect(try await stores.albums.album(made.id, for: ada.id) == expected)
      #expect(try await stores.albums.album(made.id, for: nil) == expected)
      #expect(try await stores.albums.album(Sample.albumID(2), for: ada.id) == nil)
    },
    StoreBehaviour("an album whose id is taken is not made") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada)
      await expectProblem(.conflict) { try await stores.makeAlbum(1, by: bob) }
      #expect(try await stores.albums.album(album.id, for: nil) == album)
    },
    StoreBehaviour("an account has so many albums, and makes room by deleting one") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...2 { try await stores.makeAlbum(number, by: ada, countLimit: 2) }
      await expectProblem(.insufficientStorage) { try await stores.makeAlbum(3, by: ada, countLimit: 2) }
      try await stores.makeAlbum(4, by: bob, countLimit: 2)
      try await stores.change(Sample.albumID(1), .deletion, for: ada)
      try await stores.makeAlbum(5, by: ada, countLimit: 2)
      #expect(try await stores.albumIDs(.joined(by: ada.id)) == [5, 2].map(Sample.albumID))
    },
    StoreBehaviour("an account that is disabled or deleted makes no album") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.credentials.setDisabled(true, of: ada.name)
      try await stores.administration.deleteAccount(bob.name)
      await expectProblem(.forbidden) { try await stores.makeAlbum(1, by: ada) }
      await expectProblem(.conflict) { try await stores.makeAlbum(2, by: bob) }
      #expect(try await stores.albumIDs(.found(by: nil)) == [])
    },
  ]

  private static let changingAlbums = [
    StoreBehaviour("title and visibility of an album change, and what changes nothing adds no version") { stores in
      let ada = try await stores.account("ada")
      var album = try await stores.makeAlbum(1, by: ada)
      (album.title, album.version) = ("الكلب ريكس", 2)
      #expect(try await stores.change(album.id, .edit(AlbumEdit(title: album.title)), for: ada) == album)
      (album.visibility, album.version) = (.unlisted, 3)
      #expect(try await stores.change(album.id, .edit(AlbumEdit(visibility: .unlisted)), for: ada) == album)
      let same = AlbumEdit(title: album.title, visibility: .unlisted, cover: .first)
      for edit in [same, AlbumEdit()] { #expect(try await stores.change(album.id, .edit(edit), for: ada) == album) }
      #expect(try await stores.albums.album(album.id, for: nil) == album)
    },
    StoreBehaviour("an album changes where its version is one that is asked for, and not where it is one that is not") {
      stores in
      let ada = try await stores.account("ada")
      let album = try await stores.makeAlbum(1, by: ada)
      for number in 1...2 { try await stores.add(number, by: ada, visibility: .private) }
      try await stores.put([1], into: album.id, for: ada)
      let before = try #require(try await stores.albums.album(album.id, for: ada.id))
      let changes: [AlbumChange] = [
        .edit(AlbumEdit(title: "new")), .placing(Sample.photoID(2), .end), .removal(Sample.photoID(1)),
        .contributor(ada.name, isAdded: true), .deletion,
      ]
      let refused = [
        Precondition(required: .none), Precondition(required: .named(versions: [1, 3])),
        Precondition(excluded: .all), Precondition(excluded: .named(versions: [1, 2])),
      ]
      for change in changes {
        for precondition in refused {
          await expectProblem(.preconditionFailed) {
            _ = try await stores.albums.changeAlbum(
              album.id, by: change, for: ada.id, if: AlbumCondition(.none, precondition))
          }
        }
      }
      #expect(try await stores.albums.album(album.id, for: ada.id) == before)
      let holding = [Precondition(required: .named(versions: [2, 7])), Precondition(excluded: .named(versions: [2]))]
      for (number, precondition) in holding.enumerated() {
        let after = try await stores.albums.changeAlbum(
          album.id, by: changes[number], for: ada.id, if: AlbumCondition(.making(by: ada), precondition))
        #expect(after.version == before.version + Int64(number) + 1)
      }
    },
    StoreBehaviour(
      "who may not make a change of an album makes none, whatever the version, and deleted photos are seen"
    ) {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada)
      for number in 1...3 { try await stores.add(number, by: number == 3 ? bob : ada) }
      try await stores.put(1...2, into: album.id, for: ada)
      try await stores.edit(Sample.photoID(2), .deletion)
      let before = try #require(try await stores.albums.album(album.id, for: ada.id))
      let stale = Precondition(required: .none)
      func expect(_ code: WoofError.Code, _ change: AlbumChange, by principal: Principal) async {
        await expectProblem(code) {
          _ = try await stores.albums.changeAlbum(
            album.id, by: change, for: principal.id, if: AlbumCondition(.making(by: principal), stale))
        }
      }
      let changes: [AlbumChange] = [
        .edit(AlbumEdit(title: "new")), .deletion, .placing(Sample.photoID(3), .end), .removal(Sample.photoID(1)),
        .contributor(bob.name, isAdded: true),
      ]
      for change in changes { await expect(.forbidden, change, by: bob) }
      await expect(.forbidden, .placing(Sample.photoID(3), .kept), by: ada)
      await expect(.notFound, .placing(Sample.photoID(9), .kept), by: ada)
      // The owner moves what is in the album, also where it is deleted, if the version is right.
      await expect(.preconditionFailed, .placing(Sample.photoID(2), .end), by: ada)
      #expect(try await stores.albums.album(album.id, for: ada.id) == before)
    },
    StoreBehaviour("an album that never was, or has been deleted, is not changed") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      try await stores.makeAlbum(1, by: ada)
      try await stores.change(Sample.albumID(1), .deletion, for: ada)
      let changes: [AlbumChange] = [
        .edit(AlbumEdit(title: "Rex")), .deletion, .placing(Sample.photoID(1), .kept), .removal(Sample.photoID(1)),
        .contributor(ada.name, isAdded: true), .contributor(ada.name, isAdded: false),
      ]
      for album in [Sample.albumID(1), Sample.albumID(2)] {
        for change in changes {
          await expectProblem(.notFound) { try await stores.change(album, change, for: ada) }
          await expectProblem(.notFound) {
            _ = try await stores.albums.changeAlbum(
              album, by: change, for: ada.id, if: AlbumCondition(.making(by: ada)))
          }
        }
      }
    },
    StoreBehaviour("a deleted album is gone for everybody, and its photos stay, in other albums too") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...2 {
        try await stores.add(number, by: ada)
        try await stores.makeAlbum(number, by: ada)
      }
      for number in 1...2 { try await stores.put(1...2, into: Sample.albumID(number), for: ada) }
      try await stores.change(Sample.albumID(1), .edit(AlbumEdit(cover: .photo(Sample.photoID(2)))), for: ada)
      try await stores.change(Sample.albumID(1), .contributor(bob.name, isAdded: true), for: ada)
      let before = try await stores.albums.album(Sample.albumID(1), for: ada.id)
      #expect(try await stores.change(Sample.albumID(1), .deletion, for: ada) == before)
      #expect(try await stores.albums.album(Sample.albumID(1), for: ada.id) == nil)
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: ada) == [])
      #expect(try await stores.albumIDs(.found(by: bob.id)) == [Sample.albumID(2)])
      #expect(try await stores.albumIDs(.owned(by: ada.name, reader: ada.id)) == [Sample.albumID(2)])
      #expect(try await stores.albumIDs(.joined(by: bob.id)) == [])
      #expect(try await stores.ids(PhotoQuery(scope: .readable(by: nil), limit: 9)).count == 2)
      #expect(try await stores.photoNumbers(of: Sample.albumID(2), for: ada) == [1, 2])
    },
  ]

  private static let contributingToAlbums = [
    StoreBehaviour("contributors come and go, and one that is there already changes nothing") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let cleo = try await stores.account("cleo")
      let album = try await stores.makeAlbum(1, by: ada).id
      let first = try await stores.change(album, .contributor(bob.name, isAdded: true), for: ada)
      #expect(first.contributors == [bob.id: bob.name] && first.version == 2)
      #expect(try await stores.change(album, .contributor(bob.name, isAdded: true), for: ada) == first)
      #expect(try await stores.change(album, .contributor(cleo.name, isAdded: false), for: ada) == first)
      let second = try await stores.change(album, .contributor(cleo.name, isAdded: true), for: bob)
      #expect(second.contributors == [bob.id: bob.name, cleo.id: cleo.name] && second.version == 3)
      try await stores.add(1, by: bob)
      try await stores.put([1], into: album, for: bob)
      let last = try await stores.change(album, .contributor(bob.name, isAdded: false), for: ada)
      #expect(last.contributors == [cleo.id: cleo.name] && last.version == 5 && last.photoCount == 1)
      #expect(try await stores.albumIDs(.joined(by: bob.id)) == [])
      #expect(try await stores.albumIDs(.joined(by: cleo.id)) == [album])
    },
    StoreBehaviour("an account that there is not, or no longer, contributes to no album") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada)
      try await stores.administration.deleteAccount(bob.name)
      for name in [bob.name, try #require(AccountName("nobody"))] {
        await expectProblem(.notFound) {
          try await stores.change(album.id, .contributor(name, isAdded: true), for: ada)
        }
      }
      #expect(try await stores.albums.album(album.id, for: ada.id) == album)
    },
    StoreBehaviour("an album has so many contributors, and has room for another one when one leaves") { stores in
      let accounts = try await stores.accounts(AlbumChange.contributorLimit + 2)
      let (owner, last) = (accounts[0], accounts[accounts.count - 1])
      let album = try await stores.makeAlbum(1, by: owner).id
      for account in accounts.dropFirst().dropLast() {
        try await stores.change(album, .contributor(account.name, isAdded: true), for: owner)
      }
      await expectProblem(.insufficientStorage) {
        try await stores.change(album, .contributor(last.name, isAdded: true), for: owner)
      }
      #expect(
        try await stores.change(album, .contributor(accounts[1].name, isAdded: true), for: owner).contributors.count
          == AlbumChange.contributorLimit)
      try await stores.change(album, .contributor(accounts[7].name, isAdded: false), for: owner)
      let full = try await stores.change(album, .contributor(last.name, isAdded: true), for: owner)
      #expect(full.contributors[last.id] == last.name && full.contributors[accounts[7].id] == nil)
    },
    StoreBehaviour("the albums and contributions of a deleted account go with it, and nobody else's") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.makeAlbum(1, by: ada)
      try await stores.makeAlbum(2, by: bob)
      for number in 1...2 { try await stores.add(number, by: number == 1 ? ada : bob) }
      for album in [1, 2] { try await stores.put(1...2, into: Sample.albumID(album), for: bob) }
      // Only its contributors change: there is no photo in it.
      let joined = try await stores.makeAlbum(3, by: bob).id
      let before = try await stores.change(joined, .contributor(ada.name, isAdded: true), for: bob)
      try await stores.change(Sample.albumID(1), .contributor(bob.name, isAdded: true), for: ada)
      try await stores.administration.deleteAccount(ada.name)
      #expect(try await stores.albums.album(Sample.albumID(1), for: bob.id) == nil)
      #expect(try await stores.albumIDs(.owned(by: ada.name, reader: bob.id)) == [])
      #expect(try await stores.albumIDs(.joined(by: bob.id)) == [joined, Sample.albumID(2)])
      #expect(try await stores.albumIDs(.joined(by: ada.id)) == [])
      let after = try #require(try await stores.albums.album(joined, for: bob.id))
      #expect(after.contributors == [:] && after.version > before.version)
      #expect(try await stores.photoNumbers(of: Sample.albumID(2), for: bob) == [2])
    },
  ]
}
