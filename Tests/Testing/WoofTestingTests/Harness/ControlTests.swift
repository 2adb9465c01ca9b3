// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading
import WoofClient
import WoofModel
import WoofTesting

/// The control API, as an app's tests in another language use it.
struct ControlTests {
  @Test func `contents can be made and read`() async throws {
    try await withRemote { remote in
      let added = try await remote.call("POST", "accounts", #"{"name": "ada", "password": "walkies"}"#)
      #expect(added.status == 200)
      let photos = try await remote.call(
        "POST", "photos", ##"{"owner": "ada", "count": 2, "format": "png", "caption": "#", "favouritesOf": ["ben"]}"##)
      guard case .object(let members) = photos.body, case .array(let ids)? = members["photos"] else {
        Issue.record("\(photos.body)")
        return
      }
      #expect(ids.count == 2)
      let account = try await remote.woof.client(as: "ada", password: "walkies").account()
      #expect(account.name == "ada")
    }
  }

  @Test func `the clock can be moved`() async throws {
    try await withRemote { remote in
      let moved = try await remote.call("POST", "clock", #"{"advance": "90s"}"#)
      #expect(moved.body == .object(["now": "1970-01-01T00:01:30.000Z"]))
      #expect(remote.woof.clock.now == Timestamp(milliseconds: 90_000))
    }
  }

  @Test func `requests can be waited for and expected`() async throws {
    try await withRemote { remote in
      _ = try await remote.call("POST", "expectations", #"{"method": "GET", "path": "/healthz", "count": 2}"#)
      async let waited = remote.call("POST", "journal/wait", #"{"path": "/healthz", "ended": true}"#)
      try await remote.woof.client().checkHealth()
      guard case .array(let found) = try await waited.body else { throw Unfailed() }
      #expect(found.count == 1)
      let verified = try await remote.call("POST", "verify")
      guard case .object(let members) = verified.body, case .string(let missed)? = members["missed"] else {
        throw Unfailed()
      }
      #expect(members["met"] == false)
      #expect(missed == "expected 2 × GET /healthz, and 1 arrived")
    }
  }

  @Test func `variants can be waited for`() async throws {
    try await withRemote({ $0.transformer = .drawn }) { remote in
      let fault = #"{"fault": "transformer", "kind": "unavailable", "path": "/v1/photos", "count": 1}"#
      let switched = try await remote.call("POST", "faults", fault)
      #expect(switched.body == .object(["id": 1]))
      let photos = try await remote.call("POST", "photos", #"{"owner": "ada"}"#)
      guard case .object(let members) = photos.body, case .array(let ids)? = members["photos"],
        case .string(let id)? = ids.first
      else { throw Unfailed() }
      let changed = try await remote.call(
        "POST", "changes/wait", #"{"photo": "\#(id)", "variants": ["thumb", "grid", "preview"], "favouriteCount": 0}"#)
      #expect(changed.status == 200)
      guard case .object(let change) = changed.body else { throw Unfailed() }
      #expect(change["variants"] == .array([.string("grid"), .string("preview"), .string("thumb")]))
      #expect(change["deleted"] == .bool(false))
    }
  }

  @Test func `the service can be killed and restarted`() async throws {
    try await withRemote { remote in
      try await remote.woof.addAccount("ada")
      let restarted = try await remote.call("POST", "restart", #"{"kill": true}"#)
      #expect(restarted.status == 200)
      let account = try await remote.woof.client(as: "ada").account()
      #expect(account.name == "ada")
    }
  }

  @Test func `the service can be taken down and brought up`() async throws {
    try await withRemote { remote in
      let client = remote.woof.client(retryPolicy: .never)
      let down = try await remote.call("POST", "down", #"{"kill": true}"#)
      #expect(down.status == 200)
      _ = try await failure { try await client.checkHealth() }
      let up = try await remote.call("POST", "up")
      #expect(up.status == 200)
      try await client.checkHealth()
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a change outside of the list of changes is recognised by its result`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let earlier = try await WoofHarness.start {
      $0.clock = .standing(at: Timestamp(milliseconds: 0))
      $0.folder = folder
      $0.photos(1, by: "ada", favouritesOf: ["ben"])
    }
    let photo = try #require(earlier.changes.first?.photo)
    await earlier.stop()
    try await withRemote({ $0.folder = folder }) { remote in
      let changed = try await remote.call("POST", "changes/wait", #"{"photo": "\#(photo)", "favouriteCount": 1}"#)
      #expect(changed.status == 200)
    }
  }

  @Test(arguments: [
    ("faults", #"{"fault": "cutt"}"#, "there is no fault “cutt”"),
    ("faults", #"{"fault": "answer", "base64": "?"}"#, "bytes in base64"),
    ("faults", #"{"fault": "answer", "body": "a", "base64": "YQ=="}"#, "do not go together"),
    ("faults", #"{"fault": "cut", "after": -1}"#, "not negative"),
    ("faults", #"{"fault": "delay", "for": "5 parsecs"}"#, "a duration"),
    ("faults", #"{"fault": "cut", "affter": 3}"#, "“affter” is unknown"),
    ("faults", "[]", "must be a JSON object"), ("clock", #"{"advance": 5}"#, "must be a string"),
    ("photos", #"{"owner": "ada", "width": 0}"#, "1 to 16,384 pixels"), ("photos", "{}", "“owner” is missing"),
    ("photos", #"{"owner": "a b"}"#, "no name for an account"),
    ("favourites", #"{"photo": "x", "account": "y"}"#, "no id"), ("changes/wait", #"{"photo": "x"}"#, "no id"),
    ("faults", #"{"fault": "transformer"}"#, "nothing looks at pictures"),
    ("faults", #"{"fault": "transformer", "kind": "explode"}"#, "one of crash"),
  ])
  func `invalid input is refused by name`(path: String, json: String, reason: String) async throws {
    try await withRemote { remote in
      let response = try await remote.call("POST", path, json)
      #expect(response.status == 400)
      guard case .object(let members) = response.body, case .string(let detail)? = members["detail"] else {
        throw Unfailed()
      }
      #expect(detail.lowercased().contains(reason.lowercased()))
    }
  }

  @Test func `an unknown path and an unknown fault are named`() async throws {
    try await withRemote { remote in
      let lost = try await remote.call("GET", "nothing")
      #expect(lost.status == 404)
      let unknown = try await remote.call("DELETE", "faults/77")
      #expect(unknown.status == 400)
    }
  }

  @Test func `a page in a browser cannot control the harness`() async throws {
    try await withRemote { remote in
      var request = URLRequest(url: remote.control.url.appendingPathComponent("stop"))
      request.httpMethod = "POST"
      request.setValue("https://elsewhere.example", forHTTPHeaderField: "Origin")
      let (_, response) = try await remote.woof.session().data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == 403)
    }
  }
}
