// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct LinkRequestTests {
  private let album = SampleAlbum.id
  private let photo = SampleAlbum.id.uuid

  /// The JSON of a request's content.
  private func json(_ request: some APIRequest) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: try #require(try request.content).data)
  }

  @Test func `a new link shows pictures and nothing else, unless more is said`() throws {
    #expect(
      try json(CreateShareLinkRequest(target: .album(album)))
        == .object(["album": .string("\(album)"), "allows": .array([]), "location": .bool(false)]))
  }

  @Test func `a new link has all rules that are given`() throws {
    let expiry = try #require(Timestamp("2027-01-31T12:00:00.000Z"))
    let request = CreateShareLinkRequest(
      target: .photo(photo), expiresAt: expiry, password: "tail", allows: .download, showsLocation: true)
    #expect(
      try json(request)
        == .object([
          "photo": .string("\(photo)"), "expiresAt": "2027-01-31T12:00:00.000Z", "password": "tail",
          "allows": .array(["download"]), "location": .bool(true),
        ]))
  }

  @Test func `a link is made, and a password tried, by requests that are never sent twice`() throws {
    #expect(!CreateShareLinkRequest(target: .album(album)).isIdempotent)
    #expect(try !UnlockSharedRequest(link: SampleLink.shared(), password: "tail").isIdempotent)
  }

  @Test func `an edit has what changes, as a merge patch`() throws {
    let request = EditShareLinkRequest(id: SampleLink.id, allows: [], showsLocation: true)
    #expect(try json(request) == .object(["allows": .array([]), "location": .bool(true)]))
    #expect(try request.content?.type == "application/merge-patch+json")
    #expect(request.path == "/v1/links/\(SampleLink.id)" && request.isIdempotent)
  }

  @Test func `a password is left, replaced or removed`() throws {
    #expect(try json(EditShareLinkRequest(id: SampleLink.id)) == .object([:]))
    #expect(
      try json(EditShareLinkRequest(id: SampleLink.id, password: .new("tail"))) == .object(["password": "tail"]))
    #expect(
      try json(EditShareLinkRequest(id: SampleLink.id, password: .removed)) == .object(["password": .null]))
  }

  @Test func `an album's link lets its holders do what is named`() throws {
    let request = CreateShareLinkRequest(target: .album(album), allows: [.like, .add])
    #expect(
      try json(request)
        == .object(["album": .string("\(album)"), "allows": .array(["add", "like"]), "location": .bool(false)]))
    #expect(try json(EditShareLinkRequest(id: SampleLink.id, allows: .like)) == .object(["allows": .array(["like"])]))
  }

  @Test func `a guest is known by a key, and a photo that is sent again by another`() throws {
    var link = try SampleLink.shared()
    #expect(!NameSharedGuestRequest(link: link, name: "Oma").isIdempotent)
    link.guest = SharedLinkGuest(name: "Oma", key: "wagging")
    let naming = NameSharedGuestRequest(link: link, name: "Opa")
    #expect(try naming.isIdempotent && json(naming) == .object(["name": "Opa"]))
    let adding = AddSharedPhotoRequest(link: link, data: Data([1]), fileName: "a.jpg", idempotencyKey: "k")
    #expect(adding.fields == ["Woof-Link-Guest": "wagging", "Idempotency-Key": "\"k\""])
    #expect(adding.query.map(\.description) == ["fileName=a.jpg"] && adding.content?.data == Data([1]))
    #expect(adding.isIdempotent && !adding.sendsCredential)
    let like = LikeSharedPhotoRequest(id: photo, link: link, isLiked: false)
    #expect(like.method == .delete && like.path.hasSuffix("/photos/\(photo)/like"))
    #expect(!"\(link) \(String(reflecting: link)) \(naming)".contains("wagging"))
  }

  @Test func `links are listed by their album or their photo`() {
    let parts = [ShareLinkPageRequest(target: .album(album), limit: 2), ShareLinkPageRequest(target: .photo(photo))]
    #expect(parts[0].query.map(\.description) == ["album=\(album)", "limit=2"])
    #expect(parts[1].query.map(\.description) == ["photo=\(photo)"])
  }
}
