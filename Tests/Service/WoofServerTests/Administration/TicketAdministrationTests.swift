// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Upload tickets as administrators see them: `/admin/v1/tickets`.
struct TicketAdministrationTests {
  @Test func `tickets of all accounts are listed in pages, or those of one, without their addresses`() async throws {
    try await withService(hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let tickets = [
        try TicketHolder(service, ada, SampleJPEG.next(), #","caption":"Rex""#),
        try TicketHolder(service, bob, SampleJPEG.next()), try TicketHolder(service, ada, SampleJPEG.next()),
      ]
      #expect(try eve.ids("/admin/v1/tickets") == tickets.map(\.id).reversed())
      #expect(try eve.ids("/admin/v1/tickets?owner=ada") == [tickets[2].id, tickets[0].id])
      let first = try eve.get("/admin/v1/tickets?limit=2")
      let next = try #require(try first.member("next").text)
      let last = try eve.get("/admin/v1/tickets?limit=2&after=\(next)")
      let ticket = try #require(try last.member("items").items.first)
      #expect(ticket["id"].text == tickets[0].id && ticket["owner"] == "ada" && ticket["caption"] == "Rex")
      #expect(ticket["url"] == nil && ticket["photo"] == nil)
      #expect(try !eve.get("/admin/v1/tickets").text.contains(tickets[0].secret))
      #expect(try eve.get("/admin/v1/tickets?owner=nobody").problem == "not-found")
      #expect(try eve.get("/admin/v1/tickets?after=x").problem == "invalid-parameter")
      #expect(try ada.get("/admin/v1/tickets").problem == "forbidden")
    }
  }

  @Test func `a ticket is revoked with what has come of it, after a plan and with a reason`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let begun = try holder.client.send(
        "PUT", holder.path, ["Upload-Complete": "?0"], body: Array(holder.picture.prefix(9)))
      #expect(begun.status == 201)
      let path = "/admin/v1/tickets/\(holder.id)"
      let plan = try eve.delete("\(path)?plan=true")
      #expect(try plan.member("summary").text?.hasPrefix("revokes 1 upload ticket of ada, for a photo, ") == true)
      #expect(try plan.member("isReversible") == false)
      #expect(try eve.delete(path).member("parameter").text == "reason")
      #expect(try ada.delete("\(path)?reason=lost").problem == "forbidden")
      #expect(try ada.ids("/v1/uploads/tickets") == [holder.id])
      #expect(try eve.delete("\(path)?reason=lost").status == 204)
      #expect(service.folder.files(below: "data/uploads") == [])
      #expect(try holder.put().problem == "not-found")
      #expect(try eve.delete("\(path)?reason=lost").problem == "not-found")
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter { $0["action"] == "tickets.revoke" }
      #expect(entries.last?["who"] == "eve" && entries.last?["reason"] == "lost")
      #expect(entries.last?["details"]["owner"] == "ada" && entries.last?["subject"].text == holder.id)
    }
  }

  @Test func `the photo of a ticket that has been used stays when the ticket is revoked`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let holder = try TicketHolder(service, ada, SampleJPEG.next())
      let id = try #require(try holder.put()["Woof-Photo-Id"])
      #expect(try eve.get("/admin/v1/tickets").member("items").items.first?["photo"].text == id)
      #expect(try eve.delete("/admin/v1/tickets/\(holder.id)?reason=old").status == 204)
      #expect(try ada.get("/v1/photos/\(id)").status == 200)
      for bad in ["x", "0193a7b2-c4d5-7e6f-8123-4567"] {
        #expect(try eve.delete("/admin/v1/tickets/\(bad)?reason=old").problem == "not-found")
      }
    }
  }
}
