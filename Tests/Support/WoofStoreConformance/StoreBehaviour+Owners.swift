// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let ownerBehaviours = [
    StoreBehaviour("a photo that is given to another account is in its lists, and no longer in those of the old owner")
    {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: ada, visibility: .private)
      try await stores.like(photo.id, by: ada)
      let moved = try await stores.edit(photo.id, PhotoEdit(caption: "Given", owner: bob))
      #expect(moved.ownerName == bob.name)
      #expect(moved.version == 3)
      #expect(moved.favouriteCount == 1)
      #expect(try await stores.records.photo(photo.id) == moved)
      #expect(try await stores.ids(PhotoQuery(scope: .readable(by: bob.id), limit: 10)) == [photo.id])
      #expect(try await stores.ids(PhotoQuery(scope: .readable(by: ada.id), limit: 10)) == [])
      #expect(try await stores.credentials.summary(of: bob.id)?.byteCount == 1000)
      #expect(try await stores.credentials.summary(of: ada.id)?.byteCount == 0)
      try await stores.add(2, by: ada, bytes: 1)
    },
    StoreBehaviour("nobody is given a photo twice") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: ada)
      try await stores.add(2, by: bob, bytes: 1)
      let latest = stores.changes.latestSequence
      await expectProblem(.conflict) { try await stores.edit(photo.id, PhotoEdit(caption: "no", owner: bob)) }
      #expect(stores.changes.latestSequence == latest)
      #expect(try await stores.edit(photo.id, PhotoEdit(owner: ada)) == photo)
    },
    StoreBehaviour("who owned a hidden photo hears that it is gone, its new owner sees it, and others hear nothing") {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: ada, visibility: .private)
      try await stores.add(2, by: bob)
      let known = stores.changes.latestSequence
      let moved = try await stores.edit(photo.id, PhotoEdit(owner: bob))
      try await stores.edit(photo.id, PhotoEdit(caption: "out of sight"))
      let old = try await stores.changes.changes(after: known, limit: 1, reader: .account(ada.id))
      #expect(old.photos.map(\.id) == [photo.id])
      #expect(old.photos.first?.sequence(inLogOf: .account(ada.id)) == moved.sequence)
      #expect(old.photos.first.map { ChangeView(of: $0, to: .account(ada.id), knowing: known) } == .withdrawn)
      let new = try await stores.changes.changes(after: known, limit: 9, reader: .account(bob.id))
      #expect(new.photos.first.map { ChangeView(of: $0, to: .account(bob.id), knowing: known) } == .visible(.photo))
      let others = try await stores.changes.changes(after: known, limit: 9, reader: .everybody)
      #expect(others.photos.isEmpty)
      let later = try await stores.changes.changes(after: moved.sequence, limit: 9, reader: .account(ada.id))
      #expect(later.photos.isEmpty)
    },
    StoreBehaviour("all who ever owned a hidden photo hear of it, and whoever has it back sees it") { stores in
      let accounts = try await stores.accounts(3)
      let photo = try await stores.add(1, by: accounts[0], visibility: .unlisted)
      let known = stores.changes.latestSequence
      for owner in [1, 2, 1] { try await stores.edit(photo.id, PhotoEdit(owner: accounts[owner])) }
      var views: [ChangeView] = []
      for account in accounts {
        let page = try await stores.changes.changes(after: known, limit: 9, reader: .account(account.id))
        let record = try #require(page.photos.first)
        views.append(ChangeView(of: record, to: .account(account.id), knowing: known))
      }
      #expect(views == [.withdrawn, .visible(.photo), .withdrawn])
    },
    StoreBehaviour("who gave a public photo away goes on seeing it") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: ada)
      let known = stores.changes.latestSequence
      try await stores.edit(photo.id, PhotoEdit(owner: bob))
      let page = try await stores.changes.changes(after: known, limit: 9, reader: .account(ada.id))
      #expect(page.photos.map { ChangeView(of: $0, to: .account(ada.id), knowing: known) } == [.visible(.photo)])
      try await stores.edit(photo.id, PhotoEdit(visibility: .private))
      let after = try await stores.changes.changes(after: page.through, limit: 9, reader: .account(ada.id))
      #expect(after.photos.map { ChangeView(of: $0, to: .account(ada.id), knowing: page.through) } == [.withdrawn])
    },
  ]
}
