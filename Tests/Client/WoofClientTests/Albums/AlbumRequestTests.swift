// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofClient

@Suite struct AlbumRequestTests {
  private let album = SampleAlbum.id
  private let photo = PhotoID(high: 0x0193_a7b2_c4d5_7e70, low: 0x8000_0000_0000_0000)

  /// The JSON of a request's content.
  private func json(_ request: some APIRequest) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: try #require(try request.content).data)
  }

  @Test func `a new album has its title, and a visibility only where one is given`() throws {
    #expect(try json(CreateAlbumRequest(title: "Rex")) == .object(["title": "Rex"]))
    #expect(
      try json(CreateAlbumRequest(title: "Rex", visibility: .public))
        == .object(["title": "Rex", "visibility": "public"]))
  }

  @Test func `an album is made by a request that is never sent twice`() {
    #expect(!CreateAlbumRequest(title: "Rex").isIdempotent)
  }

  @Test func `an edit has what changes, as a merge patch`() throws {
    let request = EditAlbumRequest(id: album, title: "Rex")
    #expect(try json(request) == .object(["title": "Rex"]))
    #expect(try request.content?.type == "application/merge-patch+json")
  }

  @Test func `a cover is a photo, or null for the first one`() throws {
    #expect(
      try json(EditAlbumRequest(id: album, cover: .photo(photo))) == .object(["cover": .string("\(photo)")]))
    #expect(try json(EditAlbumRequest(id: album, cover: .first)) == .object(["cover": .null]))
  }

  @Test func `an edit or a deletion depends on a tag, where one is given`() {
    let edit = EditAlbumRequest(id: album, title: "Rex", entityTag: #""7-rex""#)
    #expect(edit.fields == ["If-Match": #""7-rex""#] && !edit.isIdempotent)
    #expect(EditAlbumRequest(id: album, title: "Rex").fields.isEmpty)
    #expect(EditAlbumRequest(id: album, title: "Rex").isIdempotent)
    #expect(DeleteAlbumRequest(id: album, entityTag: #""7-rex""#).fields == ["If-Match": #""7-rex""#])
    #expect(DeleteAlbumRequest(id: album).fields.isEmpty)
  }

  @Test func `a photo goes before another one, to the end, or stays where it is`() throws {
    #expect(try AddAlbumPhotoRequest(photo: photo, album: album).content == nil)
    #expect(try json(AddAlbumPhotoRequest(photo: photo, album: album, place: .end)) == .object(["before": .null]))
    #expect(
      try json(AddAlbumPhotoRequest(photo: photo, album: album, place: .before(photo)))
        == .object(["before": .string("\(photo)")]))
  }

  @Test func `a name of an account is one segment of the path`() {
    #expect(AddContributorRequest(name: "a/b?c", album: album).path == "/v1/albums/\(album)/contributors/a%2Fb%3Fc")
    #expect(RemoveContributorRequest(name: "a b", album: album).path == "/v1/albums/\(album)/contributors/a%20b")
  }

  @Test(arguments: [
    (PhotoBatchChange.addition(to: SampleAlbum.id), "addToAlbum"), (.removal(from: SampleAlbum.id), "removeFromAlbum"),
  ])
  func `a batch changes what is in an album`(change: PhotoBatchChange, member: String) throws {
    #expect(
      try json(PhotoBatchRequest(ids: [photo], change: change))
        == .object([
          "ids": .array([.string("\(photo)")]), "change": .object([member: .string("\(SampleAlbum.id)")]),
        ]))
  }
}
