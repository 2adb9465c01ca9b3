// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let browserSessionBehaviours = [
    StoreBehaviour("a browser session is found by the hash of its secret and by its id, with its account") { stores in
      let ada = try await stores.account("ada")
      let made = try await stores.beginSession(1, for: ada)
      let found = try #require(try await stores.browserSessions.browserSession(ofSecretHash: Sample.digest(1)))
      #expect(found.id == made.id && found.device == BrowserDevice(browser: "Firefox"))
      #expect(found.createdAt == Sample.time(0) && found.usedAt == Sample.time(0))
      #expect(found.expiresAt == Sample.time(100))
      #expect(found.account.id == ada.id && found.account.name == ada.name && found.account.passwordVersion == 1)
      #expect(try await stores.browserSessions.browserSession(made.id) == found)
      #expect(try await stores.browserSessions.browserSession(ofSecretHash: Sample.digest(2)) == nil)
    },
    StoreBehaviour("use prolongs a browser session, and the generation stays") { stores in
      let made = try await stores.beginSession(1, for: stores.account("ada"))
      let generation = stores.credentials.credentialGeneration
      for time in [5, 3] as [Int64] {
        try await stores.browserSessions.noteUse(
          ofBrowserSession: made.id, at: Sample.time(time), until: Sample.time(time + 100))
      }
      let used = try await stores.browserSessions.browserSession(made.id)
      #expect(used?.usedAt == Sample.time(5) && used?.expiresAt == Sample.time(105))
      #expect(stores.credentials.credentialGeneration == generation)
      let gone = BrowserSessionID(uuid: Sample.photoID(9))
      try await stores.browserSessions.noteUse(ofBrowserSession: gone, at: Sample.time(5), until: Sample.time(6))
    },
    StoreBehaviour("browser sessions that last are listed page by page, the newest first") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      var made: [BrowserSessionID] = []
      for (number, account) in [ada, bob, ada, ada].enumerated() {
        made.append(try await stores.beginSession(number, for: account, at: number == 0 ? 0 : 50).id)
      }
      func page(
        _ account: AccountID?, at time: Int64 = 60, after id: BrowserSessionID? = nil
      ) async throws -> [BrowserSessionID] {
        let query = BrowserSessionQuery(account: account, at: Sample.time(time), after: id, limit: 2)
        return try await stores.browserSessions.browserSessions(query).map(\.id)
      }
      #expect(try await page(ada.id) == [made[3], made[2]])
      #expect(try await page(ada.id, after: made[2]) == [made[0]])
      #expect(try await page(ada.id, at: 100, after: made[2]) == [])
      #expect(try await page(nil) == [made[3], made[2]])
      #expect(try await page(nil, after: made[2]) == [made[1], made[0]])
    },
    StoreBehaviour("an account ends its own browser sessions only, which advances the generation") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let (first, others) = (try await stores.beginSession(1, for: ada), [2, 3])
      for number in others { _ = try await stores.beginSession(number, for: ada) }
      let kept = try await stores.beginSession(4, for: bob)
      var generation = stores.credentials.credentialGeneration
      #expect(try await !stores.browserSessions.removeBrowserSession(first.id, of: bob.id))
      #expect(stores.credentials.credentialGeneration == generation)
      #expect(try await stores.browserSessions.removeBrowserSession(first.id, of: ada.id))
      #expect(stores.credentials.credentialGeneration > generation)
      #expect(try await !stores.browserSessions.removeBrowserSession(first.id, of: ada.id))
      generation = stores.credentials.credentialGeneration
      #expect(try await stores.browserSessions.removeBrowserSessions(of: ada.id) == others.count)
      #expect(stores.credentials.credentialGeneration > generation)
      #expect(try await stores.browserSessions.removeBrowserSessions(of: ada.id) == 0)
      #expect(try await stores.browserSessions.browserSession(kept.id) != nil)
    },
    StoreBehaviour("of too many browser sessions, what expired and what was unused the longest ends") { stores in
      let ada = try await stores.account("ada")
      let expired = try await stores.beginSession(1, for: ada)
      let unused = try await stores.beginSession(2, for: ada, at: 50)
      let used = try await stores.beginSession(3, for: ada, at: 40)
      try await stores.browserSessions.noteUse(ofBrowserSession: used.id, at: Sample.time(60), until: Sample.time(160))
      let generation = stores.credentials.credentialGeneration
      let newest = try await stores.beginSession(4, for: ada, at: 100, countLimit: 2)
      for id in [expired.id, unused.id] { #expect(try await stores.browserSessions.browserSession(id) == nil) }
      for id in [used.id, newest.id] { #expect(try await stores.browserSessions.browserSession(id) != nil) }
      #expect(stores.credentials.credentialGeneration > generation)
    },
    StoreBehaviour("a new password, disabling and deletion end an account's browser sessions, and nobody else's") {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let (cleo, dan) = (try await stores.account("cleo"), try await stores.account("dan"))
      for (number, account) in [ada, bob, cleo, dan].enumerated() {
        _ = try await stores.beginSession(number, for: account)
      }
      try await stores.credentials.setPasswordHash(try Sample.passwordHash("new"), of: ada.name)
      try await stores.credentials.setDisabled(true, of: bob.name)
      try await stores.administration.deleteAccount(cleo.name)
      for number in 0..<3 {
        #expect(try await stores.browserSessions.browserSession(ofSecretHash: Sample.digest(number)) == nil)
      }
      #expect(try await stores.browserSessions.browserSession(ofSecretHash: Sample.digest(3)) != nil)
      await expectProblem(.authenticationRequired) { _ = try await stores.beginSession(4, for: ada) }
      await expectProblem(.forbidden) { _ = try await stores.beginSession(5, for: bob) }
      await expectProblem(.conflict) { _ = try await stores.beginSession(6, for: cleo) }
    },
  ]
}

extension StoresUnderTest {
  /// Begins a session of the sample of a number, which expires after 100 milliseconds.
  fileprivate func beginSession(
    _ number: Int, for owner: Principal, at time: Int64 = 0, countLimit: Int = 10
  ) async throws -> BrowserSession {
    let account = Account(
      id: owner.id, name: owner.name, isAdministrator: false, isDisabled: false, createdAt: Sample.time(0),
      passwordVersion: owner.passwordVersion)
    let session = BrowserSession(
      id: BrowserSessionID(uuid: Sample.photoID(1000 + number)), account: account,
      device: BrowserDevice(browser: "Firefox"), createdAt: Sample.time(time), expiresAt: Sample.time(time + 100))
    try await browserSessions.addBrowserSession(session, secretHash: Sample.digest(number), countLimit: countLimit)
    return session
  }
}
