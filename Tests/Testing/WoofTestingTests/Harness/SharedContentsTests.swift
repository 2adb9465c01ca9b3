// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Albums, share links and app passwords that a harness makes.
struct SharedContentsTests {
  /// Runs a harness with an album of two accounts, a link to it and one to a photo, and an app password.
  private static func with(_ body: (WoofHarness, HarnessAdditions) async throws -> Void) async throws {
    let woof = try await WoofHarness.start {
      $0.photos(2, by: "ada", caption: "photo #", visibility: .private)
      $0.photos(1, by: "ben")
      $0.album("Rex at the lake", by: "ada", photos: [2, 0], visibility: .private, contributors: ["ben", "cleo"])
      $0.link(to: .album(0), allows: [.download, .like])
      $0.link(to: .photo(1), password: "walkies")
      $0.appPassword("phone", of: "ada", for: [.read])
    }
    do { try await body(woof, woof.additions) } catch {
      await woof.stop()
      throw error
    }
    await woof.stop()
  }

  /// A client that has signed in; nobody is asked to for what only some may see.
  private static func client(
    of name: String, _ woof: WoofHarness, password: String = HarnessContents.password
  ) async throws -> WoofClient {
    let client = woof.client(as: name, password: password)
    try await client.signIn()
    return client
  }

  @Test func `an album has its photos in order, and its contributors`() async throws {
    try await Self.with { woof, made in
      try #require(made.photos.count == 3 && made.albums.count == 1)
      let ada = try await Self.client(of: "ada", woof)
      let album = try await ada.album(made.albums[0])
      #expect(album.title == "Rex at the lake" && album.owner == "ada" && album.visibility == .private)
      var photos: [PhotoID] = []
      for try await photo in ada.photos(in: album.id) { photos.append(photo.id) }
      #expect(photos == [made.photos[2], made.photos[0]])
      let own = try await woof.addPhoto(DrawnPicture(.png, seed: 77), by: "cleo")
      _ = try await Self.client(of: "cleo", woof).addPhoto(own, to: album.id)
      let refused = try await failure { _ = try await woof.client(as: "dan").addPhoto(own, to: album.id) }
      #expect(refused.code == .authenticationRequired)
    }
  }

  @Test func `holders of a link see what it shows, and may do what it allows`() async throws {
    try await Self.with { woof, made in
      try #require(made.links.count == 2)
      let holder = woof.client()
      let content = try await holder.content(of: made.links[0])
      #expect(content.title == "Rex at the lake" && content.allows == [.download, .like])
      #expect(made.links[0].serviceURL?.port == woof.url.port)
      var shown: [PhotoID] = []
      for try await photo in holder.photos(sharedBy: made.links[0]) { shown.append(photo.id) }
      #expect(shown == [made.photos[2], made.photos[0]])
    }
  }

  @Test func `a link may have a password`() async throws {
    try await Self.with { woof, made in
      let holder = woof.client()
      #expect(try await holder.content(of: made.links[1]).isLocked)
      let link = try await holder.unlock(made.links[1], password: "walkies")
      var shown: [PhotoID] = []
      for try await photo in holder.photos(sharedBy: link) { shown.append(photo.id) }
      #expect(shown == [made.photos[1]])
    }
  }

  @Test func `an app password signs in, for its scopes`() async throws {
    try await Self.with { woof, made in
      let password = try #require(made.appPasswords.first)
      #expect(password.account == "ada")
      let app = try await Self.client(of: "ada", woof, password: password.password)
      #expect(try await app.photo(made.photos[0]).caption == "photo 1")
      let refused = try await failure { try await app.deletePhoto(made.photos[0]) }
      #expect(refused.code == .forbidden)
      try await woof.client(as: "ada").revokeAppPassword(password.id)
      let ended = try await failure { _ = try await app.photo(made.photos[0]) }
      #expect(ended.code == .authenticationRequired)
    }
  }

  @Test func `what names no photo or album is refused`() async throws {
    await #expect(throws: HarnessError.self) {
      _ = try await WoofHarness.start { $0.album("Rex", by: "ada", photos: [0]) }
    }
    await #expect(throws: HarnessError.self) { _ = try await WoofHarness.start { $0.link(to: .album(0)) } }
    await #expect(throws: HarnessError.self) { _ = try await WoofHarness.start { $0.link(to: .photo(-1)) } }
  }

  @Test func `contents that are added later count their photos from their own first`() async throws {
    try await Self.with { woof, made in
      var contents = HarnessContents()
      contents.photos = [.init(owner: "ben")]
      contents.albums = [.init(title: "Later", owner: "ben", photos: [0])]
      let photos = try await woof.add(contents)
      let all = woof.additions
      #expect(all.photos == made.photos + photos && all.albums.count == 2)
      let album = try await woof.client().album(all.albums[1])
      #expect(album.photoCount == 1 && album.owner == "ben")
    }
  }

  // MARK: The control API

  @Test func `albums, links and app passwords can be made in any language`() async throws {
    try await withRemote { remote in
      let photo = try await remote.woof.addPhotoOf("ada")
      let album = try await Self.members(
        of: remote.call(
          "POST", "albums", #"{"title": "Rex", "owner": "ada", "photos": ["\#(photo)"], "visibility": "private"}"#))
      let id = try #require(album["album"].flatMap(Self.text))
      let link = try await Self.members(
        of: remote.call("POST", "links", #"{"album": "\#(id)", "allows": ["add"], "password": "walkies"}"#))
      let url = try #require(link["url"].flatMap(Self.text).flatMap(URL.init(string:)))
      let shared = try #require(SharedLink(url: url))
      #expect(link["token"] == .string(shared.token))
      let isLocked = try await remote.woof.client().content(of: shared).isLocked
      #expect(isLocked)
      let app = try await Self.members(
        of: remote.call("POST", "app-passwords", #"{"account": "ada", "name": "phone", "scopes": ["read"]}"#))
      let password = try #require(app["password"].flatMap(Self.text))
      let name = try await remote.woof.client(as: "ada", password: password).account().name
      #expect(name == "ada")
    }
  }

  @Test(arguments: [
    ("albums", #"{"title": "Rex"}"#), ("albums", #"{"title": "Rex", "owner": "ada", "photos": ["x"]}"#),
    ("links", "{}"), ("links", #"{"album": "x"}"#), ("links", #"{"photo": "x", "album": "y"}"#),
    ("links", #"{"photo": "0193a7b2-0000-7000-8000-000000000000", "allows": ["walk"]}"#),
    ("links", #"{"photo": "0193a7b2-0000-7000-8000-000000000000"}"#),
    ("app-passwords", #"{"account": "ada", "name": "phone", "scopes": ["walk"]}"#),
    ("app-passwords", #"{"account": "nobody", "name": "phone"}"#),
  ])
  func `a request that names what there is not is refused`(path: String, body: String) async throws {
    try await withRemote { remote in
      try await remote.woof.addAccount("ada")
      let response = try await remote.call("POST", path, body)
      #expect((400..<500).contains(response.status))
    }
  }

  private static func members(of response: (status: Int, body: JSONValue)) throws -> [String: JSONValue] {
    guard response.status == 200, case .object(let members) = response.body else {
      Issue.record("\(response)")
      throw Unfailed()
    }
    return members
  }

  private static func text(_ value: JSONValue) -> String? {
    guard case .string(let text) = value else { return nil }
    return text
  }
}

extension WoofHarness {
  /// Adds an account with one photo.
  fileprivate func addPhotoOf(_ name: String) async throws -> PhotoID {
    try await addAccount(name)
    return try await addPhoto(DrawnPicture(.png, seed: 4), by: name)
  }
}
