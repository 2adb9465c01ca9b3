// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// Photos as ZIP files: `/v1/archives` and `/v1/albums/{id}/archive`.
@Suite(.overEachProtocol, .overEachWorld) struct ArchiveTests {
  private static let unknown = "0193a7b2-0000-7000-8000-000000000000"

  @Test func `an archive of photos holds their originals, in the order of the request`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let pictures = [SampleJPEG.next(), SampleJPEG.large(byteCount: 300_000), SampleJPEG.next()]
      let photos = try pictures.map { try #require(try ada.add($0, "?visibility=private")["id"].text) }
      let order = [2, 0, 1]
      let archive = try ada.makeArchive(#""photos":\#(order.map { photos[$0] })"#)
      #expect(try archive.member("photoCount") == 3 && archive.member("fileName") == "photos.zip")
      let download = try service.client().get(archive["Location"] ?? "")
      #expect(download.status == 200 && download["Content-Type"] == "application/zip")
      #expect(download["Content-Length"] == "\(download.body.count)")
      #expect(try archive.member("byteCount").integer == Int64(download.body.count))
      #expect(download["Content-Disposition"] == #"attachment; filename="photos.zip""#)
      #expect(download["Cache-Control"] == "private, no-cache")
      #expect(download["Referrer-Policy"] == "no-referrer" && download["X-Robots-Tag"] == "noindex")
      let files = try ZIPFile(download.body, in: service.folder).files
      #expect(files.map(\.bytes) == order.map { pictures[$0] })
      #expect(files.map(\.name) == order.map { "\(photos[$0]).jpg" })
    }
  }

  @Test func `an archive of an album holds it as its reader sees it, under the names that the reader's own files have`()
    async throws
  {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum("Rex: am See/1")
      var photos: [String] = []
      for (name, visibility) in [("rex.jpg", "public"), ("Rex.jpg", "private"), ("con.jpg", "public")] {
        let added = try ada.add(SampleJPEG.next(), "?visibility=\(visibility)&fileName=\(name)")
        photos.append(try #require(added["id"].text))
      }
      for photo in photos { #expect(try ada.addToAlbum(album, photo).status == 200) }
      let own = try ada.get("/v1/albums/\(album)/archive")
      #expect(own.status == 200 && own["Vary"]?.contains("Authorization") == true)
      #expect(own["Content-Disposition"]?.contains("1.zip") == true)
      #expect(try ZIPFile(own.body, in: service.folder).files.map(\.name) == ["rex.jpg", "Rex (2).jpg", "_con.jpg"])
      let others = [photos[0], photos[2]].map { "\($0).jpg" }
      for client in [bob, service.client()] {
        let response = try client.get("/v1/albums/\(album)/archive")
        #expect(try ZIPFile(response.body, in: service.folder).files.map(\.name) == others)
        let made = try client.makeArchive(#""album":"\#(album)""#)
        #expect(try client.get(made["Location"] ?? "").body == response.body)
      }
      #expect(try ada.get(try ada.makeArchive(#""album":"\#(album)""#)["Location"] ?? "").body == own.body)
    }
  }

  @Test func `every part of an archive is that of the whole, and a tag holds until something changes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let large = try #require(try ada.add(SampleJPEG.large(byteCount: 200_000))["id"].text)
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      _ = try ada.addToAlbum(album, large, json: "{\"before\":\"\(photos[1])\"}")
      let target = "/v1/albums/\(album)/archive"
      let whole = try ada.get(target)
      let (count, tag) = (whole.body.count, whole["ETag"] ?? "")
      var generator = SeededGenerator(seed: 17)
      let ranges = (0..<20).map { _ in
        let start = Int.random(in: 0..<count, using: &generator)
        return start..<Int.random(in: start + 1...count, using: &generator)
      }
      for range in ranges + [0..<1, count - 1..<count, 0..<count] {
        let fields: KeyValuePairs = ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)", "If-Range": tag]
        let part = try ada.get(target, fields)
        #expect(part.status == 206 && part.body == Array(whole.body[range]), "\(range)")
        #expect(part["Content-Range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
      }
      #expect(try ada.get(target, ["If-None-Match": tag]).status == 304)
      #expect(try ada.get(target, ["Range": "bytes=\(count)-"]).status == 416)
      #expect(try ada.get(target, ["If-Match": "\"x\""]).status == 412)
      #expect(try ada.get(target, ["Range": "bytes=0-1,9000-9001"]).body == whole.body)
      let head = try ada.head(target)
      #expect(head.status == 200 && head["Content-Length"] == "\(count)" && head["ETag"] == tag)
      _ = try ada.addToAlbum(album, try ada.addPhoto())
      let changed = try ada.get(target, ["Range": "bytes=5-", "If-Range": tag])
      #expect(changed.status == 200 && changed.body.count > count && changed["ETag"] != tag)
    }
  }

  @Test func `an archive of hundreds of photos holds each once, whole and in parts`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try (0..<210).map { _ in try ada.addPhoto("?visibility=private") }
      let target = try ada.makeArchive(#""photos":\#(photos)"#)["Location"] ?? ""
      let whole = try service.client().get(target).body
      #expect(try ZIPFile(whole, in: service.folder).files.map(\.name) == photos.map { "\($0).jpg" })
      for start in stride(from: 0, to: whole.count, by: 20_011) {
        let part = try service.client().get(target, ["Range": "bytes=\(start)-\(start + 20_010)"])
        #expect(part.status == 206 && part.body == Array(whole[start..<min(start + 20_011, whole.count)]), "\(start)")
      }
    }
  }

  @Test func `the address of an archive shows nothing that its reader may not read any more`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photos = try (0..<3).map { _ in try ada.addPhoto("?visibility=public") }
      let target = try bob.makeArchive(#""photos":\#(photos)"#)["Location"] ?? ""
      func names() throws -> [String] {
        try ZIPFile(try service.client().get(target).body, in: service.folder).files.map(\.name)
      }
      #expect(try names() == photos.map { "\($0).jpg" })
      #expect(try ada.send("PATCH", "/v1/photos/\(photos[0])", json: #"{"visibility":"private"}"#).status == 200)
      #expect(try ada.delete("/v1/photos/\(photos[1])").status == 204)
      #expect(try names() == ["\(photos[2]).jpg"])
      #expect(try ada.delete("/v1/photos/\(photos[2])").status == 204)
      #expect(try service.client().get(target).problem == "not-found")
    }
  }

  @Test func `a photo that is deleted while it is waited for ends the connection, and the next request is whole`()
    async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      var photos: [String] = []
      for picture in [SampleJPEG.large(byteCount: 12_000_000), SampleJPEG.next()] {
        photos.append(try #require(try ada.add(picture)["id"].text))
      }
      let target = try ada.makeArchive(#""photos":\#(photos)"#)["Location"] ?? ""
      let connection = try service.connect()
      try connection.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try connection.receive(through: "\r\n\r\n")
      let announced = try #require(head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) })
      #expect(try ada.delete("/v1/photos/\(photos[1])").status == 204)
      var count = 0
      while let part = try? connection.receive(), !part.isEmpty { count += part.count }
      #expect(count < announced)
      let next = try service.client().get(target, ["Range": "bytes=\(count)-", "If-Range": "\"x\""])
      #expect(next.status == 200)
      #expect(try ZIPFile(next.body, in: service.folder).files.map(\.name) == ["\(photos[0]).jpg"])
    }
  }

  @Test func `what one may not read makes no archive`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let hidden = try ada.addPhoto("?visibility=private")
      let shown = try ada.addPhoto("?visibility=public")
      let gone = try ada.addPhoto("?visibility=public")
      _ = try ada.delete("/v1/photos/\(gone)")
      let album = try ada.makeAlbum("Rex", "private")
      let empty = try ada.makeAlbum("Empty")
      for client in [bob, service.client()] {
        for photo in [hidden, Self.unknown, "x"] {
          #expect(try client.archive(#""photos":\#([shown, photo])"#).problem == "not-found", "\(photo)")
        }
        #expect(try client.archive(#""photos":["\#(gone)"]"#).problem == "gone")
        for id in [album, Self.unknown, empty] {
          #expect(try client.archive(#""album":"\#(id)""#).problem == "not-found")
          #expect(try client.get("/v1/albums/\(id)/archive").problem == "not-found")
        }
      }
    }
  }

  @Test(arguments: [
    "", #""photos":[]"#, #""photos":"x""#, #""photos":[1]"#, #""album":1"#, #""album":null"#,
    #""photos":["\#(unknown)"],"album":"\#(unknown)""#, #""x":1"#,
  ])
  func `a request that makes no sense is refused`(members: String) async throws {
    try await withService { service in
      let refused = try service.client().archive(members)
      #expect(refused.status == 400 && refused.problem != nil, "\(refused.text)")
    }
  }

  @Test func `a photo stands in an archive once`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      #expect(try ada.archive(#""photos":\#([photo, photo])"#).problem == "invalid-parameter")
    }
  }

  @Test func `an address that nobody was given is not found`() async throws {
    try await withService { service in
      for text in ["x", String(repeating: "A", count: 43), String(repeating: "A", count: 44)] {
        let response = try service.client().get("/v1/archives/\(text)")
        #expect(response.problem == "not-found", "\(text)")
      }
    }
  }

  @Test func `the log does not have the address of an archive`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let target = try ada.makeArchive(#""photos":["\#(try ada.addPhoto())"]"#)["Location"] ?? ""
      #expect(try service.client().get(target).status == 200)
      let secret = try #require(target.split(separator: "/").last)
      try await eventually { try service.log().contains("/v1/archives/") }
      #expect(try !service.log().contains(secret))
    }
  }
}

extension Client {
  /// Asks for an archive.
  ///
  /// - Parameter members: The members of the request, in JSON.
  fileprivate func archive(_ members: String) throws -> ClientResponse {
    try send("POST", "/v1/archives", json: "{\(members)}")
  }

  /// Asks for an archive that there must be.
  fileprivate func makeArchive(_ members: String) throws -> ClientResponse {
    let response = try archive(members)
    guard response.status == 201 else { throw TestFailure("\(response.status): \(response.text)") }
    return response
  }
}
