// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let deletionBehaviours = [
    StoreBehaviour("a deleted photo is gone for everybody, and administrators see until when it can be restored") {
      stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      try await stores.like(photo.id, by: ada)
      let deleted = try await stores.edit(photo.id, .deletion)
      #expect(deleted.isDeleted)
      #expect(deleted.favouriteCount == 0)
      #expect(try await stores.records.photo(photo.id) == deleted)
      #expect(try await stores.ids(PhotoQuery(scope: .readable(by: ada.id), limit: 10)) == [])
      #expect(try await stores.favourites.favourites(of: ada.id, after: nil, limit: 10) == [])
      #expect(try await stores.favourites.favourites(among: [photo.id], of: ada.id) == [])
      #expect(try await stores.favourites.favourites(ofPhoto: photo.id, after: nil, limit: 10) == [])
      let found = try #require(try await stores.administration.administeredPhoto(photo.id))
      let deletedAt = try #require(found.deletedAt)
      #expect(found.record == deleted)
      let seconds = stores.administration.deletionGrace.components.seconds
      #expect(found.restorableUntil == deletedAt.advanced(bySeconds: seconds))
      let live = try await stores.add(2, by: ada)
      #expect(try await stores.administration.administeredPhoto(live.id)?.restorableUntil == nil)
    },
    StoreBehaviour("a photo that is restored is as it was, with its favourites, and is a change of the photo") {
      stores in
      let accounts = try await stores.accounts(2)
      let photo = try await stores.add(1, by: accounts[0], visibility: .unlisted)
      for (index, account) in accounts.enumerated() { try await stores.like(photo.id, by: account, at: Int64(index)) }
      let before = try #require(try await stores.records.photo(photo.id))
      let deleted = try await stores.edit(photo.id, .deletion)
      let restored = try await stores.administration.restorePhoto(photo.id)
      #expect(try await stores.records.photo(photo.id) == restored)
      var expected = before
      (expected.version, expected.sequence) = (deleted.version + 1, deleted.sequence + 1)
      expected.metadataSequence = expected.sequence
      expected.revision = before.revision + 2
      expected.withdrawnSequence = restored.withdrawnSequence
      expected.withdrawnVersion = restored.withdrawnVersion
      #expect(restored == expected)
      #expect(ChangeView(of: restored, to: .account(accounts[0].id), knowing: deleted.sequence) == .visible(.photo))
      let liked = try await stores.favourites.favourites(of: accounts[1].id, after: nil, limit: 10)
      #expect(liked.map(\.photo) == [restored])
      #expect(liked.map(\.cursor.setAt) == [Sample.time(1)])
      try await stores.like(photo.id, by: accounts[1], false)
      #expect(try await stores.records.photo(photo.id)?.favouriteCount == 1)
      #expect(try await stores.administration.administeredPhoto(photo.id)?.awaitsDerivation == true)
    },
    StoreBehaviour("a photo that is there, or never was, is not restored") { stores in
      let photo = try await stores.add(1, by: try await stores.account("ada"))
      let latest = stores.changes.latestSequence
      #expect(try await stores.administration.restorePhoto(photo.id) == photo)
      #expect(stores.changes.latestSequence == latest)
      await expectProblem(.notFound) { _ = try await stores.administration.restorePhoto(Sample.photoID(2)) }
    },
    StoreBehaviour("the same bytes may come again when their photo is deleted, and then it cannot be restored") {
      stores in
      let ada = try await stores.account("ada")
      let first = try await stores.add(1, by: ada)
      try await stores.edit(first.id, .deletion)
      let second = try await stores.add(2, by: ada, bytes: 1)
      await expectProblem(.conflict) { _ = try await stores.administration.restorePhoto(first.id) }
      try await stores.edit(second.id, .deletion)
      #expect(try await stores.administration.restorePhoto(first.id).id == first.id)
      await expectProblem(.conflict) { _ = try await stores.administration.restorePhoto(second.id) }
    },
    StoreBehaviour("a photo may be deleted and restored again and again") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      try await stores.like(photo.id, by: ada)
      for _ in 0..<3 {
        try await stores.edit(photo.id, .deletion)
        #expect(try await stores.administration.restorePhoto(photo.id).favouriteCount == 1)
      }
      #expect(try await stores.ids(PhotoQuery(scope: .readable(by: nil), limit: 10)) == [photo.id])
    },
  ]
}
