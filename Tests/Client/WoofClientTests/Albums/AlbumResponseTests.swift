// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import WoofClient

@Suite struct AlbumResponseTests {
  private let id = SampleAlbum.id

  @Test func `an album is read with all its members`() throws {
    let album = try JSONDecoder().decode(Album.self, from: Data(SampleAlbum.json.utf8))
    let created = try #require(Timestamp("2026-05-01T10:00:00.000Z"))
    #expect(
      album
        == Album(
          id: id, owner: "ada", title: "Rex at the lake", visibility: .unlisted, cover: id.uuid, photoCount: 3,
          contributors: ["bob"], createdAt: created, version: 7))
  }

  @Test func `an album without a cover is read, and one whose contributors are not told`() throws {
    let json = """
      {"id":"\(id)","owner":"ada","title":"Rex","visibility":"public","photoCount":0,\
      "createdAt":"2026-05-01T10:00:00.000Z","version":1}
      """
    let album = try JSONDecoder().decode(Album.self, from: Data(json.utf8))
    #expect(album.cover == nil && album.contributors == nil)
  }

  @Test func `an album comes with its tag, on which a change can depend`() async throws {
    let service = try ScriptedService { request, _ in
      ScriptedService.Response(
        fields: ["Content-Type": "application/json", "ETag": #""7-rex""#], pieces: [Data(SampleAlbum.json.utf8)])
    }
    let versioned = try await service.client().versionedAlbum(id)
    #expect((versioned.album.id, versioned.entityTag) == (id, #""7-rex""#))
    try await service.client().editAlbum(id, title: "Bella", ifMatching: versioned.entityTag)
    #expect(service.requests.last?.value(forHTTPHeaderField: "If-Match") == #""7-rex""#)
    #expect(service.requests.last?.httpMethod == "PATCH")
  }

  @Test func `an album without a tag is no response of Woof where one is needed`() async throws {
    let service = try ScriptedService { _, _ in .json(SampleAlbum.json) }
    let error = try await failure { _ = try await service.client().versionedAlbum(id) }
    #expect(error.code == .invalidServerResponse)
  }

  @Test func `a deletion that depends on an older state is refused`() async throws {
    let service = try ScriptedService { _, _ in .problem(.preconditionFailed) }
    let error = try await failure { try await service.client().deleteAlbum(id, ifMatching: #""6-rex""#) }
    #expect(error.code == .preconditionFailed)
  }

  @Test func `a photo of a batch without metadata was changed all the same`() throws {
    let json = #"{"items":[{"id":"\#(id)","status":204}]}"#
    let batch = try JSONDecoder().decode(PhotoBatch.self, from: Data(json.utf8))
    let photo = try #require(batch.items.first).result.get()
    #expect(photo == nil)
  }
}
