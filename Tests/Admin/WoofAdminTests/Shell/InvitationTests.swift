// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofAdministration
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit
@testable import WoofAdmin
import WoofCommandLine

@Suite(.timeLimit(.minutes(2))) struct `Invitations in the shell` {
  @Test func `invitations are made, listed and revoked`() async throws {
    let service = try await AdminService(http: "accounts: {signUp: 'invitation'}")
    _ = try await service.run("accounts add eve --admin --yes", input: "tail wagging\n")
    _ = try await service.run("accounts add ada --yes", input: "tail wagging\n")
    let made = try await service.run("invitations create eve --note 'Bob next door' --uses 2 --lifetime 1d --yes")
    let lines = made.split(separator: "\n").map(String.init)
    let path = try #require(lines.first?.firstMatch(of: /\/join\/(.{43})$/).map { String($0.1) }, "\(made)")
    let link = try #require(InvitationLink(token: path))
    let client = service.woof.client()
    #expect(try await client.receivedInvitation(link).inviter == "eve")
    try await client.signUp(name: "bob", password: "ears flapping", invitation: link)
    let list = try await service.run("invitations list").split(separator: "\n").map(String.init)
    #expect(list.count == 2 && list[0].hasPrefix("ID ") && list[1].contains("  eve    1 of 2  "), "\(list)")
    #expect(list[1].contains("  bob   ") && list[1].hasSuffix("Bob next door"), "\(list)")
    #expect(try await service.run("invitations list --owner ada --json") == "")
    let id = try #require(list[1].split(separator: " ").first.map(String.init))
    let plan = try await service.run("plan invitations revoke \(id)")
    #expect(plan.hasPrefix("Plan: revokes 1 invitation of eve, used 1 of 2 times; "), "\(plan)")
    let revoked = try await service.run("invitations revoke \(id) --yes --reason lost")
    #expect(revoked == "The invitation \(id) is revoked.\n")
    let again = try await service.shell("-c", "invitations revoke \(id) --yes --reason lost")
    #expect(again.code == 1 && again.messages.contains("There is no such invitation"), "\(again)")
    let other = try await service.shell("-c", "invitations create ada --yes")
    #expect(other.code == 1 && other.messages.contains("Only administrators invite"), "\(other)")
    for mistake in ["create eve --uses 0", "create eve --lifetime 31d", "revoke rex --yes"] {
      #expect(try await service.shell("-c", "invitations \(mistake)").code == 2, "\(mistake)")
    }
    await service.stop()
  }

  @Test func `invitations are completed with their owners and notes`() async throws {
    let invitation = AdminInvitation(
      id: "0193a7b2-c4d5-7e6f-8123-456789abcdef", owner: "ada", note: "Bob", createdAt: Timestamp(milliseconds: 0),
      expiresAt: Timestamp(milliseconds: 1), useLimit: 1, useCount: 0, accounts: [])
    let stub = try StubAdmin(["GET /admin/v1/invitations": AdminPage(items: [invitation])])
    let values = ServiceValues(client: AdminClient(AdminSocket(folder: stub.folder.path)))
    let found = await values.candidates(.invitation, "0193")
    #expect(found.map(\.text) == [invitation.id] && found.first?.summary == "ada: Bob")
  }
}
