// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `/v1/sessions` and `/v1/me/sessions`, and what a browser may do in a session.
@Suite(.overEachProtocol, .overEachWorld) struct BrowserSessionTests {
  private static let path = "/v1/me/sessions"

  // MARK: Signing in

  @Test func `a browser signs in, is listed, and signs out`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let page = BrowserPage(of: service)
      let begun = try page.signIn(ada)
      #expect(begun.status == 201 && begun["Cache-Control"] == "no-store")
      let attributes = try #require(begun["Set-Cookie"]).split(separator: "; ").dropFirst().map(String.init)
      #expect(attributes.sorted() == ["HttpOnly", "Max-Age=31536000", "Path=/", "SameSite=Lax", "Secure"])
      #expect(page.cookie?.hasPrefix("\(BrowserPage.cookie)=") == true)
      let me = try page.send("GET", "/v1/me")
      #expect(try me.member("name") == "ada" && me.member("session")["token"].text == page.token)
      #expect(me["Cache-Control"] == "no-store")
      let listed = try #require(try page.send("GET", Self.path).member("items").items.first)
      #expect(listed["browser"] == "Firefox" && listed["system"] == "Linux" && listed["isCurrent"] == true)
      #expect(try listed["id"] == begun.member("id"))
      let id = try #require(listed["id"].text)
      #expect(begun["Location"] == "\(Self.path)/\(id)")
      let left = try page.send("DELETE", "\(Self.path)/current")
      #expect(left.status == 204 && left["Clear-Site-Data"] == "\"cache\"")
      #expect(left["Set-Cookie"]?.hasPrefix("\(BrowserPage.cookie)=; ") == true && page.cookie == nil)
      #expect(try page.send("GET", "/v1/me").status == 401)
      #expect(try service.client(ada).ids(Self.path) == [])
    }
  }

  @Test func `a page is told for which account lists are, and nobody else is`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let photo = try service.client(ada).addPhoto()
      let page = BrowserPage(of: service)
      let lists = [
        "/v1/photos", "/v1/photos?order=taken&limit=100", "/v1/photos/\(photo)", "/v1/timeline", "/v1/timeline/ratios",
        "/v1/albums",
      ]
      for list in lists { #expect(try page.send("GET", list)["Woof-Account"] == "-", "\(list)") }
      try page.signIn(ada)
      // Twice, as what was read is remembered.
      for list in lists + lists {
        let told = try page.send("GET", list)
        #expect(told["Woof-Account"] == "ada" && told["Vary"]?.contains("Cookie") == true, "\(list)")
        let tag = told["ETag"] ?? "\"none\""
        #expect(try page.send("GET", list, [("If-None-Match", tag)])["Woof-Account"] == "ada")
        #expect(try page.sendFromElsewhere("GET", list)["Woof-Account"] == nil)
        #expect(try service.client(ada).get(list)["Woof-Account"] == nil)
      }
      let batch = try page.send("POST", "/v1/photos/batch", json: #"{"ids": ["\#(photo)"]}"#)
      #expect(batch["Woof-Account"] == "ada")
      // A cache gives these out unasked, to whoever.
      let original = try page.send("GET", "/v1/photos/\(photo)/original")
      #expect(original["Cache-Control"]?.contains("max-age") == true && original["Woof-Account"] == nil)
      #expect(try page.send("GET", "/healthz")["Woof-Account"] == nil)
    }
  }

  @Test func `a session that has ended is none, wherever its cookie is still sent`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let photo = try service.client(ada).addPhoto()
      let page = BrowserPage(of: service)
      try page.signIn(ada)
      #expect(try page.send("GET", "/v1/photos/\(photo)").member("isFavourite") == false)
      let id = try #require(try service.client(ada).ids(Self.path).first)
      #expect(try service.client(ada).delete("\(Self.path)/\(id)").status == 204)
      let anonymous = try page.send("GET", "/v1/photos/\(photo)")
      #expect(try anonymous.status == 200 && anonymous.json()["isFavourite"] == nil)
      let refused = try page.send("GET", "/v1/me")
      #expect(try refused.status == 401 && refused.member("reason") == "session-ended")
      #expect(try service.client(ada).delete("\(Self.path)/\(id)").problem == "not-found")
    }
  }

  @Test func `a wrong name and a wrong password are refused alike, and slowed as other sign-ins`() async throws {
    try await withService { service in
      _ = try await service.addAccount("ada")
      let page = BrowserPage(of: service)
      let wrong = try page.signIn(Credential("ada", "wrong"))
      let unknown = try page.signIn(Credential("nobody", "wrong"))
      for response in [wrong, unknown] {
        #expect(response.status == 403 && response["WWW-Authenticate"] == nil && response["Set-Cookie"] == nil)
      }
      #expect(try wrong.member("detail") == unknown.member("detail"))
      var statuses: [Int] = []
      for _ in 0..<30 where statuses.last != 429 {
        statuses.append(try page.signIn(Credential("ada", "wrong")).status)
      }
      #expect(statuses.last == 429)
    }
  }

  @Test func `an app password begins no session, and sees and ends none`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let made = try ada.send("POST", "/v1/me/app-passwords", json: #"{"name": "a", "scopes": ["read", "write"]}"#)
      let app = Credential("ada", try #require(try made.member("password").text))
      #expect(try BrowserPage(of: service).signIn(app).problem == "forbidden")
      let client = service.client(app)
      #expect(try client.get(Self.path).problem == "forbidden")
      #expect(try client.delete(Self.path).problem == "forbidden")
    }
  }

  @Test(arguments: [
    (#"{"password": "x"}"#, "name"), (#"{"name": "ada"}"#, "password"), (#"{"name": 7, "password": "x"}"#, "name"),
    (#"{"name": "ada", "password": "x", "token": "y"}"#, "token"),
  ])
  func `nonsense is refused and names the member`(body: String, parameter: String) async throws {
    try await withService { service in
      let response = try BrowserPage(of: service).send("POST", "/v1/sessions", json: body)
      #expect(try response.problem == "invalid-parameter" && response.member("parameter").text == parameter)
    }
  }

  // MARK: Pages of strangers

  @Test func `a change needs the token of the session, which no page of a stranger knows`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let photo = try service.client(ada).addPhoto()
      let (page, other) = (BrowserPage(of: service), BrowserPage(of: service))
      try page.signIn(ada)
      try other.signIn(ada)
      let path = "/v1/photos/\(photo)/favourite"
      for fields in [[], [("Woof-Session", "none")], [("Woof-Session", other.token ?? "")]] {
        let refused = try page.sendFromElsewhere("PUT", path, fields)
        #expect(try refused.problem == "cross-origin-refused" && refused.member("reason") == "no-session-token")
      }
      #expect(try service.client().get("/v1/photos/\(photo)").member("favouriteCount") == 0)
      #expect(try page.send("PUT", path).status == 200)
      #expect(try service.client().get("/v1/photos/\(photo)").member("favouriteCount") == 1)
      #expect(try page.send("DELETE", path, [("Sec-Fetch-Site", "cross-site")]).problem == "cross-origin-refused")
      #expect(
        try page.send("DELETE", path, [("Origin", "https://elsewhere.example")]).problem == "cross-origin-refused")
    }
  }

  @Test func `no page of a stranger signs a browser in`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let json = "{\"name\": \"\(ada.name)\", \"password\": \"\(ada.password)\"}"
      let page = BrowserPage(of: service)
      for fields in [[("Sec-Fetch-Site", "cross-site")], [("Origin", "https://elsewhere.example")]] {
        #expect(try page.send("POST", "/v1/sessions", fields, json: json).problem == "cross-origin-refused")
      }
      let form = try service.client().send(
        "POST", "/v1/sessions", extra: [("Content-Type", "text/plain")], body: Array(json.utf8))
      #expect(form.problem == "unsupported-media-type" && page.cookie == nil)
    }
  }

  @Test func `a sign-in has a secret of its own, and ends the session that the browser had`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.addAccount("bob"))
      let page = BrowserPage(of: service)
      page.cookie = "\(BrowserPage.cookie)=\(String(repeating: "A", count: 43))"
      let planted = page.cookie
      try page.signIn(ada)
      #expect(page.cookie != planted)
      let first = page.cookie
      try page.signIn(bob)
      #expect(try page.send("GET", "/v1/me").member("name") == "bob")
      (page.cookie, page.token) = (first, nil)
      #expect(try page.send("GET", "/v1/me").status == 401)
      #expect(try service.client(ada).ids(Self.path) == [])
    }
  }

  @Test func `a credential in the request counts, and not the session`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.addAccount("bob"))
      let page = BrowserPage(of: service)
      try page.signIn(ada)
      let both = try page.send("GET", "/v1/me", [("Authorization", bob.authorization)])
      #expect(try both.member("name") == "bob" && both.json()["session"] == nil)
      #expect(try page.send("GET", "/v1/me", [("Authorization", "Basic !")]).status == 401)
    }
  }

  @Test func `a page is asked for no password by the browser, and all else is`() async throws {
    try await withService { service in
      let page = BrowserPage(of: service)
      let (ofPage, ofAnybody) = (try page.send("GET", "/v1/me"), try service.client().get("/v1/me"))
      #expect(ofPage["WWW-Authenticate"] == "Session realm=\"Dogs\"")
      #expect(ofAnybody["WWW-Authenticate"]?.hasPrefix("Basic ") == true)
    }
  }

  // MARK: Caches

  @Test func `what depends on who asks is kept apart by the cookie`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let photo = try service.client(ada).addPhoto("?visibility=private")
      let page = BrowserPage(of: service)
      try page.signIn(ada)
      for target in ["/v1/photos", "/v1/photos/\(photo)", "/v1/photos/\(photo)/original", "/v1/timeline?view=mine"] {
        let response = try page.send("GET", target)
        #expect(response.status == 200, "\(target)")
        #expect(response.values("Vary").joined(separator: ", ").contains("Authorization, Cookie"), "\(target)")
      }
      // A page that is at hand for everybody is not for whoever has signed in.
      for _ in 0..<3 { _ = try service.client().get("/v1/photos?limit=1") }
      let own = try service.client(ada).addPhoto()
      for _ in 0..<3 { _ = try service.client().get("/v1/photos?limit=1") }
      let first = try #require(try page.send("GET", "/v1/photos?limit=1").member("items").items.first)
      #expect(first["id"].text == own && first["isFavourite"] == false)
    }
  }

  @Test func `the gallery's files are there whatever the browser sends with its request`() async throws {
    try await withService { service in
      let html = try service.client().get("/").text
      let path = try #require(html.firstMatch(of: /"(\/gallery\/[0-9a-f]+\/gallery\.js)"/)).1
      let page = BrowserPage(of: service)
      page.cookie = "\(BrowserPage.cookie)=\(String(repeating: "A", count: 43))"
      for target in [String(path), "/sw.js", "/"] { #expect(try page.send("GET", target).status == 200, "\(target)") }
      let wrong = Credential("nobody", "wrong").authorization
      #expect(try page.send("GET", String(path), [("Authorization", wrong)]).status == 200)
    }
  }

  // MARK: Ends

  @Test func `a new password ends all sessions but gives the one that asks another secret`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let (page, other) = (BrowserPage(of: service), BrowserPage(of: service))
      try page.signIn(ada)
      try other.signIn(ada)
      let (cookie, token) = (page.cookie, page.token)
      let change = "{\"current\": \"\(ada.password)\", \"new\": \"ears flapping\"}"
      #expect(try page.send("PUT", "/v1/me/password", json: change).status == 204)
      #expect(page.cookie != nil && page.cookie != cookie)
      let me = try page.send("GET", "/v1/me")
      #expect(try me.member("name") == "ada" && me.member("session")["token"].text != token)
      #expect(try other.send("GET", "/v1/me").status == 401)
      #expect(try service.client(Credential("ada", "ears flapping")).ids(Self.path).count == 1)
    }
  }

  @Test func `all sessions end at once, and other accounts keep theirs`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.addAccount("bob"))
      let (page, other, bobs) = (BrowserPage(of: service), BrowserPage(of: service), BrowserPage(of: service))
      try page.signIn(ada)
      try other.signIn(ada)
      try bobs.signIn(bob)
      for known in [page, other, bobs] { #expect(try known.send("GET", "/v1/me").status == 200) }
      #expect(try bobs.send("DELETE", "\(Self.path)/\(service.client(ada).ids(Self.path)[0])").problem == "not-found")
      let ended = try page.send("DELETE", Self.path)
      #expect(ended.status == 204 && page.cookie == nil)
      #expect(try other.send("GET", "/v1/me").status == 401)
      #expect(try bobs.send("GET", "/v1/me").status == 200)
    }
  }

  @Test func `a session that is used lasts, for a year at most, and one that is not ends after its lifetime`()
    async throws
  {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.addAccount("ada")
      let (used, unused) = (BrowserPage(of: service), BrowserPage(of: service))
      try used.signIn(ada)
      try unused.signIn(ada)
      let begin = time.now()
      for day in stride(from: 0, to: 360, by: 20) {
        #expect(try used.send("GET", "/v1/me").status == 200, "day \(day)")
        let end = begin.advanced(bySeconds: Int64(min(day + 30, 365)) * 86_400)
        // The use is noted in the background.
        try await eventually {
          try used.send("GET", Self.path).member("items").items.contains {
            $0["expiresAt"].text?.prefix(10) == "\(end)".prefix(10)
          }
        }
        time.advance(bySeconds: 20 * 86_400)
      }
      #expect(try unused.send("GET", "/v1/me").status == 401)
      #expect(try used.send("GET", "/v1/me").status == 200)
      time.advance(bySeconds: 6 * 86_400)
      #expect(try used.send("GET", "/v1/me").status == 401)
    }
  }

  @Test func `a live stream ends with its session`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let page = BrowserPage(of: service)
      try page.signIn(ada)
      let reader = try EventReader(service, "/v1/events", as: nil, ["Cookie": page.cookie ?? ""])
      #expect(try service.client(ada).delete(Self.path).status == 204)
      while try reader.line() != nil {}
    }
  }
}
