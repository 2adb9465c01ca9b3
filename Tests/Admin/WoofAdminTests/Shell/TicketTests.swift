// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofAdministration
import WoofClient
import WoofModel
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofAdmin
import WoofCommandLine

@Suite(.timeLimit(.minutes(2))) struct `Upload tickets in the shell` {
  @Test func `tickets are listed and revoked`() async throws {
    let service = try await AdminService()
    for name in ["ada", "bob"] { _ = try await service.run("accounts add \(name) --yes", input: "tail wagging\n") }
    let client = service.woof.client(as: "ada", password: "tail wagging")
    let ticket = try await client.uploadTicket(for: PhotoUpload(data: Data(SampleJPEG().bytes), caption: "Rex"))
    let list = try await service.run("tickets list").split(separator: "\n").map(String.init)
    #expect(list.count == 2 && list[0].hasPrefix("ID ") && list[1].hasPrefix("\(ticket.id)  ada  "), "\(list)")
    #expect(list[1].contains("  open  ") && list[1].hasSuffix("Rex"), "\(list)")
    #expect(try await service.run("tickets list --owner bob --json") == "")
    let secret = try #require(ticket.url?.lastPathComponent)
    #expect(try await !service.run("tickets list --owner ada --json").contains(secret))
    let plan = try await service.run("plan tickets revoke \(ticket.id)")
    #expect(plan.hasPrefix("Plan: revokes 1 upload ticket of ada, for a photo, "), "\(plan)")
    #expect(plan.contains("cannot be taken back"), "\(plan)")
    let revoked = try await service.run("tickets revoke \(ticket.id) --yes --reason lost")
    #expect(revoked == "The ticket \(ticket.id) is revoked.\n")
    let again = try await service.shell("-c", "tickets revoke \(ticket.id) --yes --reason lost")
    #expect(again.code == 1 && again.messages.contains("There is no such ticket"), "\(again)")
    let mistake = try await service.shell("-c", "tickets revoke rex --yes")
    #expect(mistake.code == 2 && mistake.messages.contains("the id of a ticket"), "\(mistake)")
    await service.stop()
  }

  @Test func `tickets are completed with their owners`() async throws {
    let digest = try #require(Digest([UInt8](repeating: 7, count: 32)))
    let ticket = AdminTicket(
      id: "0193a7b2-c4d5-7e6f-8123-456789abcdef", owner: "ada", digest: digest, byteCount: 9, contentType: .jpeg,
      caption: "", visibility: .private, createdAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: 9))
    let stub = try StubAdmin(["GET /admin/v1/tickets": AdminPage(items: [ticket])])
    let values = ServiceValues(client: AdminClient(AdminSocket(folder: stub.folder.path)))
    let found = await values.candidates(.ticket, "0193")
    #expect(found.map(\.text) == [ticket.id] && found.first?.summary == "ada: open")
  }
}
