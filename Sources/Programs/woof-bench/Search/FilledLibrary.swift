// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofCommandLine
import WoofModel

/// A service with many photos, whose words are as rare and as common as those of people are, and an album of all of them.
///
/// The first account has nine of ten photos, one in three of them private; nine others have the rest.
struct FilledLibrary {
  let service: MeasuredService
  let accounts: [BenchAccount]
  /// The path of the album, to which the second account adds too.
  private(set) var album = ""
  /// The path of a share link to the album.
  private(set) var link = ""
  /// The photos that are to be uploaded next.
  private(set) var uploads: LibraryUploads

  /// Starts a service without photos.
  init(_ options: BenchOptions) throws {
    accounts = BenchAccount.several(10)
    uploads = LibraryUploads(by: accounts)
    service = try MeasuredService(options)
    try service.add(accounts)
    try service.start()
    try service.verify(accounts)
  }

  /// Uploads photos over 64 connections.
  ///
  /// - Throws: `CommandFailure` where one is not taken.
  mutating func add(_ photoCount: Int, progress: (Int) -> Void) throws {
    var uploads = uploads
    let client = try LoadClient(port: service.port, connectionCount: 64) { _ in uploads.next() }
    var rest = photoCount
    while rest > 0 {
      let result = client.run(.requests(min(rest, 5000)))
      guard result.failures.isEmpty, result.completed > 0 else {
        throw CommandFailure("uploads were answered \(result.failures)")
      }
      rest -= result.completed
      progress(photoCount - rest)
    }
    self.uploads = uploads
  }

  /// Puts all photos that the first account may add into an album with a share link.
  ///
  /// - Throws: `CommandFailure` where that is refused.
  mutating func makeAlbum() throws {
    let connection = try service.connect()
    let text = try created("/v1/albums", #"{"title": "All", "visibility": "public"}"#, over: connection)
    album = "/v1/albums/\(try member("id", of: text))"
    let added = try connection.send(
      HTTPClientRequest("PUT", "\(album)/contributors/\(accounts[1].name)", account: accounts[0]))
    guard added.status == 200 else { throw CommandFailure("a contributor was answered \(added.status)") }
    try fillAlbum(with: try photos(over: connection))
    let id = album.split(separator: "/").last ?? ""
    // The first connection has been idle for so long that the service may have ended it.
    let link = try created("/v1/links", #"{"album": "\#(id)"}"#, over: try service.connect())
    let url = try member("url", of: link)
    self.link = "/v1/shared/\(url.split(separator: "/").last ?? "")"
  }

  private func fillAlbum(with photos: [String]) throws {
    var index = 0
    let client = try LoadClient(port: service.port, connectionCount: 64) { [album, accounts] _ in
      defer { index += 1 }
      return LoadRequest(
        head: HTTPClientRequest("PUT", "\(album)/photos/\(photos[index])", account: accounts[0]).bytes)
    }
    while index < photos.count {
      let result = client.run(.requests(min(5000, photos.count - index)))
      guard result.failures.isEmpty, result.completed > 0 else {
        throw CommandFailure("photos of an album were answered \(result.failures)")
      }
    }
  }

  /// The ids of all photos of the first account.
  private func photos(over connection: HTTPConnection) throws -> [String] {
    var ids: [String] = []
    var cursor: String? = ""
    while let after = cursor {
      let target = "/v1/me/photos?limit=500" + (after.isEmpty ? "" : "&after=\(after)")
      let response = try connection.send(HTTPClientRequest("GET", target, account: accounts[0]))
      let page = try JSONDecoder().decode(PhotoPage.self, from: Data(response.body))
      ids += page.items.map(\.id)
      cursor = page.next
    }
    return ids
  }

  private func created(_ target: String, _ body: String, over connection: HTTPConnection) throws -> [UInt8] {
    let response = try connection.send(
      HTTPClientRequest(
        "POST", target, account: accounts[0], fields: ["Content-Type": "application/json"], body: Array(body.utf8)))
    guard response.status == 201 else { throw CommandFailure("\(target) was answered \(response.text)") }
    return response.body
  }

  private func member(_ name: String, of json: [UInt8]) throws -> String {
    guard case .object(let members) = try JSONDecoder().decode(JSONValue.self, from: Data(json)),
      case .string(let text) = members[name]
    else { throw CommandFailure("an answer has no \(name)") }
    return text
  }

  private struct PhotoPage: Decodable {
    struct Item: Decodable { var id: String }

    var items: [Item]
    var next: String?
  }
}
