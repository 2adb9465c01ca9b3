// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let photoBehaviours = [
    StoreBehaviour("a photo that was added is found by its id, as it was added") { stores in
      let owner = try await stores.account("ada")
      let added = try await stores.add(1, by: owner, visibility: .unlisted)
      let draft = Sample.draft(1, by: owner, visibility: .unlisted)
      #expect(try await stores.records.photo(draft.id) == added)
      #expect(added.ownerID == owner.id)
      #expect(added.ownerName == owner.name)
      #expect(added.original == draft.original)
      #expect(added.caption == draft.caption)
      #expect(added.visibility == .unlisted)
      #expect(added.createdAt == draft.createdAt)
      #expect(added.version == 1)
      #expect(added.favouriteCount == 0)
      #expect(!added.isDeleted)
    },
    StoreBehaviour("an id that never was has no record") { (stores) async throws in
      #expect(try await stores.records.photo(Sample.photoID(1)) == nil)
    },
    StoreBehaviour("photos are read together in the order of their ids, with nothing for an id that never was") {
      stores in
      let owner = try await stores.account("ada")
      let first = try await stores.add(1, by: owner)
      let second = try await stores.add(2, by: owner, visibility: .private)
      let deleted = try await stores.edit(second.id, .deletion)
      let ids = [second.id, Sample.photoID(3), first.id]
      #expect(try await stores.records.photos(ids) == [deleted, nil, first])
      #expect(try await stores.records.photos([PhotoID]()).isEmpty)
    },
    StoreBehaviour("an account's photos are found by the digests of their originals until they are deleted") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photos = [try await stores.add(1, by: ada), try await stores.add(2, by: ada)]
      try await stores.add(3, by: bob, bytes: 1)
      let digests = [1, 2, 4].map(Sample.digest)
      let known = try await stores.records.photos(withOriginals: digests, of: ada.id)
      #expect(known == [digests[0]: photos[0].id, digests[1]: photos[1].id])
      #expect(try await stores.records.photos(withOriginals: digests, of: bob.id) == [digests[0]: Sample.photoID(3)])
      try await stores.edit(photos[0].id, .deletion)
      #expect(try await stores.records.photos(withOriginals: digests, of: ada.id) == [digests[1]: photos[1].id])
    },
    StoreBehaviour("the same bytes of the same owner are a duplicate, which changes nothing") { stores in
      let owner = try await stores.account("ada")
      let first = try await stores.add(1, by: owner)
      let again = Sample.draft(2, by: owner, bytes: 1, visibility: .private)
      guard case .duplicate(let found) = try await stores.records.addPhoto(again, idempotency: nil) else {
        throw Unexpected("no duplicate")
      }
      #expect(found == first)
      #expect(try await stores.records.photo(again.id) == nil)
      #expect(stores.changes.latestSequence == first.sequence)
    },
    StoreBehaviour("the same bytes of another owner are another photo") { stores in
      try await stores.add(1, by: stores.account("ada"))
      let other = try await stores.account("bob")
      #expect(try await stores.add(2, by: other, bytes: 1).ownerID == other.id)
    },
    StoreBehaviour("the same bytes are a new photo after the first was deleted") { stores in
      let owner = try await stores.account("ada")
      let first = try await stores.add(1, by: owner)
      try await stores.edit(first.id, .deletion)
      #expect(try await stores.add(2, by: owner, bytes: 1).id == Sample.photoID(2))
    },
    StoreBehaviour("an id is taken once") { stores in
      let owner = try await stores.account("ada")
      try await stores.add(1, by: owner)
      await expectProblem(.conflict) { try await stores.add(1, by: owner, bytes: 2) }
    },
  ]

  static let editingBehaviours = [
    StoreBehaviour("an edit changes the photo, its version and its place in the log") { stores in
      let old = try await stores.add(1, by: stores.account("ada"))
      let new = try await stores.edit(old.id, PhotoEdit(caption: "Rex", visibility: .private))
      #expect(new.caption == "Rex")
      #expect(new.visibility == .private)
      #expect(new.version == old.version + 1)
      #expect(new.sequence > old.sequence)
      #expect(new.metadataSequence == new.sequence)
      #expect(new.withdrawnSequence == new.sequence)
      #expect(try await stores.records.photo(old.id) == new)
    },
    StoreBehaviour("an edit that changes nothing adds neither version nor change") { stores in
      let old = try await stores.add(1, by: stores.account("ada"))
      #expect(try await stores.edit(old.id, PhotoEdit(caption: old.caption, visibility: .public)) == old)
      #expect(stores.changes.latestSequence == old.sequence)
    },
    StoreBehaviour("a photo is edited only where its newest record fulfils the condition") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let old = try await stores.add(1, by: ada)
      try await stores.checkConditions(of: old.id, by: ada, bob) { condition in
        try await stores.records.updatePhoto(old.id, PhotoEdit(caption: "new"), if: condition)
      }
      await expectProblem(.forbidden) {
        _ = try await stores.records.updatePhoto(
          old.id, PhotoEdit(caption: "bob's"), if: PhotoCondition(.changing(by: bob)))
      }
      #expect(try await stores.records.photo(old.id)?.caption == "new")
      await expectProblem(.notFound) { try await stores.edit(Sample.photoID(9), PhotoEdit(caption: "new")) }
      try await stores.edit(old.id, .deletion)
      await expectProblem(.gone) { try await stores.edit(old.id, PhotoEdit(caption: "newer")) }
    },
    StoreBehaviour("a deleted photo keeps its record, without favourites") { stores in
      let account = try await stores.account("ada")
      let old = try await stores.add(1, by: account)
      let liked = try await stores.like(old.id, by: account)
      let deleted = try await stores.edit(old.id, .deletion)
      #expect(deleted.isDeleted)
      #expect(deleted.favouriteCount == 0)
      #expect(deleted.caption == old.caption)
      #expect(deleted.original == old.original)
      #expect(deleted.version == liked.version + 1)
      #expect(deleted.withdrawnSequence == deleted.sequence)
      #expect(try await stores.records.photo(old.id) == deleted)
      #expect(try await stores.credentials.summary(of: account.id)?.favouriteCount == 0)
      #expect(try await stores.credentials.summary(of: account.id)?.photoCount == 0)
    },
    StoreBehaviour("what is deleted cannot be changed any more") { stores in
      let account = try await stores.account("ada")
      let photo = try await stores.add(1, by: account)
      let deleted = try await stores.edit(photo.id, .deletion)
      await expectProblem(.gone) { try await stores.edit(photo.id, PhotoEdit(caption: "back")) }
      await expectProblem(.gone) { try await stores.like(photo.id, by: account) }
      #expect(try await stores.records.photo(photo.id) == deleted)
    },
    StoreBehaviour("only what was public is withdrawn") { stores in
      let account = try await stores.account("ada")
      let photo = try await stores.add(1, by: account, visibility: .private)
      #expect(try await stores.edit(photo.id, PhotoEdit(visibility: .unlisted)).withdrawnSequence == 0)
      #expect(try await stores.edit(photo.id, .deletion).withdrawnSequence == 0)
    },
  ]
}
