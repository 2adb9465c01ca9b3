// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

@Suite struct PhotoAdministrationTests {
  @Test func `photos of all visibilities are found by their properties`() async throws {
    try await withAdministration { program, admin in
      let (ada, bob) = (try program.member("ada"), try program.member("bob"))
      let hidden = try ada.addPhoto("?visibility=private&caption=Rex%20at%20the%20lake")
      let open = try bob.addPhoto("?caption=Bella")
      func ids(_ query: String) throws -> [String] {
        try admin.get("/admin/v1/photos\(query)").member("items").items.compactMap { $0["metadata"]["id"].text }
      }
      #expect(try ids("") == [open, hidden])
      #expect(try ids("?owner=ada") == [hidden] && ids("?visibility=public") == [open])
      #expect(try ids("?text=LAKE") == [hidden] && ids("?contentType=image/png").isEmpty)
      #expect(try ids("?since=2000-01-01T00:00:00.000Z&until=2001-01-01T00:00:00.000Z").isEmpty)
      let next = try #require(try admin.get("/admin/v1/photos?limit=1&order=largest").member("next").text)
      #expect(try ids("?order=largest&after=\(next)").count == 1)
      #expect(try admin.get("/admin/v1/photos?order=newest&after=\(next)").problem == "invalid-parameter")
      for bad in ["owner=A", "visibility=x", "state=x", "contentType=x", "since=x", "text=", "order=x"] {
        #expect(try admin.get("/admin/v1/photos?\(bad)").status == 400, "\(bad)")
      }
    }
  }

  @Test func `a photo is deleted after a plan, and restored unchanged`() async throws {
    try await withAdministration { program, admin in
      let ada = try program.member("ada")
      let photo = try ada.addPhoto()
      _ = try ada.setFavourite(photo)
      let path = "/admin/v1/photos/\(photo)"
      let plan = try admin.delete("\(path)?plan=true").json()
      #expect(plan["photoCount"].integer == 1 && plan["isReversible"] == true && plan["reversibleUntil"] != nil)
      #expect(plan["summary"].text?.hasPrefix("deletes 1 photo of ada, ") == true)
      #expect(try ada.get("/v1/photos/\(photo)").status == 200)
      #expect(try admin.delete(path).member("parameter").text == "reason")
      #expect(try admin.delete("\(path)?reason=spam").status == 204)
      #expect(try ada.get("/v1/photos/\(photo)").status == 410)
      #expect(try admin.delete("\(path)?reason=spam").status == 410)
      let deleted = try admin.get(path).json()
      #expect(deleted["metadata"]["deleted"] == true && deleted["restorableUntil"] != nil)
      #expect(try admin.get("\(path)/original").status == 200)
      #expect(try admin.get("/admin/v1/photos?state=deleted").member("items").items.count == 1)
      #expect(try admin.send("POST", "\(path)/restore?plan=true").member("photoCount").integer == 1)
      #expect(try admin.send("POST", "\(path)/restore").status == 200)
      let restored = try ada.get("/v1/photos/\(photo)").json()
      #expect(restored["deleted"] == false && restored["favouriteCount"].integer == 1)
    }
  }

  @Test(arguments: [false, true]) func `a photo is erased, deleted or not, and nobody restores it`(
    isDeleted: Bool
  ) async throws {
    try await withAdministration { program, admin in
      let ada = try program.member("ada")
      let photo = try ada.addPhoto()
      let path = "/admin/v1/photos/\(photo)"
      if isDeleted { #expect(try ada.delete("/v1/photos/\(photo)").status == 204) }
      #expect(try admin.send("POST", "\(path)/erase").member("parameter").text == "reason")
      let plan = try admin.send("POST", "\(path)/erase?plan=true").json()
      #expect(plan["isReversible"] == false && plan["photoCount"].integer == 1)
      #expect(!program.folder.files(below: "data/blobs").isEmpty)
      #expect(try admin.send("POST", "\(path)/erase?reason=law").status == 204)
      #expect(try ada.get("/v1/photos/\(photo)").status == 410)
      #expect(try admin.send("POST", "\(path)/restore").status == 410)
      #expect(try ada.get("/v1/me/trash").member("items").items.isEmpty)
      try await eventually { program.folder.files(below: "data/blobs").isEmpty }
      #expect(try admin.send("POST", "\(path)/erase?reason=law").status == 410)
      let actions = try admin.get("/admin/v1/audit").member("items").items.compactMap { $0["action"].text }
      #expect(actions.contains("photos.erase"))
    }
  }

  @Test func `a photo is moved to another account, and made private`() async throws {
    try await withAdministration { program, admin in
      let (ada, bob) = (try program.member("ada"), try program.member("bob"))
      let photo = try ada.addPhoto()
      let path = "/admin/v1/photos/\(photo)"
      let patch = #"{"owner":"bob","visibility":"private","caption":"moved"}"#
      #expect(try admin.send("PATCH", "\(path)?plan=true", json: patch).status == 200)
      #expect(try ada.get("/v1/me/photos").member("items").items.count == 1)
      let moved = try admin.send("PATCH", path, json: patch)
      #expect(try moved.member("metadata")["owner"].text == "bob")
      #expect(try bob.get("/v1/photos/\(photo)").member("caption").text == "moved")
      #expect(try ada.get("/v1/photos/\(photo)").status == 404)
      for bad in ["{}", #"{"owner":"nobody"}"#, #"{"visibility":"secret"}"#, #"{"id":"x"}"#, #"{"caption":null}"#, "["]
      {
        #expect(try admin.send("PATCH", path, json: bad).status == 400, "\(bad)")
      }
    }
  }

  @Test func `reading a private original is logged in the audit log`() async throws {
    try await withAdministration { program, admin in
      let ada = try program.member("ada")
      let (hidden, open) = (try ada.addPhoto("?visibility=private"), try ada.addPhoto())
      let before = try admin.get("/admin/v1/audit").member("items").items.count
      #expect(try admin.get("/admin/v1/photos/\(open)/original").status == 200)
      #expect(try admin.get("/admin/v1/audit").member("items").items.count == before)
      let bytes = try admin.get("/admin/v1/photos/\(hidden)/original", ["Range": "bytes=0-1"])
      #expect(bytes.status == 206 && bytes.body == [0xFF, 0xD8])
      let newest = try admin.get("/admin/v1/audit?limit=2").member("items").items
      #expect(newest.map { $0["action"].text } == ["photos.read", "photos.read"])
      #expect(newest[1]["subject"].text == hidden)
    }
  }

  @Test func `an unknown id is not found, and nothing changes`() async throws {
    try await withAdministration { _, admin in
      let path = "/admin/v1/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11"
      let responses = [try admin.get(path), try admin.get("\(path)/original")]
      #expect(responses.map(\.status) == [404, 404])
      #expect(try admin.delete("\(path)?reason=x").status == 404)
      #expect(try admin.send("POST", "\(path)/restore").status == 404)
      #expect(try admin.send("POST", "\(path)/reprocess").status == 404)
      #expect(try admin.send("PATCH", path, json: #"{"caption":"x"}"#).status == 404)
      #expect(try admin.get("\(path)/favourites").status == 404)
      #expect(try admin.get("/admin/v1/audit").member("items").items.isEmpty)
    }
  }

  @Test func `changes and events include private photos, and events can be filtered`() async throws {
    try await withAdministration { program, admin in
      let (ada, bob) = (try program.member("ada"), try program.member("bob"))
      let connection = try RawClient(unixPath: program.socket)
      try connection.send("GET /admin/v1/events?owner=bob&kind=photo HTTP/1.1\r\nHost: woof.test\r\n\r\n")
      #expect(try connection.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      let (hidden, other) = (try ada.addPhoto("?visibility=private"), try bob.addPhoto("?visibility=private"))
      let line = try connection.receive(through: "\"kind\":\"photo\"") + connection.receive(through: "\n")
      #expect(line.contains(other) && !line.contains(hidden))
      let changes = try admin.get("/admin/v1/changes").member("changes").items.compactMap { $0["id"].text }
      #expect(Set(changes) == [hidden, other])
      #expect(try admin.get("/admin/v1/changes?since=x").problem == "change-token-invalid")
      #expect(try admin.get("/admin/v1/events?kind=x").status == 400)
    }
  }
}
