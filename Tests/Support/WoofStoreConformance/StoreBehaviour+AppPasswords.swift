// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let appPasswordBehaviours = [
    StoreBehaviour("an app password is found by the hash of its secret and by its id, with its account") { stores in
      let ada = try await stores.account("ada")
      let made = try await stores.makeAppPassword(1, for: ada)
      let found = try #require(try await stores.appPasswords.appPassword(ofSecretHash: Sample.digest(1)))
      #expect(found.id == made.id && found.name == "Phone 1" && found.scopes == [.read, .upload])
      #expect(found.createdAt == Sample.time(0) && found.expiresAt == Sample.time(100) && found.usedAt == nil)
      #expect(found.account.id == ada.id && found.account.name == ada.name && found.account.passwordVersion == 1)
      #expect(try await stores.appPasswords.appPassword(made.id) == found)
      #expect(try await stores.appPasswords.appPassword(ofSecretHash: Sample.digest(2)) == nil)
    },
    StoreBehaviour("the last use of an app password is noted, and the generation stays") { stores in
      let made = try await stores.makeAppPassword(1, for: stores.account("ada"))
      let generation = stores.credentials.credentialGeneration
      for time in [5, 3] as [Int64] {
        try await stores.appPasswords.noteUse(ofAppPassword: made.id, at: Sample.time(time))
      }
      #expect(try await stores.appPasswords.appPassword(made.id)?.usedAt == Sample.time(5))
      #expect(stores.credentials.credentialGeneration == generation)
      let gone = AppPasswordID(uuid: Sample.photoID(9))
      try await stores.appPasswords.noteUse(ofAppPassword: gone, at: Sample.time(5))
    },
    StoreBehaviour("app passwords of an account, or of all, are listed page by page, the newest first") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      var made: [AppPasswordID] = []
      for (number, account) in [ada, bob, ada, ada].enumerated() {
        made.append(try await stores.makeAppPassword(number, for: account).id)
      }
      func page(_ account: AccountID?, after id: AppPasswordID? = nil) async throws -> [AppPasswordID] {
        try await stores.appPasswords.appPasswords(AppPasswordQuery(account: account, after: id, limit: 2)).map(\.id)
      }
      #expect(try await page(ada.id) == [made[3], made[2]])
      #expect(try await page(ada.id, after: made[2]) == [made[0]])
      #expect(try await page(nil) == [made[3], made[2]])
      #expect(try await page(nil, after: made[2]) == [made[1], made[0]])
    },
    StoreBehaviour("an account removes its own app passwords only, which advances the generation") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let made = try await stores.makeAppPassword(1, for: ada)
      let generation = stores.credentials.credentialGeneration
      #expect(try await !stores.appPasswords.removeAppPassword(made.id, of: bob.id))
      #expect(stores.credentials.credentialGeneration == generation)
      #expect(try await stores.appPasswords.removeAppPassword(made.id, of: ada.id))
      #expect(stores.credentials.credentialGeneration > generation)
      #expect(try await stores.appPasswords.appPassword(made.id) == nil)
      #expect(try await !stores.appPasswords.removeAppPassword(made.id, of: ada.id))
    },
    StoreBehaviour("an account has so many app passwords, those that have expired not counted") { stores in
      let ada = try await stores.account("ada")
      let first = try await stores.makeAppPassword(1, for: ada, countLimit: 1)
      await expectProblem(.insufficientStorage) {
        _ = try await stores.makeAppPassword(2, for: ada, at: 99, countLimit: 1)
      }
      _ = try await stores.makeAppPassword(3, for: ada, at: 100, countLimit: 1)
      #expect(try await stores.appPasswords.appPassword(first.id) == nil)
    },
    StoreBehaviour("a new password and deletion remove an account's app passwords, and nobody else's") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let (cleo, dan) = (try await stores.account("cleo"), try await stores.account("dan"))
      for (number, account) in [ada, bob, cleo, dan].enumerated() {
        _ = try await stores.makeAppPassword(number, for: account)
      }
      try await stores.credentials.setPasswordHash(try Sample.passwordHash("new"), of: ada.name)
      try await stores.credentials.setDisabled(true, of: bob.name)
      try await stores.administration.deleteAccount(cleo.name)
      for number in [0, 2] {
        #expect(try await stores.appPasswords.appPassword(ofSecretHash: Sample.digest(number)) == nil)
      }
      #expect(try await stores.appPasswords.appPassword(ofSecretHash: Sample.digest(1))?.account.isDisabled == true)
      #expect(try await stores.appPasswords.appPassword(ofSecretHash: Sample.digest(3)) != nil)
      await expectProblem(.authenticationRequired) { _ = try await stores.makeAppPassword(4, for: ada) }
      await expectProblem(.forbidden) { _ = try await stores.makeAppPassword(5, for: bob) }
      await expectProblem(.conflict) { _ = try await stores.makeAppPassword(6, for: cleo) }
    },
  ]
}

extension StoresUnderTest {
  /// Makes an app password of the sample of a number, which expires after 100 milliseconds.
  fileprivate func makeAppPassword(
    _ number: Int, for owner: Principal, at time: Int64 = 0, countLimit: Int = 10
  ) async throws -> AppPassword {
    let account = Account(
      id: owner.id, name: owner.name, isAdministrator: false, isDisabled: false, createdAt: Sample.time(0),
      passwordVersion: owner.passwordVersion)
    let password = AppPassword(
      id: AppPasswordID(uuid: Sample.photoID(1000 + number)), account: account, name: "Phone \(number)",
      scopes: [.read, .upload], createdAt: Sample.time(time), expiresAt: Sample.time(time + 100))
    try await appPasswords.addAppPassword(password, secretHash: Sample.digest(number), countLimit: countLimit)
    return password
  }
}
