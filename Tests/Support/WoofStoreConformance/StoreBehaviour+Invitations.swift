// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let invitationBehaviours = [
    StoreBehaviour("an invitation is found by the hash of its secret and by its id, with its inviter") { stores in
      let ada = try await stores.account("ada")
      let made = try await stores.makeInvitation(1, by: ada, useLimit: 3)
      let found = try #require(try await stores.openInvitation(1))
      #expect(found == made && found.note == "For guest 1" && found.useLimit == 3 && found.useCount == 0)
      #expect(found.inviter.name == ada.name && found.newcomers.isEmpty)
      #expect(try await stores.invitations.invitation(made.id, at: Sample.time(0)) == found)
      #expect(try await stores.openInvitation(2) == nil)
    },
    StoreBehaviour("an invitation lets in as many as it may, and remembers them") { stores in
      let ada = try await stores.account("ada")
      let made = try await stores.makeInvitation(1, by: ada, useLimit: 2)
      for name in ["zoe", "bob"] {
        let account = try await stores.join(name, by: 1)
        #expect(account.name.text == name && !account.isAdministrator && !account.isDisabled)
      }
      #expect(try await stores.openInvitation(1) == nil)
      await expectProblem(.forbidden) { _ = try await stores.join("cleo", by: 1) }
      #expect(try await stores.credentials.credential(of: Sample.name("cleo")) == nil)
      let used = try #require(try await stores.invitations.invitation(made.id, at: Sample.time(0)))
      #expect(used.useCount == 2 && used.newcomers.map(\.text) == ["zoe", "bob"])
    },
    StoreBehaviour("a name that is taken uses no invitation up") { stores in
      let ada = try await stores.account("ada")
      let made = try await stores.makeInvitation(1, by: ada)
      await expectProblem(.conflict) { _ = try await stores.join("ada", by: 1) }
      #expect(try await stores.openInvitation(1) == made)
      _ = try await stores.join("bob", by: 1)
    },
    StoreBehaviour("of many who race for the last use of an invitation, one gets in") { stores in
      _ = try await stores.makeInvitation(1, by: stores.account("ada"))
      let count = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask { (try? await stores.join("guest\(number)", by: 1)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(count == 1)
      #expect(try await stores.credentials.accounts().count == 2)
    },
    StoreBehaviour("an invitation that has expired or been removed lets nobody in") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let made = try await stores.makeInvitation(1, by: ada)
      #expect(try await stores.openInvitation(1, at: 99) != nil)
      #expect(try await stores.openInvitation(1, at: 100) == nil)
      #expect(try await stores.invitations.invitation(made.id, at: Sample.time(100)) == nil)
      await expectProblem(.forbidden) { _ = try await stores.join("cleo", by: 1, at: 100) }
      #expect(try await !stores.invitations.removeInvitation(made.id, of: bob.id))
      #expect(try await stores.invitations.removeInvitation(made.id, of: ada.id))
      #expect(try await !stores.invitations.removeInvitation(made.id, of: ada.id))
      #expect(try await stores.openInvitation(1) == nil)
      await expectProblem(.forbidden) { _ = try await stores.join("cleo", by: 1) }
    },
    StoreBehaviour("an invitation lets nobody in while its inviter may not sign in or not invite") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      _ = try await stores.makeInvitation(1, by: ada)
      #expect(try await stores.openInvitation(1, by: .administrators) == nil)
      await expectProblem(.forbidden) { _ = try await stores.join("cleo", by: 1, of: .administrators) }
      try await stores.administration.setAdministrator(true, of: ada.name)
      #expect(try await stores.openInvitation(1, by: .administrators) != nil)
      try await stores.credentials.setDisabled(true, of: ada.name)
      #expect(try await stores.openInvitation(1) == nil)
      await expectProblem(.forbidden) { _ = try await stores.join("cleo", by: 1) }
      try await stores.credentials.setDisabled(false, of: ada.name)
      #expect(try await stores.openInvitation(1) != nil)
      try await stores.administration.deleteAccount(ada.name)
      #expect(try await stores.openInvitation(1) == nil)
      await expectProblem(.forbidden) { _ = try await stores.join("cleo", by: 1) }
      await expectProblem(.conflict) { _ = try await stores.makeInvitation(2, by: ada) }
      try await stores.credentials.setDisabled(true, of: bob.name)
      await expectProblem(.forbidden) { _ = try await stores.makeInvitation(3, by: bob) }
    },
    StoreBehaviour("a deleted newcomer counts and is named no longer") { stores in
      let made = try await stores.makeInvitation(1, by: stores.account("ada"), useLimit: 2)
      _ = try await stores.join("bob", by: 1)
      try await stores.administration.deleteAccount(Sample.name("bob"))
      let found = try await stores.openInvitation(1)
      #expect(found?.id == made.id && found?.useCount == 1 && found?.newcomers == [])
    },
    StoreBehaviour("invitations of an account, or of all, are listed page by page, the newest first") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      var made: [InvitationID] = []
      for (number, inviter) in [ada, bob, ada, ada].enumerated() {
        made.append(try await stores.makeInvitation(number, by: inviter).id)
      }
      func page(_ account: AccountID?, after id: InvitationID? = nil, at time: Int64 = 0) async throws -> [InvitationID]
      {
        let query = InvitationQuery(account: account, after: id, limit: 2, at: Sample.time(time))
        return try await stores.invitations.invitations(query).map(\.id)
      }
      #expect(try await page(ada.id) == [made[3], made[2]])
      #expect(try await page(ada.id, after: made[2]) == [made[0]])
      #expect(try await page(nil) == [made[3], made[2]])
      #expect(try await page(nil, after: made[2]) == [made[1], made[0]])
      #expect(try await page(nil, at: 100) == [])
    },
    StoreBehaviour("an account has so many open invitations, and as many that are used up are remembered") { stores in
      let ada = try await stores.account("ada")
      for number in 0..<3 {
        _ = try await stores.makeInvitation(number, by: ada, countLimit: 1)
        await expectProblem(.insufficientStorage) {
          _ = try await stores.makeInvitation(9, by: ada, countLimit: 1)
        }
        _ = try await stores.join("guest\(number)", by: number)
      }
      _ = try await stores.makeInvitation(3, by: ada, at: 50, countLimit: 1)
      let query = InvitationQuery(account: ada.id, limit: 10, at: Sample.time(50))
      let found = try await stores.invitations.invitations(query)
      #expect(found.map(\.useCount) == [0, 1])
      _ = try await stores.makeInvitation(4, by: ada, at: 150, countLimit: 1)
    },
  ]
}

extension Sample {
  /// A name that is one.
  fileprivate static func name(_ text: String) throws -> AccountName { try #require(AccountName(text)) }
}

extension StoresUnderTest {
  /// Makes an invitation whose secret is the sample of its number; it expires after 100 milliseconds.
  fileprivate func makeInvitation(
    _ number: Int, by inviter: Principal, at time: Int64 = 0, useLimit: Int = 1, countLimit: Int = 10
  ) async throws -> Invitation {
    let invitation = Invitation(
      id: InvitationID(uuid: Sample.photoID(1000 + number)), inviter: inviter, note: "For guest \(number)",
      useLimit: useLimit, createdAt: Sample.time(time), expiresAt: Sample.time(time + 100))
    try await invitations.addInvitation(invitation, secretHash: Sample.digest(number), countLimit: countLimit)
    return invitation
  }

  /// The invitation of the sample secret of a number, as long as it is open.
  fileprivate func openInvitation(
    _ number: Int, at time: Int64 = 0, by inviters: SignUpPolicy.Inviters = .members
  ) async throws -> Invitation? {
    try await invitations.openInvitation(
      ofSecretHash: Sample.digest(number), at: Sample.time(time), by: inviters)
  }

  /// Adds an account by the invitation of a number.
  fileprivate func join(
    _ name: String, by number: Int, at time: Int64 = 0, of inviters: SignUpPolicy.Inviters = .members
  ) async throws -> Account {
    try await invitations.addAccount(
      Sample.name(name), passwordHash: try Sample.passwordHash(), invitedBy: Sample.digest(number),
      at: Sample.time(time), by: inviters)
  }
}
