// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import TestKit

/// A share link, and a client that has nothing else.
struct LinkHolder {
  let id: String
  /// The part of the address that is secret.
  let token: String
  /// The address of the page for people.
  let url: String
  let client: Client

  /// The path below which everything is that the link shows.
  var path: String { "/v1/shared/\(token)" }
  /// The path of the page for people.
  var page: String { "/s/\(token)" }

  /// Makes a link.
  ///
  /// - Parameter members: The members of the request, in JSON.
  init(_ service: TestService, _ owner: Client, _ members: String) throws {
    let response = try owner.send("POST", "/v1/links", json: "{\(members)}")
    guard response.status == 201, let id = try response.member("id").text,
      let token = try response.member("token").text, let url = try response.member("url").text
    else { throw TestFailure("\(response.status): \(response.text)") }
    (self.id, self.token, self.url, client) = (id, token, url, service.client())
  }

  /// Makes a link to an album.
  init(_ service: TestService, _ owner: Client, album: String, _ members: String = "") throws {
    try self.init(service, owner, #""album":"\#(album)"\#(members.isEmpty ? "" : ",\(members)")"#)
  }

  /// Makes a link to a photo.
  init(_ service: TestService, _ owner: Client, photo: String, _ members: String = "") throws {
    try self.init(service, owner, #""photo":"\#(photo)"\#(members.isEmpty ? "" : ",\(members)")"#)
  }

  /// Asks for what is at a path below that of the link.
  func get(_ path: String = "", _ fields: KeyValuePairs<String, String> = [:]) throws -> ClientResponse {
    try client.get(self.path + path, fields)
  }

  /// Gives a password.
  func unlock(_ password: String) throws -> ClientResponse {
    try client.send("POST", "\(path)/unlock", json: #"{"password":"\#(password)"}"#)
  }

  /// The ids of the photos that are shown.
  func photos() throws -> [String] { try client.ids("\(path)/photos?limit=500") }

  /// The paths, below that of the link, that show something of a photo.
  static func places(of photo: String) -> [String] {
    ["/photos/\(photo)/original"] + ["thumb", "grid", "preview", "shareable"].map { "/photos/\(photo)/variants/\($0)" }
  }

  /// All addresses at which a link to a photo shows something.
  func targets(_ photo: String) -> [String] {
    (["", "/photos"] + Self.places(of: photo)).map { path + $0 } + [page]
  }
}
