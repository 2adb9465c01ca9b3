// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient

@testable import TestKit

/// Invitations by the SDK, with the real service.
@Suite(.timeLimit(.minutes(1))) struct InvitationRouteTests {
  @Test func `an app invites somebody, who signs up`() async throws {
    try await withService(http: "accounts: {signUp: 'invitation', invitations: 'members'}") { service in
      let ada = try await service.member("ada")
      #expect(try await ada.account().mayInvite == true)
      let description = try await service.client().serviceDescription()
      #expect(description.signUp == .invitation)
      let made = try await ada.makeInvitation(note: "Bob", useLimit: 2)
      let link = try #require(made.url.flatMap { InvitationLink(url: $0) })
      let stranger = service.client()
      #expect(try await stranger.receivedInvitation(link).inviter == "ada")
      let bob = try await stranger.signUp(name: "bob", password: "ears flapping", invitation: link)
      #expect(bob.name == "bob" && !bob.isAdministrator)
      let list = try await ada.invitations().reduce(into: []) { $0.append($1) }
      #expect(list.map(\.accounts) == [["bob"]] && list.map(\.url) == [nil])
      try await ada.revokeInvitation(made.id)
      let refusal = await #expect(throws: WoofError.self) {
        try await stranger.signUp(name: "cleo", password: "ears flapping", invitation: link)
      }
      #expect(refusal?.code == .forbidden && refusal?.details["reason"] == "invitation")
      let gone = await #expect(throws: WoofError.self) { try await stranger.receivedInvitation(link) }
      #expect(gone?.code == .notFound)
    }
  }
}
