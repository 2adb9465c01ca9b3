// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let accountDeletionBehaviours = [
    StoreBehaviour("an account may become an administrator, and no longer be one") { stores in
      let account = try await stores.account("ada")
      let generation = stores.credentials.credentialGeneration
      try await stores.administration.setAdministrator(true, of: account.name)
      #expect(try await stores.credentials.credential(of: account.name)?.account.isAdministrator == true)
      #expect(stores.credentials.credentialGeneration > generation)
      try await stores.administration.setAdministrator(false, of: account.name)
      #expect(try await stores.administration.summary(of: account.name)?.account.isAdministrator == false)
      let name = try #require(AccountName("bob"))
      await expectProblem(.notFound) { try await stores.administration.setAdministrator(true, of: name) }
    },
    StoreBehaviour("accounts are listed page by page") { stores in
      for name in ["cleo", "ada", "bob"] { _ = try await stores.account(name) }
      let first = try await stores.administration.accounts(after: nil, limit: 2)
      let rest = try await stores.administration.accounts(after: first.last?.account.name, limit: 2)
      #expect((first + rest).map(\.account.name.text) == ["ada", "bob", "cleo"])
    },
    StoreBehaviour("a deleted account is as if it had never been, but for its name") { stores in
      let ada = try await stores.account("ada")
      let generation = stores.credentials.credentialGeneration
      try await stores.administration.deleteAccount(ada.name)
      #expect(stores.credentials.credentialGeneration > generation)
      #expect(try await stores.credentials.credential(of: ada.name)?.account == nil)
      #expect(try await stores.credentials.summary(of: ada.id) == nil)
      #expect(try await stores.administration.summary(of: ada.name) == nil)
      #expect(try await stores.credentials.accounts() == [])
      let hash = try Sample.passwordHash()
      await expectProblem(.notFound) { try await stores.credentials.setPasswordHash(hash, of: ada.name) }
      await expectProblem(.notFound) { try await stores.credentials.setDisabled(false, of: ada.name) }
      await expectProblem(.notFound) { try await stores.administration.deleteAccount(ada.name) }
      await expectProblem(.conflict) { _ = try await stores.account("ada") }
    },
    StoreBehaviour("the photos of a deleted account are deleted, and can be restored") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...45 {
        try await stores.add(number, by: ada, visibility: Visibility.allCases[number % 3])
      }
      try await stores.add(50, by: bob)
      try await stores.administration.deleteAccount(ada.name)
      #expect(try await numbers(stores, PhotoSearch(limit: 100)) == [50])
      #expect(try await numbers(stores, PhotoSearch(state: .deleted, limit: 100)) == (1...45).reversed())
      #expect(try await stores.records.photo(Sample.photoID(7))?.isDeleted == true)
      let restored = try await stores.administration.restorePhoto(Sample.photoID(7))
      #expect(restored.ownerName == ada.name)
      #expect(try await stores.edit(restored.id, PhotoEdit(owner: bob)).ownerName == bob.name)
    },
    StoreBehaviour("the favourites of a deleted account are unset, and their photos say so") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...3 { try await stores.add(number, by: bob) }
      for number in 1...3 { try await stores.like(Sample.photoID(number), by: ada) }
      try await stores.like(Sample.photoID(1), by: bob)
      try await stores.edit(Sample.photoID(3), .deletion)
      let before = try #require(try await stores.records.photo(Sample.photoID(1)))
      try await stores.administration.deleteAccount(ada.name)
      let after = try #require(try await stores.records.photo(Sample.photoID(1)))
      #expect(after.favouriteCount == 1)
      #expect(after.version == before.version + 1)
      #expect(after.sequence > before.sequence)
      #expect(try await stores.records.photo(Sample.photoID(2))?.favouriteCount == 0)
      #expect(try await stores.administration.restorePhoto(Sample.photoID(3)).favouriteCount == 0)
      #expect(try await stores.administration.counts().favouriteCount == 1)
    },
    StoreBehaviour("what a deleted account has asked for before is refused after") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: bob)
      try await stores.administration.deleteAccount(ada.name)
      await expectProblem(.conflict) { try await stores.like(photo.id, by: ada) }
      await expectProblem(.conflict) { try await stores.add(2, by: ada) }
      await expectProblem(.conflict) { try await stores.edit(photo.id, PhotoEdit(owner: ada)) }
    },
  ]
}
