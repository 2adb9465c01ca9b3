// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Share links as their account sees them: `/v1/links`.
@Suite(.overEachProtocol, .overEachWorld) struct ShareLinkTests {
  private static let unknown = "0193a7b2-0000-7000-8000-000000000000"

  // MARK: Making

  @Test func `a link tells its address once, and is listed with its rules`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum()
      let json = #"""
        {"album":"\#(album)","expiresAt":"2030-01-31T12:00:00.000Z","password":"walkies","allows":["download"],\#
        "location":true}
        """#
      let response = try ada.send("POST", "/v1/links", json: json)
      #expect(response.status == 201 && response["Cache-Control"] == "no-store")
      let token = try #require(try response.member("token").text)
      #expect(token.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
      #expect(try response.member("url") == .string("http://localhost/s/\(token)"))
      let list = try ada.get("/v1/links")
      #expect(list["Cache-Control"] == "no-store")
      let listed = try #require(try list.member("items").items.first)
      guard case .object(var made) = try response.json() else { throw TestFailure(response.text) }
      (made["url"], made["token"]) = (nil, nil)
      #expect(listed == .object(made))
      #expect(listed["album"] == .string(album) && listed["expiresAt"] == "2030-01-31T12:00:00.000Z")
      #expect(listed["hasPassword"] == true && listed["allows"] == .array(["download"]) && listed["location"] == true)
      #expect(listed["viewCount"] == 0 && listed["lastViewedAt"] == nil && listed["photo"] == nil)
      #expect(!list.text.contains(token) && !list.text.contains("walkies") && !list.text.contains("scrypt"))
    }
  }

  @Test func `a link to a photo lasts for 30 days and allows nothing, where nothing is said`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let link = try ada.send("POST", "/v1/links", json: #"{"photo":"\#(photo)"}"#).json()
      #expect(link["photo"] == .string(photo) && link["album"] == nil && link["hasPassword"] == false)
      #expect(link["allows"] == .array([]) && link["location"] == false)
      let created = try #require(link["createdAt"].text.flatMap { Timestamp($0) })
      let expires = try #require(link["expiresAt"].text.flatMap { Timestamp($0) })
      #expect(abs(expires.milliseconds - created.milliseconds - 30 * 86_400_000) < 60_000)
    }
  }

  @Test func `the address has the configured origin`() async throws {
    try await withService(http: #"origins: ["https://photos.example.org"]"#) { service in
      let ada = try await service.member("ada")
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto())
      #expect(holder.url == "https://photos.example.org/s/\(holder.token)")
    }
  }

  @Test(arguments: [
    ("{}", "album"), (#"{"album":"A","photo":"P"}"#, "album"), (#"{"album":"x"}"#, "album"), (#"{"album":1}"#, "album"),
    (#"{"photo":"x"}"#, "photo"), (#"{"photo":null}"#, "photo"), (#"{"photo":["P"]}"#, "photo"),
    (#"{"photo":"P","expiresAt":"tomorrow"}"#, "expiresAt"), (#"{"photo":"P","expiresAt":null}"#, "expiresAt"),
    (#"{"photo":"P","expiresAt":"2020-01-01T00:00:00.000Z"}"#, "expiresAt"),
    (#"{"photo":"P","expiresAt":"2099-01-01T00:00:00.000Z"}"#, "expiresAt"),
    (#"{"photo":"P","password":""}"#, "password"), (#"{"photo":"P","password":"abc"}"#, "password"),
    (#"{"photo":"P","password":1234}"#, "password"), (#"{"photo":"P","allows":"download"}"#, "allows"),
    (#"{"photo":"P","allows":["upload"]}"#, "allows"), (#"{"photo":"P","allows":["add"]}"#, "allows"),
    (#"{"photo":"P","allows":["download","download"]}"#, "allows"),
    (#"{"photo":"P","allows":null}"#, "allows"), (#"{"photo":"P","location":"no"}"#, "location"),
    (#"{"photo":"P","location":null}"#, "location"), (#"{"photo":"P","token":"x"}"#, "token"),
    (#"{"photo":"P","owner":"bob"}"#, "owner"),
  ])
  func `a link to something unclear is refused`(json: String, parameter: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = (try ada.addPhoto(), try ada.makeAlbum())
      let json = json.replacing(#""P""#, with: "\"\(ids.0)\"").replacing(#""A""#, with: "\"\(ids.1)\"")
      let response = try ada.send("POST", "/v1/links", json: json)
      #expect(response.status == 400 && response.problem == "invalid-parameter", "\(response.text)")
      #expect(try response.member("parameter").text == parameter)
      #expect(try ada.ids("/v1/links") == [])
    }
  }

  @Test func `a password has 4 to 1,024 bytes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      for (count, status) in [(3, 400), (4, 201), (1_024, 201), (1_025, 400)] {
        let json = #"{"photo":"\#(photo)","password":"\#(String(repeating: "w", count: count))"}"#
        #expect(try ada.send("POST", "/v1/links", json: json).status == status, "\(count)")
      }
    }
  }

  @Test func `what is not one's own, or not there, is shared by no link`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let deleted = try ada.addPhoto()
      _ = try ada.delete("/v1/photos/\(deleted)")
      let joined = try bob.makeAlbum("Rex", "unlisted")
      #expect(try bob.put("/v1/albums/\(joined)/contributors/ada").status < 300)
      let refused = [
        (#""photo":"\#(try bob.addPhoto())""#, "forbidden"),
        (#""photo":"\#(try bob.addPhoto("?visibility=private"))""#, "not-found"), (#""photo":"\#(deleted)""#, "gone"),
        (#""photo":"\#(Self.unknown)""#, "not-found"), (#""album":"\#(joined)""#, "forbidden"),
        (#""album":"\#(try bob.makeAlbum("Rex", "private"))""#, "not-found"),
        (#""album":"\#(Self.unknown)""#, "not-found"),
      ]
      for client in [ada, try await service.member("root", isAdministrator: true)] {
        for (member, problem) in refused {
          let response = try client.send("POST", "/v1/links", json: "{\(member)}")
          #expect(response.problem == problem, "\(member): \(response.text)")
        }
        #expect(try client.ids("/v1/links") == [])
      }
    }
  }

  // MARK: Listing

  @Test func `links are listed, changed and revoked by nobody but their account`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let root = try await service.member("root", isAdministrator: true)
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto())
      let path = "/v1/links/\(holder.id)"
      for client in [bob, root] {
        #expect(try client.ids("/v1/links") == [])
        #expect(try client.send("PATCH", path, json: #"{"location":true}"#).problem == "not-found")
        #expect(try client.delete(path).problem == "not-found")
      }
      #expect(try service.client().get("/v1/links").status == 401)
      #expect(try service.client().send("POST", "/v1/links", json: "{}").status == 401)
      #expect(try service.client().send("PATCH", path, json: "{}").status == 401)
      #expect(try service.client().delete(path).status == 401)
      #expect(try ada.ids("/v1/links") == [holder.id] && holder.photos().count == 1)
    }
  }

  @Test func `links come in pages, the newest first, or those to one album or photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photo) = (try ada.makeAlbum(), try ada.addPhoto())
      let ids = try (0..<6).map { number in
        try number % 2 == 0
          ? LinkHolder(service, ada, album: album).id : LinkHolder(service, ada, photo: photo).id
      }
      #expect(try ada.pages("/v1/links?limit=2").flatMap { $0 } == ids.reversed())
      #expect(try ada.pages("/v1/links?album=\(album)&limit=2") == [[ids[4], ids[2]], [ids[0]]])
      #expect(try ada.pages("/v1/links?photo=\(photo)&limit=2") == [[ids[5], ids[3]], [ids[1]]])
      #expect(try ada.ids("/v1/links?photo=\(Self.unknown)") == [])
      for bad in ["after=x", "album=x", "photo=x", "album=\(album)&photo=\(photo)", "limit=0", "token=x"] {
        #expect(try ada.get("/v1/links?\(bad)").problem == "invalid-parameter", "\(bad)")
      }
    }
  }

  // MARK: Changing

  @Test func `each rule changes for itself, and counts from the next request on`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try #require(try ada.add(SampleJPEG.next(), "?fileName=rex.jpg")["id"].text)
      let holder = try LinkHolder(service, ada, photo: photo)
      let original = "/photos/\(photo)/original"
      func edit(_ json: String) throws -> JSONValue {
        let response = try ada.send("PATCH", "/v1/links/\(holder.id)", json: json)
        #expect(response.status == 200, "\(response.text)")
        #expect(try ada.get("/v1/links").member("items").items == [response.json()])
        return try response.json()
      }
      #expect(try holder.get(original).problem == "forbidden")
      #expect(try edit(#"{"allows":["like","download"]}"#)["allows"] == .array(["download", "like"]))
      #expect(try edit(#"{"allows":["download"]}"#)["allows"] == .array(["download"]))
      #expect(try holder.get(original).status == 200)
      #expect(try edit(#"{"location":true}"#)["location"] == true)
      #expect(try holder.get("/photos").member("items")[0]["fileName"] == "rex.jpg")
      #expect(try edit(#"{"allows":[]}"#)["location"] == true && holder.get(original).status == 403)
      #expect(try edit(#"{"password":"walkies"}"#)["hasPassword"] == true)
      #expect(try holder.get("/photos").status == 403 && holder.get().member("isLocked") == true)
      #expect(try edit(#"{"password":null}"#)["hasPassword"] == false)
      #expect(try holder.get("/photos").status == 200)
      let later = "2030-01-31T12:00:00.000Z"
      #expect(try edit(#"{"expiresAt":"\#(later)"}"#)["expiresAt"] == .string(later))
      #expect(try holder.get().member("expiresAt") == .string(later))
      _ = try edit("{}")
      for bad in [
        #"{"album":"x"}"#, #"{"expiresAt":null}"#, #"{"password":"abc"}"#, #"{"allows":["x"]}"#, #"{"url":1}"#,
      ] {
        #expect(try ada.send("PATCH", "/v1/links/\(holder.id)", json: bad).problem == "invalid-parameter", "\(bad)")
      }
      for id in ["x", Self.unknown, holder.token] {
        #expect(try ada.send("PATCH", "/v1/links/\(id)", json: "{}").problem == "not-found", "\(id)")
        #expect(try ada.delete("/v1/links/\(id)").problem == "not-found", "\(id)")
      }
    }
  }

  @Test func `a link that has expired is gone for everybody, and was extended before`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holders = try (0..<2).map { _ in try LinkHolder(service, ada, photo: photo) }
      time.advance(bySeconds: 29 * 86_400)
      let later = time.now().advanced(bySeconds: 2 * 86_400)
      let json = #"{"expiresAt":"\#(later)"}"#
      #expect(try ada.send("PATCH", "/v1/links/\(holders[1].id)", json: json).status == 200)
      time.advance(bySeconds: 86_400 + 60)
      for target in holders[0].targets(photo) { #expect(try service.client().get(target).status == 404, "\(target)") }
      #expect(try holders[1].photos() == [photo] && ada.ids("/v1/links") == [holders[1].id])
      #expect(try ada.send("PATCH", "/v1/links/\(holders[0].id)", json: json).problem == "not-found")
    }
  }

  @Test func `a page of another origin makes, changes and revokes no link`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holder = try LinkHolder(service, ada, photo: photo)
      let fields = [("Origin", "https://evil.example"), ("Content-Type", "application/json")]
      for (method, target) in [("POST", "/v1/links"), ("PATCH", "/v1/links/\(holder.id)")] {
        let response = try ada.send(method, target, extra: fields, body: Array(#"{"photo":"\#(photo)"}"#.utf8))
        #expect(response.problem == "cross-origin-refused", "\(method)")
      }
      #expect(try ada.delete("/v1/links/\(holder.id)", ["Origin": "https://evil.example"]).status == 403)
      #expect(try ada.ids("/v1/links") == [holder.id])
    }
  }

  // MARK: Records

  @Test(.embeddedOnly("its database lasts for one service"))
  func `visits are counted, locked and failed ones are not, and a restart forgets none`() async throws {
    let folder = try TemporaryFolder()
    let links = try await withService(in: folder) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holder = try LinkHolder(service, ada, photo: photo)
      let locked = try LinkHolder(service, ada, photo: photo, #""password":"walkies""#)
      for _ in 0..<3 { #expect(try holder.get().status == 200) }
      _ = try (holder.get("/photos"), holder.client.get(holder.page), holder.get("/x"))
      for _ in 0..<2 { #expect(try locked.get().member("isLocked") == true) }
      let items = try ada.get("/v1/links").member("items").items
      #expect(items.map { $0["viewCount"] } == [0, 3])
      #expect(items.map { $0["lastViewedAt"] != nil } == [false, true])
      return items
    }
    try await withService(in: folder) { service in
      let kept = try service.client(Credential("ada")).get("/v1/links").member("items").items
      #expect(kept == links)
    }
  }

  @Test func `making, changing and revoking are in the audit log, and no secret is`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let album = try ada.makeAlbum()
      let holder = try LinkHolder(service, ada, album: album, #""password":"walkies""#)
      _ = try (holder.unlock("walkies"), holder.unlock("fetch"))
      _ = try ada.send("PATCH", "/v1/links/\(holder.id)", json: #"{"password":"more walkies"}"#)
      #expect(try ada.delete("/v1/links/\(holder.id)").status == 204)
      let log = try eve.get("/admin/v1/audit")
      let entries = try log.member("items").items.reversed().filter { $0["action"].text?.hasPrefix("links.") == true }
      #expect(
        entries.map { "\($0["action"].text ?? "") \($0["outcome"].text ?? "")" }
          == ["create", "edit", "revoke"].flatMap { ["links.\($0) ", "links.\($0) done"] })
      #expect(entries.allSatisfy { $0["who"] == "ada" && $0["subject"].text == holder.id })
      #expect(entries.first?["details"]["album"].text == album)
      for secret in [holder.token, "walkies", "scrypt"] { #expect(!log.text.contains(secret), "\(secret)") }
    }
  }

  @Test(.embeddedOnly("it looks into the database"))
  func `secret and password are in no log and no file, also where no route has the path`() async throws {
    let folder = try TemporaryFolder()
    let secrets = try await withService(in: folder) { service in
      let ada = try await service.member("ada")
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto(), #""password":"fetch the stick""#)
      let key = try #require(try holder.unlock("fetch the stick").member("key").text)
      for path in ["", "/photos", "/x/y", "/%70hotos"] { _ = try holder.get(path, ["Woof-Link-Key": key]) }
      _ = try holder.get("/photos", ["Cookie": "woof-link=\(key)"])
      for path in [holder.page, "\(holder.page)/x", "/v2/\(holder.token)", "/v1/links/\(holder.token)"] {
        _ = try ada.get(path)
      }
      _ = try holder.client.send("PUT", holder.path)
      let encoded = holder.token.utf8.map { "%\(String($0, radix: 16))" }.joined()
      #expect(try holder.client.get("/v1/shared/\(encoded)").status == 200)
      let tag = key.drop { $0 != "." }.dropFirst()
      return [holder.token, encoded, "fetch the stick", String(tag)]
    }
    #expect(try String(contentsOfFile: folder.path("log")).contains(#""path":"/v1/shared/…""#))
    let files = folder.files(below: "").filter { !$0.isEmpty }
    #expect(files.contains("log") && files.contains("data/woof.db"))
    for file in files {
      for secret in secrets {
        #expect(folder.read(file).firstRange(of: Array(secret.utf8)) == nil, "\(file) \(secret)")
      }
    }
  }
}

/// The limit on share links, with as many as there may be.
struct ShareLinkLimitTests {
  @Test func `an account has 1,000 links, and makes room by revoking one`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let first = try LinkHolder(service, ada, photo: photo)
      let json = #"{"photo":"\#(photo)"}"#
      for _ in 1..<1_000 {
        let status = try ada.send("POST", "/v1/links", json: json).status
        guard status == 201 else { throw TestFailure("\(status)") }
      }
      let refused = try ada.send("POST", "/v1/links", json: json)
      #expect((refused.status, refused.problem) == (507, "insufficient-storage"))
      #expect(try refused.member("limitName") == "links" && refused.member("limit") == 1_000)
      #expect(try ada.delete("/v1/links/\(first.id)").status == 204)
      #expect(try ada.send("POST", "/v1/links", json: json).status == 201)
    }
  }
}
