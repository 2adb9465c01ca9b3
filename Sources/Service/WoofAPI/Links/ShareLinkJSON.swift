// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// Reads and writes share links as the wire contract has them.
enum ShareLinkJSON {
  /// A link that a request wants to be made.
  struct Draft: Sendable {
    let target: ShareLink.Target
    let expiresAt: Timestamp?
    let password: WipedBytes?
    let allowances: ShareLinkAllowances
    let showsLocation: Bool
  }

  /// The changes to a link that a request asks for.
  struct Patch: Sendable {
    let expiresAt: Timestamp?
    /// The new password; `.some(nil)` takes it away, and `nil` leaves it.
    let password: WipedBytes??
    /// The new allowances; `nil` leaves those that there are.
    let allowances: ShareLinkAllowances?
    let showsLocation: Bool?
  }

  private static let terms = ["expiresAt", "password", "allows", "location"]

  // MARK: Reading

  /// The link that a request wants to be made.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request` or `invalid-parameter`.
  static func draft(from request: HTTPRequest) async throws -> Draft {
    let members = try await SecretMembers.read(from: request, allowing: ["album", "photo"] + terms)
    return Draft(
      target: try target(
        album: members.optionalText("album", "the id of an album"),
        photo: members.optionalText("photo", "the id of a photo")),
      expiresAt: try expiry(of: members),
      password: try members.optionalSecret("password", "the password that holders have to give") ?? nil,
      allowances: try allowances(of: members) ?? [], showsLocation: try members.flag("location") ?? false)
  }

  /// The changes to a link that a request asks for (RFC 7396).
  ///
  /// - Throws: As ``draft(from:)``.
  static func patch(from request: HTTPRequest) async throws -> Patch {
    let members = try await SecretMembers.read(from: request, mediaTypes: JSONBody.patchTypes, allowing: terms)
    return Patch(
      expiresAt: try expiry(of: members),
      password: try members.optionalSecret("password", "the password that holders have to give, or null"),
      allowances: try allowances(of: members), showsLocation: try members.flag("location"))
  }

  /// The album or the photo that two texts name, of which there must be one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func target(album: String?, photo: String?) throws(WoofError) -> ShareLink.Target {
    switch (album, photo) {
    case (let album?, nil):
      guard let id = AlbumID(album) else { throw RouteQuery.invalid("album", "This is no id of an album.") }
      return .album(id)
    case (nil, let photo?):
      guard let id = PhotoID(photo) else { throw RouteQuery.invalid("photo", "This is no id of a photo.") }
      return .photo(id)
    default: throw RouteQuery.invalid("album", "Name an album or a photo, and not both.")
    }
  }

  private static func expiry(of members: SecretMembers) throws(WoofError) -> Timestamp? {
    guard let text = try members.optionalText("expiresAt", "a time in UTC, as 2027-01-31T12:00:00.000Z") else {
      return nil
    }
    guard let time = Timestamp(text) else {
      throw RouteQuery.invalid("expiresAt", "The member must be a time in UTC, as 2027-01-31T12:00:00.000Z.")
    }
    return time
  }

  private static func allowances(of members: SecretMembers) throws(WoofError) -> ShareLinkAllowances? {
    guard let names = try members.texts("allows", "a list of what holders may do") else { return nil }
    guard let allowances = ShareLinkAllowances(names: names) else {
      let known = ShareLinkAllowances.allNames.joined(separator: ", ")
      throw RouteQuery.invalid("allows", "Holders may be allowed to: \(known), each once.")
    }
    return allowances
  }

  // MARK: Writing

  /// A new link, with the address that is told this once.
  static func bytes(of link: ShareLink, at url: String, token: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("url")
    writer.value(url)
    writer.name("token")
    writer.value(token)
    writeMembers(of: link, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes a link as a value, as its owner sees it.
  static func write(_ link: ShareLink, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: link, to: &writer)
    writer.endObject()
  }

  /// Writes the members of a link, as its owner sees it.
  static func writeMembers(of link: ShareLink, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(link.id.description)
    switch link.target {
    case .album(let id):
      writer.name("album")
      writer.value(id.description)
    case .photo(let id):
      writer.name("photo")
      writer.value(id)
    }
    writer.name("createdAt")
    writer.value(link.createdAt)
    writer.name("expiresAt")
    writer.value(link.terms.expiresAt)
    writer.name("hasPassword")
    writer.value(link.terms.passwordHash != nil)
    writeAllowances(of: link, to: &writer)
    writer.name("location")
    writer.value(link.terms.showsLocation)
    writer.name("viewCount")
    writer.value(link.visits.count)
    if let last = link.visits.last {
      writer.name("lastViewedAt")
      writer.value(last)
    }
    writer.name("likeCount")
    writer.value(link.likeCount)
  }

  /// Writes a like of a guest as a value, as the link's owner sees it.
  static func write(_ like: GuestLike, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("photo")
    writer.value(like.photo)
    writer.name("name")
    writer.value(like.name)
    writer.name("likedAt")
    writer.value(like.likedAt)
    writer.endObject()
  }

  /// Writes the allowances of holders besides looking.
  static func writeAllowances(of link: ShareLink, to writer: inout JSONWriter) {
    writer.name("allows")
    writer.beginArray()
    let allowances = [
      (ShareLinkAllowances.download, link.terms.allowsDownload), (.add, link.terms.allowsAdding),
      (.like, link.terms.allowsLikes),
    ]
    for name in ShareLinkAllowances(allowances.filter(\.1).map(\.0)).names { writer.value(name) }
    writer.endArray()
  }
}
