// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let revisionBehaviours = [
    StoreBehaviour("a revision grows with caption, visibility, owner, deletion and restoration") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: ada)
      var revisions = [photo.revision]
      for edit in [PhotoEdit(caption: "new"), PhotoEdit(visibility: .private), PhotoEdit(owner: bob), .deletion] {
        revisions.append(try await stores.edit(photo.id, edit).revision)
      }
      revisions.append(try await stores.administration.restorePhoto(photo.id).revision)
      #expect(revisions == [1, 2, 3, 4, 5, 6])
      #expect(try await stores.records.photo(photo.id)?.revision == 6)
    },
    StoreBehaviour("favourites, derived data and edits that change nothing leave a revision") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      try await stores.like(photo.id, by: ada)
      try await stores.edit(photo.id, PhotoEdit(caption: photo.caption))
      _ = try await stores.derivations.keep(
        PhotoDerivatives(averageColour: "#010203"), of: photo.id, .ended(isAnew: false))
      let record = try #require(try await stores.records.photo(photo.id))
      #expect(record.version == photo.version + 2)
      #expect(record.revision == photo.revision)
    },
    StoreBehaviour("whoever lost sight of a photo is told of the version that it had then, whatever happens to it") {
      stores in
      let accounts = try await stores.accounts(3)
      let readers = accounts.map { ChangeReader.account($0.id) }
      let photo = try await stores.add(1, by: accounts[0])
      let withdrawn = try await stores.edit(photo.id, PhotoEdit(visibility: .private))
      try await stores.like(photo.id, by: accounts[0])
      let given = try await stores.edit(photo.id, PhotoEdit(owner: accounts[1]))
      try await stores.edit(photo.id, PhotoEdit(caption: "new"))
      let record = try await stores.edit(photo.id, .deletion)
      let versions = (readers + [.everybody]).map { record.version(inLogOf: $0) }
      #expect(versions == [given.version, record.version, withdrawn.version, withdrawn.version])
      #expect(try await stores.records.photo(photo.id) == record)
    },
    StoreBehaviour("it is known of a deleted photo whether its account was deleted with it, until it is restored") {
      stores in
      let ada = try await stores.account("ada")
      for number in 1...2 { try await stores.add(number, by: ada) }
      #expect(!(try await stores.edit(Sample.photoID(1), .deletion).isDeletedWithAccount))
      try await stores.administration.deleteAccount(ada.name)
      #expect(try await stores.records.photo(Sample.photoID(1))?.isDeletedWithAccount == false)
      #expect(try await stores.records.photo(Sample.photoID(2))?.isDeletedWithAccount == true)
      let restored = try await stores.administration.restorePhoto(Sample.photoID(2))
      #expect(!restored.isDeletedWithAccount)
    },
  ]
}
