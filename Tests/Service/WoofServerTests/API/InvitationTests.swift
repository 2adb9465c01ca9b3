// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofModel
import WoofServer

@testable import TestKit

/// `/v1/invitations`, `/v1/join/{token}`, and signing up by an invitation.
@Suite(.overEachProtocol, .overEachWorld) struct InvitationTests {
  static let path = "/v1/invitations"
  static let byAdministrators = "accounts: {signUp: 'invitation'}"
  static let byMembers = "accounts: {signUp: 'invitation', invitations: 'members'}"

  /// An invitation that was made.
  private struct Made {
    let id: String
    let token: String
  }

  private static func make(by client: Client, _ members: String = "") throws -> Made {
    let response = try client.send("POST", path, json: "{\(members)}")
    guard response.status == 201, let id = try response.member("id").text, let token = try response.member("token").text
    else { throw TestFailure("no invitation: \(response.status) \(response.text)") }
    return Made(id: id, token: token)
  }

  private static func join(
    _ service: TestService, _ name: String, by token: String?, password: String = "tail wagging"
  ) throws -> ClientResponse {
    let invitation = token.map { ",\"invitation\":\"\($0)\"" } ?? ""
    return try service.client().send(
      "POST", "/v1/accounts", json: "{\"name\":\"\(name)\",\"password\":\"\(password)\"\(invitation)}")
  }

  private static func expectRefusal(_ response: ClientResponse) throws {
    #expect(response.status == 403 && response.problem == "forbidden")
    #expect(try response.member("reason") == "invitation")
  }

  // MARK: Making, listing and revoking

  @Test func `an invitation is made, lets one account in, and tells its inviter who came`() async throws {
    try await withService(http: Self.byMembers) { service in
      let ada = try await service.member("ada")
      #expect(try ada.get("/v1/me").member("mayInvite") == true)
      let response = try ada.send("POST", Self.path, json: #"{"note": "Bob next door"}"#)
      #expect(response.status == 201 && response["Cache-Control"] == "no-store")
      let made = try response.json()
      let token = try #require(made["token"].text)
      #expect(made["url"].text?.hasSuffix("/join/\(token)") == true && token.utf8.count == 43)
      #expect(made["useLimit"] == 1 && made["useCount"] == 0 && made["note"] == "Bob next door")
      let shown = try service.client().get("/v1/join/\(token)")
      #expect(try shown.json() == .object(["inviter": "ada"]) && shown["Cache-Control"] == "no-store")
      #expect(shown["Referrer-Policy"] == "no-referrer" && shown["X-Robots-Tag"] == "noindex")
      let joined = try Self.join(service, "bob", by: token)
      #expect(joined.status == 201)
      #expect(try joined.member("admin") == false && joined.member("mayInvite") == true)
      #expect(try service.client(Credential("bob")).get("/v1/me").status == 200)
      let list = try ada.get(Self.path)
      #expect(try list.member("items").items.map { $0["accounts"] } == [.array(["bob"])])
      #expect(try list.member("items").items.map { $0["useCount"] } == [1])
      #expect(!list.text.contains(token) && list["Cache-Control"] == "no-store")
      try Self.expectRefusal(try Self.join(service, "cleo", by: token))
      #expect(try service.client().get("/v1/join/\(token)").problem == "not-found")
    }
  }

  @Test func `invitations come in pages, the newest first, and each account has its own`() async throws {
    try await withService(http: Self.byMembers) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let made = try (0..<3).map { _ in try Self.make(by: ada) }
      let other = try Self.make(by: bob)
      let first = try ada.get("\(Self.path)?limit=2")
      #expect(try first.member("items").items.map { $0["id"].text } == [made[2].id, made[1].id])
      let next = try #require(try first.member("next").text)
      #expect(try ada.ids("\(Self.path)?limit=2&after=\(next)") == [made[0].id])
      #expect(try ada.get("\(Self.path)?after=x").problem == "invalid-parameter")
      #expect(try ada.delete("\(Self.path)/\(other.id)").problem == "not-found")
      #expect(try ada.delete("\(Self.path)/\(made[0].id)").status == 204)
      #expect(try ada.delete("\(Self.path)/\(made[0].id)").problem == "not-found")
      #expect(try ada.ids(Self.path) == [made[2].id, made[1].id] && bob.ids(Self.path) == [other.id])
      try Self.expectRefusal(try Self.join(service, "cleo", by: made[0].token))
    }
  }

  @Test(arguments: [
    (#""note": 7"#, "note"), (#""note": "a\u0007""#, "note"), (#""useLimit": 0"#, "useLimit"),
    (#""useLimit": 101"#, "useLimit"), (#""useLimit": "two""#, "useLimit"), (#""useLimit": 1.5"#, "useLimit"),
    (#""expiresAt": "tomorrow""#, "expiresAt"), (#""expiresAt": "2020-01-01T00:00:00.000Z""#, "expiresAt"),
    (#""expiresAt": "2999-01-01T00:00:00.000Z""#, "expiresAt"), (#""admin": true"#, "admin"),
  ])
  func `nonsense is refused and names the member`(members: String, parameter: String) async throws {
    try await withService(http: Self.byMembers) { service in
      let ada = try await service.member("ada")
      let response = try ada.send("POST", Self.path, json: "{\(members)}")
      #expect(response.status == 400 && response.problem == "invalid-parameter")
      #expect(try response.member("parameter").text == parameter)
      #expect(try ada.ids(Self.path) == [])
    }
  }

  @Test func `an account has a hundred open invitations`() async throws {
    try await withService(http: Self.byMembers) { service in
      let ada = try await service.member("ada")
      let made = try (0..<100).map { _ in try Self.make(by: ada) }
      let refused = try ada.send("POST", Self.path, json: "{}")
      #expect(refused.status == 507)
      #expect(try refused.member("limitName") == "invitations")
      #expect(try ada.delete("\(Self.path)/\(made[0].id)").status == 204)
      _ = try Self.make(by: ada)
    }
  }

  // MARK: Who may

  @Test func `only administrators invite unless members may, and nobody where it makes no sense`() async throws {
    for (http, inviters) in [
      (Self.byAdministrators, ["eve"]), (Self.byMembers, ["ada", "eve"]), ("", []), ("accounts: {signUp: 'open'}", []),
    ] {
      try await withService(http: http) { service in
        let clients = [
          "ada": try await service.member("ada"), "eve": try await service.member("eve", isAdministrator: true),
        ]
        for (name, client) in clients {
          let response = try client.send("POST", Self.path, json: "{}")
          #expect(response.status == (inviters.contains(name) ? 201 : 403), "\(name) where \(http)")
          #expect(try client.get("/v1/me").member("mayInvite") == .bool(inviters.contains(name)))
        }
        #expect(try service.client().send("POST", Self.path, json: "{}").status == 401)
      }
    }
  }

  @Test func `no app password makes, shows or revokes invitations`() async throws {
    try await withService(http: Self.byMembers) { service in
      let ada = try await service.member("ada")
      let made = try Self.make(by: ada)
      let password = try ada.send(
        "POST", "/v1/me/app-passwords", json: #"{"name": "a", "scopes": ["read", "like", "upload", "write"]}"#
      ).member("password").text
      let app = service.client(Credential("ada", try #require(password)))
      for response in [
        try app.get(Self.path), try app.send("POST", Self.path, json: "{}"),
        try app.delete("\(Self.path)/\(made.id)"),
      ] {
        #expect(response.status == 403 && response.problem == "forbidden")
      }
      #expect(try app.get("/v1/join/\(made.token)").status == 200)
      #expect(try ada.ids(Self.path) == [made.id])
    }
  }

  @Test func `an invitation ends while its inviter is no administrator, disabled or deleted`() async throws {
    try await withService(http: Self.byAdministrators, hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let ada = try await service.member("ada", isAdministrator: true)
      let made = try Self.make(by: ada, "\"useLimit\": 9")
      func expect(open isOpen: Bool, _ name: String) throws {
        #expect(try service.client().get("/v1/join/\(made.token)").status == (isOpen ? 200 : 404), "\(name)")
        let joined = try Self.join(service, name, by: made.token)
        if isOpen { #expect(joined.status == 201) } else { try Self.expectRefusal(joined) }
      }
      try expect(open: true, "one")
      for (change, isOpen) in [
        (#"{"admin": false}"#, false), (#"{"admin": true}"#, true), (#"{"disabled": true}"#, false),
        (#"{"disabled": false}"#, true),
      ] {
        #expect(try eve.send("PATCH", "/admin/v1/accounts/ada", json: change).status == 200)
        try expect(open: isOpen, isOpen ? "two\(change.utf8.count)" : "three")
      }
      #expect(try eve.delete("/admin/v1/accounts/ada?reason=gone").status == 204)
      try expect(open: false, "four")
    }
  }

  @Test func `an invitation ends at its time`() async throws {
    let time = AdvancingTime()
    try await withService(http: Self.byMembers, time: time) { service in
      let ada = try await service.member("ada")
      let short = try Self.make(by: ada, "\"expiresAt\": \"\(time.now().advanced(bySeconds: 60))\"")
      let standard = try Self.make(by: ada, "\"useLimit\": 2")
      #expect(try service.client().get("/v1/join/\(short.token)").status == 200)
      time.advance(bySeconds: 61)
      try Self.expectRefusal(try Self.join(service, "bob", by: short.token))
      #expect(try ada.ids(Self.path) == [standard.id])
      time.advance(bySeconds: 7 * 86_400 - 62)
      #expect(try Self.join(service, "bob", by: standard.token).status == 201)
      time.advance(bySeconds: 2)
      try Self.expectRefusal(try Self.join(service, "cleo", by: standard.token))
    }
  }

  // MARK: Signing up

  @Test func `what fails uses nothing up`() async throws {
    try await withService(http: Self.byMembers) { service in
      let ada = try await service.member("ada")
      let made = try Self.make(by: ada)
      #expect(try Self.join(service, "ada", by: made.token).status == 409)
      #expect(try Self.join(service, "bob", by: made.token, password: "short").status == 400)
      #expect(try Self.join(service, "Bob", by: made.token).status == 400)
      #expect(try Self.join(service, "bob", by: made.token).status == 201)
    }
  }

  @Test func `all that lets nobody in is refused in the same words, whatever the name`() async throws {
    try await withService(http: Self.byMembers, signIn: "failures: {perAccountAndAddress: 99}") { service in
      let ada = try await service.member("ada")
      let (revoked, used) = (try Self.make(by: ada), try Self.make(by: ada))
      #expect(try ada.delete("\(Self.path)/\(revoked.id)").status == 204)
      #expect(try Self.join(service, "bob", by: used.token).status == 201)
      var texts: Set<String> = []
      for token in [revoked.token, used.token, String(repeating: "A", count: 43), "x", ""] {
        for name in ["ada", "cleo"] {
          let response = try Self.join(service, name, by: token)
          try Self.expectRefusal(response)
          texts.insert(response.text)
        }
      }
      #expect(texts.count == 1)
      let shown = try [revoked.token, used.token, String(repeating: "A", count: 43), "x"].map {
        try service.client().get("/v1/join/\($0)")
      }
      #expect(shown.allSatisfy { $0.status == 404 } && Set(shown.map(\.text)).count == 1)
      try Self.expectRefusal(try Self.join(service, "cleo", by: nil))
      let number = #"{"name":"cleo","password":"ears flapping","invitation":7}"#
      #expect(try service.client().send("POST", "/v1/accounts", json: number).member("parameter") == "invitation")
      #expect(try await service.running.credentials.accounts().count == 2)
    }
  }

  @Test func `guesses are slowed as those of passwords are, and looking at an invitation is not`() async throws {
    try await withService(http: Self.byMembers, signIn: ThrottlingTests.limits) { service in
      let ada = try await service.member("ada")
      let made = try Self.make(by: ada)
      for _ in 0..<9 { #expect(try service.client().get("/v1/join/x").status == 404) }
      let guess = String(repeating: "A", count: 43)
      let statuses = try (0..<5).map { _ in try Self.join(service, "bob", by: guess).status }
      #expect(statuses == [403, 403, 403, 429, 429])
      #expect(try service.client().get("/v1/join/\(made.token)").status == 200)
    }
  }

  @Test func `of many who race for one invitation, one gets in`() async throws {
    try await withService(http: Self.byMembers, signIn: "failures: {perAccountAndAddress: 99}") { service in
      let made = try Self.make(by: try await service.member("ada"))
      let statuses = await withTaskGroup(of: Int.self) { group in
        for number in 0..<6 {
          group.addTask {
            await Self.inThread { (try? Self.join(service, "guest\(number)", by: made.token).status) ?? 0 }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 201 }.count == 1 && statuses.filter { $0 == 403 }.count == 5, "\(statuses)")
      #expect(try await service.running.credentials.accounts().count == 2)
    }
  }

  private static func inThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }

  @Test func `a service tells how people sign up, and an open one looks at no invitation`() async throws {
    for (http, rule) in [(Self.byMembers, "invitation"), ("accounts: {signUp: true}", "open"), ("", "off")] {
      try await withService(http: http) { service in
        #expect(try service.client().get("/v1/service").member("signUp").text == rule)
        let response = try Self.join(service, "ada", by: String(repeating: "A", count: 43))
        #expect(response.status == (rule == "open" ? 201 : 403))
      }
    }
  }

  @Test func `the audit log has invitations and who came by them, and never their secrets`() async throws {
    try await withService(http: Self.byMembers, hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let made = try Self.make(by: ada, #""note": "Bob""#)
      _ = try Self.join(service, "bob", by: made.token)
      _ = try ada.delete("\(Self.path)/\(made.id)")
      let audit = try eve.get("/admin/v1/audit")
      let entries = try audit.member("items").items
      let own = entries.filter { $0["subject"].text == made.id }
      #expect(Set(own.compactMap { $0["action"].text }) == ["invitations.create", "invitations.revoke"])
      let joined = try #require(entries.last { $0["action"] == "accounts.add" })
      #expect(joined["details"]["by"] == "invitation" && joined["details"]["inviter"] == "ada")
      #expect(joined["details"]["invitation"].text == made.id && !audit.text.contains(made.token))
      let log = try service.log()
      #expect(!log.contains(made.token))
      let metrics = try service.metrics()
      for name in ["made", "used", "revoked"] { #expect(metrics.contains("woof_invitations_\(name)_total 1\n")) }
    }
  }
}
