// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Invitations as administrators see them: `/admin/v1/invitations`.
struct InvitationAdministrationTests {
  private static let path = "/admin/v1/invitations"

  @Test func `invitations of all accounts are listed in pages, or those of one, without their secrets`() async throws {
    try await withService(http: InvitationTests.byMembers, hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let made = try [ada, bob, ada].map { try $0.send("POST", InvitationTests.path, json: "{}").json() }
      let ids = made.compactMap { $0["id"].text }
      #expect(try eve.ids(Self.path) == ids.reversed())
      #expect(try eve.ids("\(Self.path)?owner=ada") == [ids[2], ids[0]])
      let first = try eve.get("\(Self.path)?limit=2")
      let next = try #require(try first.member("next").text)
      let last = try eve.get("\(Self.path)?limit=2&after=\(next)").member("items").items
      #expect(last.map { $0["id"].text } == [ids[0]] && last.first?["owner"] == "ada")
      let token = try #require(made[0]["token"].text)
      #expect(try !eve.get(Self.path).text.contains(token))
      #expect(try eve.get("\(Self.path)?owner=nobody").problem == "not-found")
      #expect(try ada.get(Self.path).problem == "forbidden")
    }
  }

  @Test func `an administrator invites in the name of an account that may`() async throws {
    try await withService(http: InvitationTests.byAdministrators, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let plan = try eve.send("POST", "\(Self.path)?plan=true", json: #"{"owner": "eve", "useLimit": 2}"#)
      #expect(try plan.member("summary") == "invites in the name of eve, for 2 accounts")
      #expect(try eve.ids(Self.path) == [])
      let made = try eve.send("POST", Self.path, json: #"{"owner": "eve", "note": "Bob"}"#)
      #expect(made.status == 201)
      #expect(try made.member("owner") == "eve" && made.member("note") == "Bob")
      let url = try #require(try made.member("url").text)
      #expect(url.hasPrefix("http://"))
      let token = try #require(url.firstMatch(of: /\/join\/(.{43})$/).map { String($0.1) })
      #expect(try service.client().get("/v1/join/\(token)").member("inviter") == "eve")
      #expect(try eve.send("POST", Self.path, json: #"{"owner": "ada"}"#).problem == "forbidden")
      #expect(try eve.send("POST", Self.path, json: #"{"owner": "nobody"}"#).problem == "not-found")
      #expect(try eve.send("POST", Self.path, json: "{}").problem == "invalid-parameter")
      #expect(try ada.send("POST", Self.path, json: #"{"owner": "eve"}"#).problem == "forbidden")
    }
  }

  @Test func `an invitation is revoked after a plan and with a reason`() async throws {
    try await withService(http: InvitationTests.byMembers, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let made = try ada.send("POST", InvitationTests.path, json: "{}").json()
      let (id, token) = (try #require(made["id"].text), try #require(made["token"].text))
      let path = "\(Self.path)/\(id)"
      let plan = try eve.delete("\(path)?plan=true")
      #expect(try plan.member("summary").text?.hasPrefix("revokes 1 invitation of ada, used 0 of 1 times; ") == true)
      #expect(try eve.delete(path).member("parameter").text == "reason")
      #expect(try ada.delete("\(path)?reason=lost").problem == "forbidden")
      #expect(try service.client().get("/v1/join/\(token)").status == 200)
      #expect(try eve.delete("\(path)?reason=lost").status == 204)
      #expect(try service.client().get("/v1/join/\(token)").status == 404)
      for id in [id, "x"] { #expect(try eve.delete("\(Self.path)/\(id)?reason=lost").problem == "not-found") }
      let entries = try eve.get("/admin/v1/audit").member("items").items
      let entry = entries.last { $0["action"] == "invitations.revoke" }
      #expect(entry?["details"]["owner"] == "ada" && entry?["subject"].text == id)
    }
  }
}
