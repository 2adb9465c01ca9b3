// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

@Suite struct AccountAdministrationTests {
  @Test func `an account is added after a plan, and found by its name`() async throws {
    try await withAdministration { program, admin in
      let draft = #"{"name":"ada","password":"tail wagging"}"#
      let plan = try admin.send("POST", "/admin/v1/accounts?plan=true", json: draft)
      #expect(try plan.status == 200 && plan.member("accountCount").integer == 1)
      #expect(try admin.get("/admin/v1/accounts/ada").status == 404)
      let added = try admin.send("POST", "/admin/v1/accounts", json: draft)
      #expect(added.status == 201 && added["Location"] == "/admin/v1/accounts/ada")
      #expect(try admin.get("/admin/v1/accounts/ada").json() == added.json())
      #expect(try admin.send("POST", "/admin/v1/accounts", json: draft).problem == "conflict")
      #expect(try program.serving.client(Credential("ada")).get("/v1/me").status == 200)
    }
  }

  @Test(arguments: [
    #"{"name":"ada"}"#, #"{"name":"Ada","password":"tail wagging"}"#, #"{"name":"ada","password":"short"}"#,
    #"{"name":"ada","password":"tail wagging","admin":"yes"}"#, #"{"name":7,"password":"tail wagging"}"#,
    #"{"name":"ada","password":"tail wagging","role":"god"}"#, "[]", "{", "", #"{"name":"ada","password":"tail\nwag"}"#,
  ])
  func `a malformed account is not added`(draft: String) async throws {
    try await withAdministration { _, admin in
      let status = try admin.send("POST", "/admin/v1/accounts", json: draft).status
      #expect([400, 411].contains(status))
      #expect(try admin.get("/admin/v1/accounts").member("items").items.isEmpty)
      #expect(try admin.get("/admin/v1/audit").member("items").items.isEmpty)
    }
  }

  @Test func `pages of accounts are sorted by name, and contain each once`() async throws {
    try await withAdministration { program, admin in
      for name in ["cid", "ada", "bob"] { try program.addAccount(name) }
      let first = try admin.get("/admin/v1/accounts?limit=2").json()
      #expect(first["items"].items.compactMap { $0["name"].text } == ["ada", "bob"])
      let next = try #require(first["next"].text)
      let last = try admin.get("/admin/v1/accounts?after=\(next)").json()
      #expect(last["items"].items.compactMap { $0["name"].text } == ["cid"] && last["next"] == nil)
    }
  }

  @Test func `an account is made an administrator, disabled and enabled`() async throws {
    try await withAdministration { program, admin in
      let ada = try program.addAccount("ada")
      let path = "/admin/v1/accounts/ada"
      #expect(try admin.send("PATCH", path, json: #"{"admin":true}"#).member("admin") == true)
      #expect(try program.serving.client(ada).get("/v1/me").member("admin") == true)
      #expect(try admin.send("PATCH", "\(path)?plan=true", json: #"{"disabled":true}"#).status == 200)
      #expect(try program.serving.client(ada).get("/v1/me").status == 200)
      #expect(try admin.send("PATCH", path, json: #"{"disabled":true,"admin":false}"#).member("disabled") == true)
      #expect(try program.serving.client(ada).get("/v1/me").status == 401)
      #expect(try admin.send("PATCH", path, json: #"{"disabled":false}"#).status == 200)
      for bad in ["{}", #"{"name":"x"}"#, #"{"admin":1}"#, #"{"admin":null}"#] {
        #expect(try admin.send("PATCH", path, json: bad).problem == "invalid-parameter", "\(bad)")
      }
      #expect(try admin.send("PATCH", "/admin/v1/accounts/nobody", json: #"{"admin":true}"#).status == 404)
    }
  }

  @Test func `a quota is set, shown and cleared, one limit at a time`() async throws {
    try await withAdministration { program, admin in
      let ada = try program.member("ada")
      let path = "/admin/v1/accounts/ada"
      let plan = try admin.send("PATCH", "\(path)?plan=true", json: #"{"quota":{"bytes":5000}}"#)
      #expect(try plan.member("summary").text?.contains("sets its quota: bytes 5,000") == true)
      #expect(try ada.get("/v1/me").json()["quota"] == .object(["uploads": 64]))
      let set = try admin.send("PATCH", path, json: #"{"quota":{"bytes":5000,"uploads":"unlimited"}}"#).json()
      #expect(set["quota"] == .object(["bytes": 5000]))
      #expect(set["ownQuota"] == .object(["bytes": 5000, "uploads": "unlimited"]))
      #expect(try ada.get("/v1/me").json()["quota"] == .object(["bytes": 5000]))
      _ = try admin.send("PATCH", path, json: #"{"quota":{"photos":1,"bytes":null}}"#)
      #expect(try admin.get(path).json()["quota"] == .object(["photos": 1]))
      #expect(try ada.post("/v1/photos", [:], SampleJPEG.next()).status == 201)
      #expect(try ada.post("/v1/photos", [:], SampleJPEG.next()).status == 507)
      #expect(try admin.get(path).json()["used"]["photos"] == 1)
      let cleared = try admin.send("PATCH", path, json: #"{"quota":null}"#).json()
      #expect(cleared["ownQuota"] == nil && cleared["quota"] == .object(["uploads": 64]))
      for bad in [#"{"quota":{}}"#, #"{"quota":7}"#, #"{"quota":{"bytes":-1}}"#, #"{"quota":{"cats":1}}"#] {
        #expect(try admin.send("PATCH", path, json: bad).problem == "invalid-parameter", "\(bad)")
      }
    }
  }

  @Test func `a password is replaced, and appears nowhere`() async throws {
    try await withAdministration { program, admin in
      try program.addAccount("ada")
      let path = "/admin/v1/accounts/ada/password"
      #expect(try admin.send("PUT", path, json: #"{"new":"short"}"#).member("parameter").text == "new")
      #expect(try admin.send("PUT", path, json: #"{"new":"wagging a tail"}"#).status == 204)
      #expect(try program.serving.client(Credential("ada", "wagging a tail")).get("/v1/me").status == 200)
      for name in ["audit.ndjson", "audit.head"] {
        #expect(!String(decoding: program.folder.read("data/\(name)"), as: UTF8.self).contains("wagging"))
      }
      #expect(!program.serving.program.errors.contains("wagging"))
    }
  }

  @Test func `an account is deleted with its photos, and its name stays taken`() async throws {
    try await withAdministration { program, admin in
      let ada = try program.member("ada")
      let photo = try ada.addPhoto()
      let path = "/admin/v1/accounts/ada"
      #expect(try admin.delete(path).member("parameter").text == "reason")
      let plan = try admin.delete("\(path)?plan=true").json()
      #expect(plan["photoCount"].integer == 1 && plan["isReversible"] == false)
      #expect(try admin.get(path).status == 200)
      #expect(try admin.delete("\(path)?reason=spam").status == 204)
      #expect(try admin.get(path).status == 404 && admin.delete("\(path)?reason=spam").status == 404)
      #expect(try program.serving.client(Credential("ada")).get("/v1/me").status == 401)
      #expect(try program.serving.client().get("/v1/photos/\(photo)").status == 410)
      let draft = #"{"name":"ada","password":"tail wagging"}"#
      #expect(try admin.send("POST", "/admin/v1/accounts", json: draft).problem == "conflict")
    }
  }

  @Test func `favourites are listed by account and by photo, and can be unset`() async throws {
    try await withAdministration { program, admin in
      let (ada, bob) = (try program.member("ada"), try program.member("bob"))
      let photo = try ada.addPhoto()
      for client in [ada, bob] { _ = try client.setFavourite(photo) }
      let liked = try admin.get("/admin/v1/accounts/bob/favourites").member("items").items
      #expect(liked.compactMap { $0["id"].text } == [photo])
      let path = "/admin/v1/photos/\(photo)/favourites"
      let first = try admin.get("\(path)?limit=1").json()
      #expect(first["items"][0]["account"].text == "ada")
      let next = try #require(first["next"].text)
      #expect(try admin.get("\(path)?after=\(next)").member("items")[0]["account"].text == "bob")
      #expect(try admin.delete("\(path)/bob").member("parameter").text == "reason")
      #expect(try admin.delete("\(path)/bob?reason=joke").status == 204)
      #expect(try ada.get("/v1/photos/\(photo)").member("favouriteCount").integer == 1)
      #expect(try admin.delete("\(path)/nobody?reason=joke").status == 404)
    }
  }
}
