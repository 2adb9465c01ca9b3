// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import WoofClient
internal import WoofModel

extension ControlRoutes {
  func addAlbum(_ body: inout ControlBody) async throws -> JSONValue {
    let (title, owner) = (try body.neededText("title"), try body.neededText("owner"))
    let visibility: Visibility = try body.word("visibility") ?? .public
    let (photos, contributors) = (try body.texts("photos"), try body.texts("contributors"))
    try body.finish()
    let album = try await harness.addAlbum(
      title, by: owner, visibility: visibility, photos: try photos.map(Self.photo), contributors: contributors)
    return .object(["album": .string("\(album)")])
  }

  func addLink(_ body: inout ControlBody) async throws -> JSONValue {
    let (album, photo) = (try body.text("album"), try body.text("photo"))
    let allowed = try body.texts("allows")
    let (password, expiresAt) = (try body.text("password"), try body.timestamp("expiresAt"))
    let showsLocation = try body.flag("location")
    try body.finish()
    guard let allows = ShareLinkAllowances(names: allowed) else {
      let names = ShareLinkAllowances.allNames.joined(separator: ", ")
      throw HarnessError(.invalid, "The member “allows” has some of \(names).")
    }
    let link = try await harness.addLink(
      to: try Self.target(album: album, photo: photo), allows: allows, password: password, expiresAt: expiresAt,
      showsLocation: showsLocation)
    return .object([
      "url": .string("\(harness.url.absoluteString)/s/\(link.token)"), "token": .string(link.token),
    ])
  }

  func addAppPassword(_ body: inout ControlBody) async throws -> JSONValue {
    let (account, name) = (try body.neededText("account"), try body.neededText("name"))
    let names = try body.texts("scopes")
    let expiresAt = try body.timestamp("expiresAt")
    try body.finish()
    guard let scopes = names.isEmpty ? .all : AppPasswordScopes(names: names) else {
      let names = AppPasswordScopes.allNames.joined(separator: ", ")
      throw HarnessError(.invalid, "The member “scopes” has some of \(names).")
    }
    let made = try await harness.addAppPassword(name, of: account, for: scopes, until: expiresAt)
    return .object(["id": .string(made.id), "password": .string(made.password)])
  }

  private static func target(album: String?, photo: String?) throws(HarnessError) -> ShareLinkTarget {
    switch (album, photo) {
    case (let text?, nil):
      guard let id = AlbumID(text) else { throw HarnessError(.invalid, "“\(text)” is no id of an album.") }
      return .album(id)
    case (nil, let text?): return .photo(try Self.photo(text))
    default: throw HarnessError(.invalid, "A link shows an album or a photo: give the member “album” or “photo”.")
    }
  }

  private static func photo(_ text: String) throws(HarnessError) -> PhotoID {
    guard let photo = PhotoID(text) else { throw HarnessError(.invalid, "“\(text)” is no id of a photo.") }
    return photo
  }
}
