// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `/v1/me/app-passwords`, and what may be done with one.
@Suite(.overEachProtocol, .overEachWorld) struct AppPasswordTests {
  static let path = "/v1/me/app-passwords"

  /// An app password that was made, and its credential.
  private struct Made {
    let id: String
    let credential: Credential
  }

  private static func make(
    _ scopes: [String], for account: String = "ada", by client: Client, until end: String? = nil
  ) throws -> Made {
    let names = scopes.map { "\"\($0)\"" }.joined(separator: ",")
    let expiry = end.map { ", \"expiresAt\": \"\($0)\"" } ?? ""
    let response = try client.send("POST", path, json: "{\"name\": \"Phone\", \"scopes\": [\(names)]\(expiry)}")
    guard response.status == 201, let id = try response.member("id").text,
      let password = try response.member("password").text
    else { throw TestFailure("no app password: \(response.status) \(response.text)") }
    return Made(id: id, credential: Credential(account, password))
  }

  // MARK: Making, listing and revoking

  @Test func `an app password is made, signs in, is listed without the password, and revoked at once`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.send("POST", Self.path, json: #"{"name": "Phone", "scopes": ["upload", "read"]}"#)
      #expect(response.status == 201 && response["Cache-Control"] == "no-store")
      let made = try response.json()
      let password = try #require(made["password"].text)
      #expect(password.hasPrefix("woof_") && password.utf8.count == 48)
      #expect(made["name"] == "Phone" && made["scopes"] == .array(["read", "upload"]) && made["expiresAt"] == nil)
      let phone = service.client(Credential("ada", password))
      #expect(try phone.get("/v1/me").member("name") == "ada")
      try await eventually { try ada.get(Self.path).member("items").items.first?["usedAt"].text != nil }
      let list = try ada.get(Self.path)
      #expect(try list.member("items").items.map { $0["id"] } == [made["id"]])
      #expect(!list.text.contains(password) && list["Cache-Control"] == "no-store")
      let id = try #require(made["id"].text)
      #expect(try ada.delete("\(Self.path)/\(id)").status == 204)
      #expect(try phone.get("/v1/me").status == 401)
      #expect(try ada.ids(Self.path) == [] && ada.delete("\(Self.path)/\(id)").problem == "not-found")
    }
  }

  @Test func `app passwords come in pages, the newest first, and each account has its own`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let made = try (0..<3).map { _ in try Self.make(["read"], by: ada).id }
      let other = try Self.make(["read"], for: "bob", by: bob).id
      let first = try ada.get("\(Self.path)?limit=2")
      #expect(try first.member("items").items.map { $0["id"].text } == [made[2], made[1]])
      let next = try #require(try first.member("next").text)
      #expect(try ada.ids("\(Self.path)?limit=2&after=\(next)") == [made[0]])
      #expect(try ada.delete("\(Self.path)/\(other)").problem == "not-found")
      #expect(try bob.ids(Self.path) == [other])
      #expect(try ada.get("\(Self.path)?after=x").problem == "invalid-parameter")
    }
  }

  @Test(arguments: [
    (#"{"scopes": ["read"]}"#, "name"), (#"{"name": " ", "scopes": ["read"]}"#, "name"),
    (#"{"name": 7, "scopes": ["read"]}"#, "name"), (#"{"name": "a\u0007", "scopes": ["read"]}"#, "name"),
    (#"{"name": "a"}"#, "scopes"), (#"{"name": "a", "scopes": []}"#, "scopes"),
    (#"{"name": "a", "scopes": ["admin"]}"#, "scopes"), (#"{"name": "a", "scopes": "read"}"#, "scopes"),
    (#"{"name": "a", "scopes": [["read"]]}"#, "scopes"),
    (#"{"name": "a", "scopes": ["read"], "expiresAt": "tomorrow"}"#, "expiresAt"),
    (#"{"name": "a", "scopes": ["read"], "expiresAt": "2020-01-01T00:00:00.000Z"}"#, "expiresAt"),
    (#"{"name": "a", "scopes": ["read"], "password": "x"}"#, "password"),
  ])
  func `nonsense is refused and names the member`(body: String, parameter: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.send("POST", Self.path, json: body)
      #expect(response.status == 400 && response.problem == "invalid-parameter")
      #expect(try response.member("parameter").text == parameter)
      #expect(try ada.ids(Self.path) == [])
    }
  }

  @Test func `a name has a hundred characters, and an account a hundred app passwords`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for (length, status) in [(100, 201), (101, 400)] {
        let name = String(repeating: "ä", count: length)
        let response = try ada.send("POST", Self.path, json: "{\"name\": \"\(name)\", \"scopes\": [\"read\"]}")
        #expect(response.status == status)
      }
      for _ in 1..<100 { _ = try Self.make(["read"], by: ada) }
      let refused = try ada.send("POST", Self.path, json: #"{"name": "a", "scopes": ["read"]}"#)
      #expect(refused.status == 507 && refused.problem == "insufficient-storage")
      #expect(try refused.member("limitName") == "appPasswords")
    }
  }

  @Test func `an expired app password is taken no longer, also where it has just been`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      let made = try Self.make(["read"], by: ada, until: "\(time.now().advanced(bySeconds: 60))")
      let phone = service.client(made.credential)
      #expect(try phone.get("/v1/me").status == 200)
      time.advance(bySeconds: 61)
      #expect(try phone.get("/v1/me").status == 401)
      #expect(try ada.get("/v1/me").status == 200)
    }
  }

  @Test func `upload tickets end with the app password that they were made with, and share links stay`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (made, other) = (try Self.make(["upload", "write"], by: ada), try Self.make(["upload"], by: ada))
      let phone = service.client(made.credential)
      let photo = try ada.addPhoto("?visibility=private")
      let tickets = try (0..<2).map { _ in try TicketHolder(service, phone, SampleJPEG.next()) }
      #expect(try tickets[0].put().status == 201)
      let others = [
        try TicketHolder(service, ada, SampleJPEG.next()),
        try TicketHolder(service, service.client(other.credential), SampleJPEG.next()),
      ]
      let link = try LinkHolder(service, phone, photo: photo)
      #expect(try ada.delete("\(Self.path)/\(made.id)").status == 204)
      for ticket in tickets { #expect(try ticket.put().problem == "not-found") }
      for ticket in others { #expect(try ticket.put().status == 201) }
      #expect(try link.photos() == [photo])
      #expect(try ada.ids("/v1/uploads/tickets") == others.map(\.id).reversed())
    }
  }

  @Test func `a ticket lasts no longer than the app password that it was made with`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      let end = time.now().advanced(bySeconds: 60)
      let phone = service.client(try Self.make(["upload"], by: ada, until: "\(end)").credential)
      let response = try phone.send("POST", "/v1/uploads/tickets", json: try TicketHolder.request(SampleJPEG.next()))
      #expect(try response.member("expiresAt").text == "\(end)")
      let ticket = try TicketHolder(service, phone, SampleJPEG.next())
      time.advance(bySeconds: 61)
      #expect(try ticket.put().problem == "not-found")
    }
  }

  @Test func `a new password of the account ends its app passwords`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let phone = service.client(try Self.make(["read"], by: ada).credential)
      #expect(try phone.get("/v1/me").status == 200)
      let change = #"{"current": "tail wagging", "new": "ears flapping"}"#
      #expect(try ada.send("PUT", "/v1/me/password", json: change).status == 204)
      #expect(try phone.get("/v1/me").status == 401)
      #expect(try service.client(Credential("ada", "ears flapping")).ids(Self.path) == [])
    }
  }

  @Test func `an app password is that of its account alone`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try await service.member("bob")
      let made = try Self.make(["read"], by: ada)
      for name in ["bob", "nobody"] {
        #expect(try service.client(Credential(name, made.credential.password)).get("/v1/me").status == 401)
      }
      let changed = String(made.credential.password.dropLast()) + "_"
      #expect(try service.client(Credential("ada", changed)).get("/v1/me").status == 401)
    }
  }

  @Test func `the audit log has app passwords that are made and revoked, without the passwords`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let made = try Self.make(["read"], by: ada)
      _ = try ada.delete("\(Self.path)/\(made.id)")
      let audit = try eve.get("/admin/v1/audit")
      let entries = try audit.member("items").items.filter { $0["subject"].text == made.id }
      let actions = Set(entries.compactMap { $0["action"].text })
      #expect(actions == ["app-passwords.create", "app-passwords.revoke"])
      #expect(entries.allSatisfy { $0["who"] == "ada" } && !audit.text.contains(made.credential.password))
    }
  }

  // MARK: What may be done

  @Test func `each scope lets one thing be done, and nothing else`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      for scope in ["read", "like", "upload", "write"] {
        let app = service.client(try Self.make([scope], by: ada).credential)
        let picture = SampleJPEG.next()
        let statuses: [String: Int] = [
          "read": try app.get("/v1/me/photos").status,
          "like": try app.setFavourite(photo).status,
          "upload": try app.post("/v1/photos", ["Content-Type": "image/jpeg"], picture).status,
          "write": try app.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "Rex"}"#).status,
        ]
        for (name, status) in statuses {
          #expect(name == scope ? status < 300 : status == 403, "\(name) with the scope \(scope): \(status)")
        }
        #expect(try app.get("/v1/me").status == 200)
      }
    }
  }

  @Test func `a refusal names the scope that is missing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let app = service.client(try Self.make(["read"], by: ada).credential)
      let liked = try app.setFavourite(photo)
      #expect(liked.problem == "forbidden")
      #expect(try liked.member("scopes") == .array(["like"]))
      #expect(try app.get(Self.path).member("scopes") == .array([]))
      // The photo is in memory by now, from where it is sent at once.
      for _ in 0..<3 { #expect(try app.get("/v1/photos/\(photo)").status == 200) }
      let liker = service.client(try Self.make(["like"], by: ada).credential)
      for _ in 0..<3 { #expect(try liker.get("/v1/photos/\(photo)").status == 403) }
    }
  }

  @Test func `a batch needs the scope of what it does`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let changes = [
        ("read", ""), ("like", #", "change": {"favourite": true}"#), ("write", #", "change": {"caption": "Rex"}"#),
        ("write", #", "change": {"deleted": true}"#),
      ]
      for (scope, change) in changes {
        for own in ["read", "like", "write"] {
          let app = service.client(try Self.make([own], by: ada).credential)
          let id = own == scope ? photo : "0193a7b2-c4d5-7e6f-8123-456789abcdef"
          let response = try app.send("POST", "/v1/photos/batch", json: "{\"ids\": [\"\(id)\"]\(change)}")
          #expect(response.status == (own == scope ? 200 : 403), "\(change) with \(own)")
        }
      }
    }
  }

  @Test func `no app password changes the account, or sees or makes app passwords`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let made = try Self.make(["read", "like", "upload", "write"], by: ada)
      let other = try Self.make(["read"], by: ada)
      let app = service.client(made.credential)
      let refused = [
        try app.get(Self.path), try app.send("POST", Self.path, json: #"{"name": "a", "scopes": ["read"]}"#),
        try app.delete("\(Self.path)/\(made.id)"), try app.delete("\(Self.path)/\(other.id)"),
        try app.send("PUT", "/v1/me/password", json: #"{"current": "tail wagging", "new": "ears flapping"}"#),
      ]
      for response in refused { #expect(response.status == 403 && response.problem == "forbidden") }
      let change = "{\"current\": \"\(made.credential.password)\", \"new\": \"ears flapping\"}"
      #expect(try ada.send("PUT", "/v1/me/password", json: change).problem == "forbidden")
      #expect(try ada.ids(Self.path) == [other.id, made.id])
    }
  }

  @Test func `an app revokes its own app password, and whoever has the account's has none to revoke`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (made, other) = (try Self.make(["like"], by: ada), try Self.make(["read"], by: ada))
      let app = service.client(made.credential)
      #expect(try app.delete("\(Self.path)/current").status == 204)
      #expect(try app.delete("\(Self.path)/current").status == 401)
      #expect(try ada.delete("\(Self.path)/current").problem == "not-found")
      #expect(try ada.ids(Self.path) == [other.id])
    }
  }

  @Test func `an administrator's app password administers nothing`() async throws {
    try await withService(hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let photo = try await service.member("ada").addPhoto()
      let change = #"{"caption": "Rex"}"#
      #expect(try eve.send("PATCH", "/v1/photos/\(photo)", json: change).status == 200)
      let made = try Self.make(["read", "like", "upload", "write"], for: "eve", by: eve)
      let app = service.client(made.credential)
      #expect(try app.get("/admin/v1/accounts").problem == "forbidden")
      #expect(try app.get("/metrics").problem == "forbidden")
      #expect(try app.send("PATCH", "/v1/photos/\(photo)", json: change).problem == "forbidden")
      #expect(try app.delete("/v1/photos/\(photo)").problem == "forbidden")
    }
  }

  @Test func `a live stream ends when its app password is revoked`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let made = try Self.make(["read"], by: ada)
      let revoked = try EventReader(service, as: made.credential)
      let other = try EventReader(service, as: try Self.make(["read"], by: ada).credential)
      _ = try ada.delete("\(Self.path)/\(made.id)")
      while try revoked.line() != nil {}
      let photo = try ada.addPhoto()
      #expect(try other.change()["id"].text == photo)
    }
  }

  @Test func `a password of an account has not the form of an app password`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let form = "woof_\(String(repeating: "A", count: 43))"
      let change = "{\"current\": \"tail wagging\", \"new\": \"\(form)\"}"
      #expect(try ada.send("PUT", "/v1/me/password", json: change).problem == "invalid-parameter")
    }
  }
}
