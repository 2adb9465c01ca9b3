// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

extension StoreBehaviour {
  static let accountBehaviours = [
    StoreBehaviour("an account that was added is found by its name, with its hash") { stores in
      let name = try #require(AccountName("ada"))
      let hash = try Sample.passwordHash()
      let added = try await stores.credentials.addAccount(
        name, passwordHash: hash, isAdministrator: true, at: Sample.time(5))
      let found = try #require(try await stores.credentials.credential(of: name))
      #expect(found.account == added)
      #expect(found.passwordHash == hash)
      #expect(added.name == name)
      #expect(added.isAdministrator)
      #expect(!added.isDisabled)
      #expect(added.createdAt == Sample.time(5))
    },
    StoreBehaviour("a name that is not there has no credential") { stores in
      let name = try #require(AccountName("ada"))
      #expect(try await stores.credentials.credential(of: name)?.account == nil)
      #expect(try await stores.credentials.summary(of: AccountID(rawValue: 7)) == nil)
    },
    StoreBehaviour("a name is taken once, and adding it again changes nothing") { stores in
      let first = try await stores.account("ada")
      let generation = stores.credentials.credentialGeneration
      await expectProblem(.conflict) { _ = try await stores.account("ada") }
      #expect(try await stores.credentials.credential(of: first.name)?.account.id == first.id)
      #expect(stores.credentials.credentialGeneration == generation)
    },
    StoreBehaviour("a new password replaces the old one") { stores in
      let account = try await stores.account("ada")
      let hash = try Sample.passwordHash("other")
      try await stores.credentials.setPasswordHash(hash, of: account.name)
      #expect(try await stores.credentials.credential(of: account.name)?.passwordHash == hash)
    },
    StoreBehaviour("the number of a password grows with every new one, and with nothing else") { stores in
      let account = try await stores.account("ada")
      #expect(account.passwordVersion == 1)
      try await stores.credentials.setDisabled(true, of: account.name)
      #expect(try await stores.credentials.summary(of: account.id)?.account.passwordVersion == 1)
      for version in [2, 3] as [Int64] {
        try await stores.credentials.setPasswordHash(Sample.passwordHash("other"), of: account.name)
        #expect(try await stores.credentials.credential(of: account.name)?.account.passwordVersion == version)
        #expect(try await stores.credentials.accounts().map(\.account.passwordVersion) == [version])
      }
    },
    StoreBehaviour("a password is replaced by who knows its number, and by no one who knows an older one") { stores in
      let account = try await stores.account("ada")
      let hash = try Sample.passwordHash("other")
      try await stores.credentials.setPasswordHash(hash, of: account.name, replacing: 1)
      let generation = stores.credentials.credentialGeneration
      await expectProblem(.preconditionFailed) {
        try await stores.credentials.setPasswordHash(Sample.passwordHash("third"), of: account.name, replacing: 1)
      }
      let found = try #require(try await stores.credentials.credential(of: account.name))
      #expect(found.passwordHash == hash)
      #expect(found.account.passwordVersion == 2)
      #expect(stores.credentials.credentialGeneration == generation)
    },
    StoreBehaviour("a hash is renewed as long as it is of the account's password, and nobody has to look again") {
      stores in
      let account = try await stores.account("ada")
      let generation = stores.credentials.credentialGeneration
      let hash = try Sample.passwordHash("other")
      #expect(try await stores.credentials.renewPasswordHash(hash, of: account.name, version: 1))
      let found = try #require(try await stores.credentials.credential(of: account.name))
      #expect(found.passwordHash == hash && found.account.passwordVersion == 1)
      #expect(stores.credentials.credentialGeneration == generation)
      let replaced = try Sample.passwordHash("third")
      try await stores.credentials.setPasswordHash(replaced, of: account.name)
      #expect(try await !stores.credentials.renewPasswordHash(hash, of: account.name, version: 1))
      #expect(try await stores.credentials.credential(of: account.name)?.passwordHash == replaced)
      let nobody = try #require(AccountName("nobody"))
      #expect(try await !stores.credentials.renewPasswordHash(hash, of: nobody, version: 1))
    },
    StoreBehaviour("accounts are counted by what their hashes cost") { stores in
      #expect(try await stores.credentials.passwordCosts().isEmpty)
      let costs = [1, 1, 2].map { PasswordHash.Cost(logarithmOfN: $0, blockSize: 2, parallelism: 3) }
      for (index, cost) in costs.enumerated() {
        let name = try #require(AccountName("dog\(index)"))
        _ = try await stores.credentials.addAccount(
          name, passwordHash: .decoy(cost: cost), isAdministrator: false, at: Sample.time(1))
      }
      #expect(try await stores.credentials.passwordCosts() == [costs[0]: 2, costs[2]: 1])
    },
    StoreBehaviour("an account can be disabled and enabled") { stores in
      let account = try await stores.account("ada")
      try await stores.credentials.setDisabled(true, of: account.name)
      #expect(try await stores.credentials.credential(of: account.name)?.account.isDisabled == true)
      try await stores.credentials.setDisabled(false, of: account.name)
      #expect(try await stores.credentials.credential(of: account.name)?.account.isDisabled == false)
    },
    StoreBehaviour("an account that has been disabled adds nothing, also of what it has") { stores in
      let account = try await stores.account("ada")
      try await stores.add(1, by: account)
      try await stores.credentials.setDisabled(true, of: account.name)
      await expectProblem(.forbidden) { try await stores.add(2, by: account) }
      await expectProblem(.forbidden) { try await stores.add(3, by: account, bytes: 1) }
      try await stores.credentials.setDisabled(false, of: account.name)
      try await stores.add(2, by: account)
    },
    StoreBehaviour("what is not there cannot be changed") { stores in
      let name = try #require(AccountName("ada"))
      let hash = try Sample.passwordHash()
      await expectProblem(.notFound) { try await stores.credentials.setPasswordHash(hash, of: name) }
      await expectProblem(.notFound) { try await stores.credentials.setDisabled(true, of: name) }
    },
    StoreBehaviour("the generation grows with every change of an account, and with nothing else") { stores in
      var generations = [stores.credentials.credentialGeneration]
      func note() { generations.append(stores.credentials.credentialGeneration) }
      let account = try await stores.account("ada")
      note()
      try await stores.credentials.setPasswordHash(Sample.passwordHash("other"), of: account.name)
      note()
      try await stores.credentials.setDisabled(true, of: account.name)
      note()
      try await stores.credentials.setDisabled(false, of: account.name)
      note()
      #expect(zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 })
      try await stores.add(1, by: account)
      try await stores.like(Sample.photoID(1), by: account)
      #expect(stores.credentials.credentialGeneration == generations.last)
    },
    StoreBehaviour("accounts are listed by name, with what they have") { stores in
      let bob = try await stores.account("bob")
      let ada = try await stores.account("ada")
      for number in 1...3 { try await stores.add(number, by: ada, visibility: .private) }
      try await stores.add(4, by: bob)
      for number in 2...4 { try await stores.like(Sample.photoID(number), by: ada) }
      try await stores.edit(Sample.photoID(3), .deletion)
      try await stores.like(Sample.photoID(4), by: ada, false)
      let found = try await stores.credentials.accounts()
      #expect(found.map(\.account.name) == [ada.name, bob.name])
      #expect(found.map(\.photoCount) == [2, 1])
      #expect(found.map(\.favouriteCount) == [1, 0])
      #expect(found.map(\.byteCount) == [2000, 1000])
      #expect(try await stores.credentials.summary(of: ada.id) == found.first)
    },
    StoreBehaviour("what an account has follows whatever happens to its photos") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      func counts(of account: Principal) async throws -> [Int] {
        guard let summary = try await stores.credentials.summary(of: account.id) else { return [] }
        return [
          summary.photoCount, Int(summary.byteCount), summary.deletedPhotoCount, Int(summary.deletedByteCount),
          summary.favouriteCount,
        ]
      }
      for number in 1...3 { try await stores.add(number, by: ada) }
      for number in 1...3 { try await stores.like(Sample.photoID(number), by: bob) }
      #expect(try await counts(of: ada) == [3, 3000, 0, 0, 0])
      try await stores.edit(Sample.photoID(1), .deletion)
      try await stores.edit(Sample.photoID(2), PhotoEdit(owner: bob))
      #expect(try await counts(of: ada) == [1, 1000, 1, 1000, 0])
      #expect(try await counts(of: bob) == [1, 1000, 0, 0, 2])
      _ = try await stores.administration.restorePhoto(Sample.photoID(1))
      #expect(try await counts(of: ada) == [2, 2000, 0, 0, 0])
      #expect(try await counts(of: bob) == [1, 1000, 0, 0, 3])
    },
  ]
}
