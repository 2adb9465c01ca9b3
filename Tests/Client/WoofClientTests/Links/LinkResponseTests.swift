// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct LinkResponseTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func `a new link is read with all its members, and written as it was`() throws {
    let link = try decode(ShareLink.self, SampleLink.json)
    #expect(
      link
        == ShareLink(
          id: SampleLink.id, url: URL(string: "https://photos.example.org/s/\(SampleLink.token)"),
          token: SampleLink.token, target: .album(SampleAlbum.id),
          createdAt: try #require(Timestamp("2026-05-01T10:00:00.000Z")),
          expiresAt: try #require(Timestamp("2026-05-31T10:00:00.000Z")), hasPassword: true, allows: .download,
          viewCount: 3, lastViewedAt: Timestamp("2026-05-02T10:00:00.000Z")))
    let written = try decode(JSONValue.self, String(decoding: try JSONEncoder().encode(link), as: UTF8.self))
    #expect(try written == decode(JSONValue.self, SampleLink.json))
  }

  @Test func `a link to a photo is read, without an address as in a list`() throws {
    let json = """
      {"id":"\(SampleLink.id)","photo":"\(SampleAlbum.id)","createdAt":"2026-05-01T10:00:00.000Z",\
      "expiresAt":"2026-05-31T10:00:00.000Z","hasPassword":false,"allows":["bark"],"location":true,"viewCount":0}
      """
    let link = try decode(ShareLink.self, json)
    #expect(link.target == .photo(SampleAlbum.id.uuid) && link.url == nil && link.token == nil)
    #expect(link.showsLocation && !link.allows.contains(.download) && link.lastViewedAt == nil)
  }

  @Test func `a link to neither an album nor a photo is none`() {
    let json = SampleLink.json.replacingOccurrences(of: #""album""#, with: #""kennel""#)
    #expect(throws: DecodingError.self) { try decode(ShareLink.self, json) }
  }

  @Test func `a locked link tells nothing of what it shows`() throws {
    let content = try decode(SharedContent.self, #"{"isLocked":true,"expiresAt":"2026-05-31T10:00:00.000Z"}"#)
    #expect(content == SharedContent(expiresAt: try #require(Timestamp("2026-05-31T10:00:00.000Z"))))
  }

  @Test func `an open link tells of its album`() throws {
    let json = """
      {"isLocked":false,"expiresAt":"2026-05-31T10:00:00.000Z","kind":"album","owner":"ada","title":"Rex",\
      "photoCount":2,"cover":"\(SampleAlbum.id)","allows":["download"]}
      """
    let content = try decode(SharedContent.self, json)
    #expect((content.kind, content.owner, content.title, content.photoCount) == (.album, "ada", "Rex", 2))
    #expect(content.cover == SampleAlbum.id.uuid && content.allows.contains(.download))
    let written = try decode(JSONValue.self, String(decoding: try JSONEncoder().encode(content), as: UTF8.self))
    #expect(try written == decode(JSONValue.self, json))
  }

  @Test func `a shared photo is read with its likes and without, and written as it was`() throws {
    let json = """
      {"id":"\(SampleLink.photo.id)","owner":"ada","caption":"Rex","contentType":"image/jpeg","width":16,"height":16,\
      "createdAt":"2026-05-01T10:00:00.000Z"
      """
    for (members, likes) in [
      ("}", nil),
      (#","likeCount":2,"likedBy":["Oma"],"isLiked":true}"#, SharedLikes(count: 2, names: ["Oma"], isLiked: true)),
    ] {
      let photo = try decode(SharedPhoto.self, json + members)
      #expect(photo.likes == likes)
      let written = try decode(JSONValue.self, String(decoding: try JSONEncoder().encode(photo), as: UTF8.self))
      #expect(try written == decode(JSONValue.self, json + members))
    }
  }

  @Test func `a file of a shared photo has the name that is told, or one by its id`() {
    var photo = SampleLink.photo
    #expect(photo.fileName == "\(photo.id).jpg")
    photo.originalFileName = "Rex.jpeg"
    #expect(photo.fileName == "Rex.jpeg")
    photo.originalFileName = "../.bashrc"
    #expect(!photo.fileName.contains("/") && !photo.fileName.hasPrefix("."))
  }
}
