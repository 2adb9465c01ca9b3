// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofServer
import WoofStorage
import WoofSystem

@testable import TestKit

/// `GET /v1/changes`.
@Suite(.overEachProtocol, .overEachWorld) struct ChangePageTests {
  @Test func `an empty service has an empty snapshot and a token`() async throws {
    try await withService { service in
      let page = try service.client().get("/v1/changes").json()
      #expect(page.names == ["changes", "next", "more"])
      #expect(page["changes"].items.isEmpty)
      #expect(page["more"] == false)
      #expect(page["next"].text?.isEmpty == false)
    }
  }

  @Test func `the last page of an account carries what it sees as of its end`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let ids = try [ada.addPhoto(), ada.addPhoto("?visibility=private"), bob.addPhoto("?visibility=private")]
      _ = try ada.setFavourite(ids[0])
      let snapshot = try ada.get("/v1/changes").json()
      #expect(snapshot["more"] == false)
      #expect(snapshot["view"] == (try ada.get("/v1/me/view").json()))
      #expect(snapshot["view"]["change"] == snapshot["next"])
      #expect(snapshot["view"]["photoCount"] == 2)
      let first = try ada.get("/v1/changes?limit=1").json()
      #expect(first["more"] == true)
      #expect(first["view"] == nil)
      let token = try #require(snapshot["next"].text)
      _ = try bob.setFavourite(ids[0])
      let page = try ada.get("/v1/changes?since=\(token)").json()
      #expect(page["view"] == (try ada.get("/v1/me/view").json()))
      #expect(page["view"]["own"] == snapshot["view"]["own"])
      #expect(page["view"]["favourites"] == snapshot["view"]["favourites"])
      #expect(page["view"]["public"] != snapshot["view"]["public"])
      #expect(page["view"]["change"] == page["next"])
    }
  }

  @Test func `a view is the sum of its parts, which clients compute from their rows`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let version = try #require(try ada.setFavourite(id).member("version")?.integer)
      let view = try ada.get("/v1/me/view").json()
      let photo = try #require(PhotoID(id))
      var (photos, favourites) = (ViewDigest(), ViewDigest())
      photos.add(hash: SHA256.digest(of: ViewElement.photo(photo, version: version).bytes))
      favourites.add(hash: SHA256.digest(of: ViewElement.favourite(photo).bytes))
      #expect(view.names == ["digest", "own", "public", "favourites", "photoCount", "change"])
      #expect(view["public"].text == photos.description)
      #expect(view["favourites"].text == favourites.description)
      #expect(view["own"].text == ViewDigest().description)
      #expect(view["digest"].text == (photos + favourites).description)
    }
  }

  @Test func `nobody gets a view without signing in`() async throws {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      #expect(try service.client().get("/v1/changes").member("view") == nil)
      #expect(try service.client().get("/v1/me/view").status == 401)
    }
  }

  @Test func `a snapshot contains the live photos, without deleted ones`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try [ada.addPhoto(), ada.addPhoto(), ada.addPhoto("?visibility=private")]
      _ = try ada.delete("/v1/photos/\(ids[0])")
      let page = try service.client().get("/v1/changes").json()
      #expect(page["changes"].items.map { $0["id"].text } == [ids[1]])
      #expect(page["changes"][0]["kind"] == "photo")
      #expect(page["changes"][0]["deleted"] == false)
      #expect(page["changes"][0]["isFavourite"] == nil)
      let own = try ada.get("/v1/changes").json()
      #expect(Set(own["changes"].items.map { $0["id"].text }) == [ids[1], ids[2]])
      #expect(own["changes"][0]["isFavourite"] == false)
    }
  }

  @Test func `a change is the photo's metadata with its kind and token`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=Rex")
      let token = try service.client().token()
      _ = try ada.setFavourite(id)
      let change = try #require(try service.client().get("/v1/changes?since=\(token)").member("changes")[0])
      let photo = try service.client().get("/v1/photos/\(id)").json()
      #expect(change.names == photo.names.union(["change", "kind"]))
      #expect(change["kind"] == "favourites")
      for name in photo.names { #expect(change[name] == photo[name]) }
    }
  }

  @Test func `the pages after a token contain each photo once, by its newest change`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<4).map { _ in try ada.addPhoto() }
      let token = try service.client().token()
      _ = try ada.setFavourite(ids[0])
      _ = try ada.send("PATCH", "/v1/photos/\(ids[1])", json: #"{"caption":"new"}"#)
      _ = try ada.delete("/v1/photos/\(ids[2])")
      let added = try ada.addPhoto()
      _ = try ada.unsetFavourite(ids[0])
      let changes = try service.client().changes(since: token, limit: 2)
      #expect(changes.map { $0["id"].text } == [ids[1], ids[2], added, ids[0]])
      #expect(changes.map { $0["kind"] } == ["photo", "deleted", "photo", "favourites"])
      #expect(changes.map { $0["deleted"] } == [false, true, false, false])
      #expect(changes.map { $0["favouriteCount"] } == [0, 0, 0, 0])
    }
  }

  @Test func `a deleted photo comes with its last metadata`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?caption=Rex")
      let token = try service.client().token()
      _ = try ada.delete("/v1/photos/\(id)")
      let change = try #require(try service.client().changes(since: token).first)
      #expect(change["caption"] == "Rex")
      #expect(change["deleted"] == true)
      #expect(change["kind"] == "deleted")
      #expect(change["reason"] == "deleted")
    }
  }

  @Test func `whoever lost sight of a photo is not told that it was deleted afterwards`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let id = try ada.addPhoto()
      let tokens = (try bob.token(), try ada.token())
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"private"}"#)
      _ = try ada.delete("/v1/photos/\(id)")
      let lost = try bob.changes(since: tokens.0)
      #expect(lost.map { $0["reason"] } == ["hidden"])
      #expect(lost.map { $0["version"] } == [2])
      #expect(try ada.changes(since: tokens.1).map { $0["reason"] } == ["deleted"])
    }
  }

  @Test func `a snapshot in pages misses no change that happens meanwhile`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<5).map { _ in try ada.addPhoto() }
      let client = service.client()
      let first = try client.get("/v1/changes?limit=2").json()
      #expect(first["more"] == true)
      _ = try ada.setFavourite(ids[0])
      let added = try ada.addPhoto()
      _ = try ada.delete("/v1/photos/\(ids[4])")
      var known = Dictionary(uniqueKeysWithValues: first["changes"].items.map { ($0["id"].text ?? "", $0) })
      let next = try #require(first["next"].text)
      for change in try client.changes(since: next, limit: 2) { known[change["id"].text ?? ""] = change }
      known = known.filter { $0.value["deleted"] == false }
      #expect(Set(known.keys) == Set(ids[..<4] + [added]))
      #expect(known[ids[0]]?["favouriteCount"] == 1)
    }
  }

  @Test func `a photo that becomes unreadable is withdrawn once, with only its name`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let id = try ada.addPhoto("?caption=secret")
      let tokens = try [service.client(), bob, ada].map { try $0.token() }
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"private","caption":"more"}"#)
      _ = try ada.setFavourite(id)
      for (client, token) in [(service.client(), tokens[0]), (bob, tokens[1])] {
        let changes = try client.changes(since: token)
        #expect(changes.count == 1)
        #expect(changes[0].names == ["id", "version", "deleted", "kind", "change", "reason"])
        #expect(changes[0]["reason"] == "hidden")
        #expect(changes[0]["id"].text == id)
        #expect(changes[0]["deleted"] == true)
        #expect(changes[0]["kind"] == "deleted")
      }
      let own = try ada.changes(since: tokens[2])
      #expect(own.map { $0["caption"] } == ["more"])
      #expect(own.map { $0["deleted"] } == [false])
    }
  }

  @Test func `a photo that was never public is visible to its owner only`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let token = try service.client().token()
      let ownToken = try ada.token()
      let id = try ada.addPhoto("?visibility=private")
      _ = try ada.setFavourite(id)
      _ = try ada.delete("/v1/photos/\(id)")
      #expect(try service.client().changes(since: token).isEmpty)
      #expect(try ada.changes(since: ownToken).map { $0["kind"] } == ["deleted"])
    }
  }

  @Test func `a photo that becomes public comes to all readers`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?visibility=private")
      let token = try service.client().token()
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"public"}"#)
      let changes = try service.client().changes(since: token)
      #expect(changes.map { $0["id"].text } == [id])
      #expect(changes.map { $0["kind"] } == ["photo"])
    }
  }

  @Test func `the token of each change is a position to continue from`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let token = try service.client().token()
      let ids = try (0..<4).map { _ in try ada.addPhoto() }
      let changes = try service.client().changes(since: token)
      for (index, change) in changes.enumerated() {
        let rest = try service.client().changes(since: try #require(change["change"].text))
        #expect(rest.map { $0["id"].text } == Array(ids[(index + 1)...]))
      }
    }
  }

  @Test(arguments: ["", "x", "AAAA", "%00", String(repeating: "A", count: 55)])
  func `a malformed token is refused`(token: String) async throws {
    try await withService { service in
      for target in ["/v1/changes", "/v1/events"] {
        let response = try service.client().get("\(target)?since=\(token)")
        #expect(response.status == 400)
        #expect(response.problem == "change-token-invalid")
      }
    }
  }

  @Test func `a token with a changed bit is refused`() async throws {
    try await withService { service in
      let client = service.client()
      let bytes = try #require(Base64.decode(try client.token().utf8, as: .url))
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1
        let response = try client.get("/v1/changes?since=\(Base64.encode(changed, as: .url))")
        #expect(response.problem == "change-token-invalid")
      }
    }
  }

  @Test func `a token is valid for its principal only`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let (anonymous, adas) = try (service.client().token(), ada.token())
      for (client, token) in [(bob, adas), (service.client(), adas), (ada, anonymous)] {
        for target in ["/v1/changes", "/v1/events"] {
          let response = try client.get("\(target)?since=\(token)")
          #expect(response.status == 400)
          #expect(response.problem == "change-token-invalid")
        }
      }
    }
  }

  @Test(.embeddedOnly("it makes tokens with the store's secret")) func `a token from before a restore has expired`()
    async throws
  {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      let store = try #require(service.running.changes as? EmbeddedStore)
      let key = MessageAuthenticator(key: store.installationSecret).tag(for: Array("change tokens".utf8))
      let other = ChangeTokenCoder(key: key, epoch: store.epoch ^ 1).token(for: .sequence(1), reader: .everybody)
      let ahead = ChangeTokenCoder(key: key, epoch: store.epoch).token(for: .sequence(1000), reader: .everybody)
      for token in [other, ahead] {
        for target in ["/v1/changes", "/v1/events"] {
          let response = try service.client().get("\(target)?since=\(token.rawValue)")
          #expect(response.status == 410)
          #expect(response.problem == "change-token-expired")
        }
      }
    }
  }

  @Test(arguments: ["0", "501", "x"])
  func `a limit outside of 1 to 500 is refused`(limit: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/changes?limit=\(limit)")
      #expect(response.problem == "invalid-parameter")
    }
  }
}

extension Client {
  /// A token that stands behind all that has happened.
  func token() throws -> String {
    var page = try get("/v1/changes?limit=500").json()
    while page["more"] == true, let next = page["next"].text { page = try get("/v1/changes?since=\(next)").json() }
    guard let token = page["next"].text else { throw TestFailure("a page without a token") }
    return token
  }

  /// All changes after a token, page by page.
  func changes(since token: String, limit: Int = 500) throws -> [JSONValue] {
    var changes: [JSONValue] = []
    var token = token
    for _ in 0..<100 {
      let page = try get("/v1/changes?since=\(token)&limit=\(limit)").json()
      changes += page["changes"].items
      guard let next = page["next"].text else { throw TestFailure("a page without a token") }
      guard page["more"] == true else { return changes }
      token = next
    }
    throw TestFailure("there is always more")
  }
}
