// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit

/// Share links with passwords: `/v1/shared/{token}/unlock`.
@Suite(.overEachProtocol, .overEachWorld) struct SharedPasswordTests {
  private static let locked = #""password":"walkies","allows":["download"]"#

  /// The key of a link.
  private static func key(_ holder: LinkHolder, _ password: String = "walkies") throws -> String {
    let response = try holder.unlock(password)
    guard let key = try response.member("key").text else { throw TestFailure(response.text) }
    return key
  }

  @Test func `a locked link tells nothing of what it shows, on no route`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?caption=Rex%20the%20spy")
      let holder = try LinkHolder(service, ada, photo: photo, Self.locked)
      let open = try LinkHolder(service, ada, photo: photo, #""allows":["download"]"#)
      // So that the loop has what the locked link must not show.
      for target in open.targets(photo) { #expect(try holder.client.get(target).status == 200) }
      let summary = try holder.get()
      #expect(try summary.json().names == ["isLocked", "expiresAt"] && summary.member("isLocked") == true)
      for client in [holder.client, ada] {
        for target in holder.targets(photo) where target != holder.path && target != holder.page {
          let response = try client.get(target)
          #expect(response.status == 403 && response.problem == "forbidden", "\(target)")
          #expect(!response.text.contains("Rex") && response["ETag"] == nil, "\(target)")
          #expect(try client.head(target).status == 403, "\(target)")
          #expect(try client.get(target, ["If-None-Match": "*"]).status == 403, "\(target)")
          #expect(try client.get(target, ["Range": "bytes=0-1"]).status == 403, "\(target)")
        }
      }
      // A locked link does not say which photos it would show either.
      let other = "\(holder.path)/photos/0193a7b2-0000-7000-8000-000000000000/original"
      #expect(try holder.client.get(other).problem == "forbidden")
    }
  }

  @Test func `the right password opens a link by a key, as a field or as a cookie`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let holder = try LinkHolder(service, ada, photo: photo, Self.locked)
      #expect(try holder.unlock("Walkies").problem == "forbidden")
      let unlocked = try holder.unlock("walkies")
      #expect(unlocked.status == 200 && unlocked["Cache-Control"] == "no-store")
      #expect(try unlocked.json().names == ["key", "expiresAt"])
      let key = try #require(try unlocked.member("key").text)
      let targets = holder.targets(photo).filter { $0 != holder.page }
      for target in targets {
        for (name, value) in [
          ("Woof-Link-Key", key), ("Cookie", "woof-link=\(key)"), ("Cookie", "a=b; woof-link=\(key); c=d"),
          ("Cookie", "woof-linked=x;woof-link=\(key)"),
        ] {
          #expect(try holder.client.send("GET", target, extra: [(name, value)]).status == 200, "\(target) \(value)")
        }
      }
      #expect(try holder.get("", ["Woof-Link-Key": key]).member("isLocked") == false)
      // A wrong field does not take a right cookie's word away, and two wrong ones open nothing.
      let mixed: KeyValuePairs = ["Woof-Link-Key": "x", "Cookie": "woof-link=\(key)"]
      #expect(try holder.get("/photos", mixed).status == 200)
      for wrong in ["woof-link=x", "woof-link=", "woof-link", "link=\(key)", "woof-link=\(key)x", "Woof-Link=\(key)"] {
        #expect(try holder.get("/photos", ["Cookie": wrong]).status == 403, "\(wrong)")
      }
      for wrong in ["", "x", "\(key)x", String(key.dropLast(24)), "9\(key)", "walkies"] {
        #expect(try holder.get("/photos", ["Woof-Link-Key": wrong]).status == 403, "\(wrong)")
      }
      #expect(try holder.client.send("GET", "\(holder.path)/photos?key=\(key)").status == 400)
    }
  }

  @Test func `the cookie is for the link alone, hidden from scripts and from other sites`() async throws {
    try await withService(http: "proxies: {trusted: ['127.0.0.0/8']}") { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holder = try LinkHolder(service, ada, photo: photo, Self.locked)
      for scheme in ["http", "https"] {
        let fields = [("Content-Type", "application/json"), ("X-Forwarded-Proto", scheme)]
        let response = try holder.client.send(
          "POST", "\(holder.path)/unlock", extra: fields, body: Array(#"{"password":"walkies"}"#.utf8))
        let key = try #require(try response.member("key").text)
        let parts = try #require(response["Set-Cookie"]).split(separator: "; ").map(String.init)
        let age = try #require(parts.first { $0.hasPrefix("Max-Age=") }?.split(separator: "=").last.flatMap { Int($0) })
        #expect((86_340...86_400).contains(age))
        let expected = [
          "woof-link=\(key)", "Path=\(holder.path)", "Max-Age=\(age)", "HttpOnly", "SameSite=Strict",
        ]
        #expect(parts == expected + (scheme == "https" ? ["Secure"] : []))
      }
      #expect(try holder.unlock("wrong")["Set-Cookie"] == nil)
      #expect(try holder.get()["Set-Cookie"] == nil)
    }
  }

  @Test func `a key opens no other link, and none whose password is new`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holders = try (0..<2).map { _ in try LinkHolder(service, ada, photo: photo, Self.locked) }
      let keys = try holders.map { try Self.key($0) }
      for (holder, other) in [(holders[0], keys[1]), (holders[1], keys[0])] {
        #expect(try holder.get("/photos", ["Woof-Link-Key": other]).status == 403)
        #expect(try holder.get("/photos", ["Cookie": "woof-link=\(other)"]).status == 403)
      }
      for password in ["fetch", "walkies"] {
        let json = #"{"password":"\#(password)"}"#
        #expect(try ada.send("PATCH", "/v1/links/\(holders[0].id)", json: json).status == 200)
        #expect(try holders[0].get("/photos", ["Woof-Link-Key": keys[0]]).status == 403, "\(password)")
      }
      let new = try Self.key(holders[0])
      #expect(try holders[0].get("/photos", ["Woof-Link-Key": new]).status == 200)
      #expect(try ada.send("PATCH", "/v1/links/\(holders[0].id)", json: #"{"allows":[]}"#).status == 200)
      #expect(try holders[0].get("/photos", ["Woof-Link-Key": new]).status == 200)
      #expect(try ada.delete("/v1/links/\(holders[0].id)").status == 204)
      #expect(try holders[0].get("/photos", ["Woof-Link-Key": new]).status == 404)
      #expect(try holders[1].get("/photos", ["Woof-Link-Key": keys[1]]).status == 200)
    }
  }

  @Test func `a key counts for a day, and no longer than the link`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let soon = time.now().advanced(bySeconds: 3_600)
      let short = try LinkHolder(service, ada, photo: photo, #""password":"walkies","expiresAt":"\#(soon)""#)
      #expect(try short.unlock("walkies").member("expiresAt").text == "\(soon)")
      let long = try LinkHolder(service, ada, photo: photo, Self.locked)
      let keys = (try Self.key(short), try Self.key(long))
      time.advance(bySeconds: 3_500)
      #expect(try short.get("/photos", ["Woof-Link-Key": keys.0]).status == 200)
      time.advance(bySeconds: 101)
      #expect(try short.get("/photos", ["Woof-Link-Key": keys.0]).status == 404)
      time.advance(bySeconds: 86_400 - 3_700)
      #expect(try long.get("/photos", ["Woof-Link-Key": keys.1]).status == 200)
      time.advance(bySeconds: 100)
      #expect(try long.get("/photos", ["Woof-Link-Key": keys.1]).status == 403)
      #expect(try long.get("/photos", ["Woof-Link-Key": Self.key(long)]).status == 200)
    }
  }

  @Test func `guesses are slowed for a link and an address, and others of the address are not`() async throws {
    try await withService(signIn: ThrottlingTests.limits) { service in
      let credential = try await service.addAccount("ada")
      let ada = service.client(credential)
      let photo = try ada.addPhoto()
      let holders = try (0..<2).map { _ in try LinkHolder(service, ada, photo: photo, Self.locked) }
      let key = try Self.key(holders[0])
      for _ in 0..<3 { #expect(try holders[0].unlock("wrong").status == 403) }
      for password in ["wrong", "walkies"] {
        let response = try holders[0].unlock(password)
        #expect(response.status == 429 && response.problem == "too-many-requests", "\(password)")
        #expect(response["Retry-After"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        #expect(response["Set-Cookie"] == nil)
      }
      #expect(try holders[0].get("/photos", ["Woof-Link-Key": key]).status == 200)
      #expect(try holders[1].unlock("walkies").status == 200)
      #expect(try service.client(credential).get("/v1/me").status == 200)
    }
  }

  @Test(arguments: [
    ("", "invalid-request"), ("[]", "invalid-request"), ("{}", "invalid-parameter"),
    (#"{"password":null}"#, "invalid-parameter"), (#"{"password":["walkies"]}"#, "invalid-parameter"),
    (#"{"password":"walkies","x":1}"#, "invalid-parameter"), (#"{"password":"walkies"}x"#, "invalid-request"),
  ])
  func `an unclear password is refused, and counts as no guess`(json: String, problem: String) async throws {
    try await withService(signIn: ThrottlingTests.limits) { service in
      let ada = try await service.member("ada")
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto(), Self.locked)
      for _ in 0..<5 {
        #expect(try holder.client.send("POST", "\(holder.path)/unlock", json: json).problem == problem)
      }
      #expect(try holder.unlock("walkies").status == 200)
      let form = try holder.client.post("\(holder.path)/unlock", ["Content-Type": "text/plain"], [1])
      #expect(form.problem == "unsupported-media-type")
    }
  }

  @Test func `the page of a locked link tells other sites and people nothing of it`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?caption=Rex%20the%20spy")
      let album = try ada.makeAlbum("Rex the spy")
      _ = try ada.addToAlbum(album, photo)
      let holders = [
        try LinkHolder(service, ada, album: album, Self.locked),
        try LinkHolder(service, ada, photo: photo, Self.locked),
      ]
      let pages = try holders.map { try $0.client.get($0.page) }
      for page in pages {
        #expect(page.status == 200 && page.text.contains("want a password"))
        for told in ["Rex", "spy", photo, "by ada", "og:image", "/v1/shared", "1 photo", "A photo by"] {
          #expect(!page.text.contains(told), "\(told)")
        }
      }
      // It is the same for every locked link.
      #expect(pages[0].body == pages[1].body)
      #expect(try holders[0].client.get(holders[0].page, ["Woof-Link-Key": "x"]).body == pages[0].body)
    }
  }
}
