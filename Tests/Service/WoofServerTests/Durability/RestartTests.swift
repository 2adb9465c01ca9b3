// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofAPI

@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// A service that stops and starts again on the same folder.
@Suite(.overEachProtocol) struct RestartTests {
  /// What a client knows when the service stops.
  private struct Memory: Sendable {
    var photos: [String: [UInt8]] = [:]
    var originals: [String: [UInt8]] = [:]
    var tags: [String: String] = [:]
    var list: [UInt8] = []
    var favourites: [String] = []
    var tokens: (anonymous: String, ada: String) = ("", "")
    var deleted = ""
    var replay: (picture: [UInt8], response: [UInt8]) = ([], [])
  }

  private static func fill(_ service: TestService) async throws -> Memory {
    let ada = try await service.member("ada")
    let bob = try await service.member("bob", isAdministrator: true)
    var memory = Memory()
    for (number, visibility) in ["public", "unlisted", "private", "public"].enumerated() {
      let picture = SampleJPEG.large(byteCount: number * 90_000)
      let id = try #require(try ada.add(picture, "?caption=\(number)&visibility=\(visibility)")["id"].text)
      memory.originals[id] = picture
    }
    memory.replay.picture = SampleJPEG.next()
    let keyed = try bob.post("/v1/photos", ["Idempotency-Key": "\"k\""], memory.replay.picture)
    memory.replay.response = keyed.body
    memory.deleted = try ada.addPhoto()
    _ = try ada.delete("/v1/photos/\(memory.deleted)")
    memory.tokens = try (service.client().token(), ada.token())
    for id in try bob.ids("/v1/photos") { _ = try bob.setFavourite(id) }
    for id in memory.originals.keys {
      let response = try ada.get("/v1/photos/\(id)")
      memory.photos[id] = response.body
      memory.tags[id] = response["ETag"]
    }
    memory.list = try service.client().get("/v1/photos?order=popular").body
    memory.favourites = try bob.ids("/v1/me/favourites")
    return memory
  }

  @Test func `all acknowledged writes survive a restart unchanged`() async throws {
    let folder = try TemporaryFolder()
    let memory = try await withService(in: folder) { try await Self.fill($0) }
    try await withService(in: folder) { service in
      let (ada, bob) = (service.client(Credential("ada")), service.client(Credential("bob")))
      for (id, photo) in memory.photos {
        let response = try ada.get("/v1/photos/\(id)")
        #expect(response.body == photo)
        #expect(response["ETag"] == memory.tags[id])
        #expect(try ada.get("/v1/photos/\(id)/original").body == memory.originals[id])
      }
      #expect(try service.client().get("/v1/photos?order=popular").body == memory.list)
      #expect(try bob.ids("/v1/me/favourites") == memory.favourites)
      #expect(try bob.get("/v1/me").member("admin") == true)
      #expect(try ada.get("/v1/photos/\(memory.deleted)").problem == "gone")
      let replay = try bob.post("/v1/photos", ["Idempotency-Key": "\"k\""], memory.replay.picture)
      #expect(replay.status == 201)
      // It is the photo of then, as it is by now: liked.
      #expect(try replay.member("id") == JSONValue(memory.replay.response)["id"])
    }
  }

  @Test func `tokens from before a restart continue where they stood`() async throws {
    let folder = try TemporaryFolder()
    let memory = try await withService(in: folder) { try await Self.fill($0) }
    try await withService(in: folder) { service in
      let ada = service.client(Credential("ada"))
      let liked = Set(memory.favourites)
      #expect(Set(try service.client().changes(since: memory.tokens.anonymous).compactMap { $0["id"].text }) == liked)
      #expect(Set(try ada.changes(since: memory.tokens.ada).compactMap { $0["id"].text }) == liked)
      let reader = try EventReader(service, "/v1/events?since=\(memory.tokens.anonymous)")
      #expect(liked.contains(try reader.change()["id"].text ?? ""))
    }
  }

  @Test func `a stopped service is released completely`() async throws {
    let remains = try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.get("/v1/photos/\(try ada.addPhoto())/original")
      _ = try EventReader(service)
      return Remains(service: service.running.service, library: service.running.library)
    }
    try await eventually { remains.service == nil && remains.library == nil }
  }

  /// What does not keep a service alive.
  private struct Remains: @unchecked Sendable {  // weak references may be read on any thread
    weak let service: WoofService?
    weak let library: PhotoLibrary?
  }

  @Test func `unfinished uploads are removed after the service died`() async throws {
    let folder = try TemporaryFolder()
    try await withService(in: folder) { _ in }
    let descriptor = open(folder.path("data/spool/left"), O_CREAT | O_WRONLY, 0o600)
    #expect(write(descriptor, "half", 4) == 4)
    close(descriptor)
    try await withService(in: folder) { service in #expect(service.spooledFiles.isEmpty) }
  }

  @Test func `unneeded blobs are removed, and needed ones are kept`() async throws {
    let folder = try TemporaryFolder()
    let kept = SampleJPEG.next()
    try await withService(in: folder) { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      _ = try bob.add(kept)
      let ids = try [ada.add(kept), ada.add(SampleJPEG.next())].compactMap { $0["id"].text }
      #expect(service.blobs.count == 2)
      for id in ids { _ = try ada.delete("/v1/photos/\(id)") }
      try await eventually { service.blobs.count == 1 }
    }
    try await withService(in: folder) { service in
      let id = try #require(try service.client().ids("/v1/photos?owner=bob").first)
      #expect(try service.client().get("/v1/photos/\(id)/original").body == kept)
    }
  }
}
