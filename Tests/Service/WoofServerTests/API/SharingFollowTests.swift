// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Followers of albums, by pages and by events, while several accounts do at random what can be done to albums.
@Suite(.overEachProtocol, .overEachWorld) struct SharingFollowTests {
  private static let rounds = 4
  private static let stepCount = 40

  @Test(arguments: [UInt64(1), 2])
  func `followers have what lists show, by pages and by events`(seed: UInt64) async throws {
    try await withService { service in
      var world = World(random: SeededGenerator(seed: seed))
      var followers = [try Follower(service, nil)]
      for name in ["ada", "bob", "eve"] {
        let credential = try await service.addAccount(name)
        world.clients.append((name, service.client(credential)))
        followers.append(try Follower(service, credential))
      }
      for index in 0..<6 {
        world.photos.append(try world.clients[index % 3].client.addPhoto(index < 3 ? "" : "?visibility=private"))
      }
      for round in 0..<Self.rounds {
        for _ in 0..<Self.stepCount { try world.step() }
        // Whoever has this has all before it.
        let end = try world.clients[0].client.addPhoto()
        for index in followers.indices {
          try followers[index].readPages()
          try followers[index].readEvents(until: end)
          let shown = try followers[index].shown()
          #expect(followers[index].byPages == shown, "by pages: seed \(seed), round \(round), follower \(index)")
          #expect(followers[index].byEvents == shown, "by events: seed \(seed), round \(round), follower \(index)")
        }
      }
    }
  }

  /// Accounts that change albums.
  private struct World {
    var random: SeededGenerator
    var clients: [(name: String, client: Client)] = []
    var photos: [String] = []
    var albums: [String] = []

    /// Makes a change, which may be refused.
    mutating func step() throws {
      let client = clients[random.below(clients.count)].client
      let visibility = ["public", "unlisted", "private"][random.below(3)]
      guard albums.count > 1, random.below(10) > 0 else {
        guard albums.count < 5 else { return }
        return albums.append(try client.makeAlbum("Album", visibility))
      }
      let place = random.below(albums.count)
      let (path, photo) = ("/v1/albums/\(albums[place])", photos[random.below(photos.count)])
      let contributor = path + "/contributors/" + clients[random.below(clients.count)].name
      switch random.below(10) {
      case 0, 1: _ = try client.send("PATCH", path, json: #"{"visibility":"\#(visibility)"}"#)
      case 2: _ = try client.send("PATCH", path, json: #"{"title":"Title \#(random.below(100))"}"#)
      case 3: _ = try client.put(contributor)
      case 4: _ = try client.delete(contributor)
      case 5, 6: _ = try client.put("\(path)/photos/\(photo)")
      case 7: _ = try client.delete("\(path)/photos/\(photo)")
      case 8: _ = try client.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility":"\#(visibility)"}"#)
      default: if try client.delete(path).status == 204 { albums.remove(at: place) }
      }
    }
  }

  /// What one reader was told, twice.
  private struct Follower {
    let client: Client
    let events: EventReader
    var token: String
    var byPages: [String: JSONValue] = [:]
    var byEvents: [String: JSONValue] = [:]

    init(_ service: TestService, _ credential: Credential?) throws {
      client = credential.map { service.client($0) } ?? service.client()
      token = try #require(client.get("/v1/changes?kinds=albums").member("next").text)
      events = try EventReader(service, "/v1/events?kinds=photos,albums", as: credential)
    }

    mutating func readPages() throws {
      while true {
        let page = try client.get("/v1/changes?kinds=albums&limit=3&since=\(token)").json()
        for change in page["changes"].items { Self.take(change, into: &byPages) }
        token = try #require(page["next"].text)
        guard page["more"] == true else { return }
      }
    }

    mutating func readEvents(until photo: String) throws {
      while true {
        let change = try events.change()
        if change["id"].text == photo { return }
        Self.take(change, into: &byEvents)
      }
    }

    /// What the list of albums shows.
    func shown() throws -> [String: JSONValue] {
      let items = try client.get("/v1/albums?limit=100").json()["items"].items
      return Dictionary(uniqueKeysWithValues: items.map { ($0["id"].text ?? "", $0) })
    }

    private static func take(_ change: JSONValue, into albums: inout [String: JSONValue]) {
      guard case .object(var members) = change, let id = change["id"].text else { return }
      members["change"] = nil
      members["kind"] = nil
      switch change["kind"].text {
      case "album": albums[id] = .object(members)
      case "album-withdrawn": albums[id] = nil
      default: break
      }
    }
  }
}
