// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Photos that one request asks for, or the change that it makes to each of them.
struct PhotoBatch: Sendable {
  /// The change to each photo.
  enum Change: Hashable, Sendable {
    /// Changes the caption or the visibility.
    case edit(PhotoEdit)
    /// Sets the account's favourite, or unsets it.
    case favourite(Bool)
    /// Deletes the photo, or restores it.
    case deleted(Bool)
    /// Adds the photo to an album, or takes it out.
    case album(AlbumID, isAdded: Bool)
  }

  /// The most items of one request.
  static let itemLimit = 500

  /// The longest caption, each byte of it escaped, and 500 ids fit in.
  private static let byteLimit = 160 * 1024
  /// The members of a change that no other may stand beside.
  private static let loneMembers = ["favourite", "deleted", "addToAlbum", "removeFromAlbum"]

  /// The ids as the request has them, each once.
  let ids: [String]
  /// The change to each of them; `nil` where they are only read.
  let change: Change?

  /// Reads the batch that a request carries.
  ///
  /// - Parameter workers: Decode long ones.
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request`, `invalid-parameter` or `unavailable`.
  static func read(from request: HTTPRequest, on workers: WorkerPool) async throws -> PhotoBatch {
    try PhotoBatch(try await JSONBody.object(of: request, upTo: byteLimit, on: workers))
  }

  /// Reads the digests of originals that a request names.
  ///
  /// - Throws: As ``read(from:on:)``.
  static func digests(from request: HTTPRequest, on workers: WorkerPool) async throws -> [Digest] {
    let members = try await JSONBody.object(of: request, upTo: byteLimit, allowing: ["digests"], on: workers)
    return try texts("digests", of: members).map { text in
      guard let digest = Digest(text) else {
        throw RouteQuery.invalid("digests", "A digest is sha256- and 43 characters of base64url.")
      }
      return digest
    }
  }

  /// Reads a batch from the members of an object.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  init(_ members: [String: JSONValue]) throws {
    try JSONBody.requireKnown(members.keys, ["ids", "change"])
    ids = try Self.texts("ids", of: members)
    change = try members["change"].map(Self.change)
  }

  private static func change(_ value: JSONValue) throws -> Change {
    guard case .object(let members) = value, !members.isEmpty else {
      throw RouteQuery.invalid(
        "change",
        "A change is an object with caption and visibility, or with one of \(loneMembers.joined(separator: ", ")).")
    }
    guard let name = loneMembers.first(where: { members[$0] != nil }) else {
      return .edit(try PhotoPatch.edit(of: members))
    }
    guard members.count == 1 else {
      throw RouteQuery.invalid(name, "The member stands alone: send another request for the other changes.")
    }
    switch name {
    case "addToAlbum": return .album(try AlbumJSON.album(name, members[name]), isAdded: true)
    case "removeFromAlbum": return .album(try AlbumJSON.album(name, members[name]), isAdded: false)
    default: break
    }
    guard case .bool(let isSet)? = members[name] else {
      throw RouteQuery.invalid(name, "The member must be true or false.")
    }
    return name == "deleted" ? .deleted(isSet) : .favourite(isSet)
  }

  /// The texts of a list, each of which stands once.
  private static func texts(_ name: String, of members: [String: JSONValue]) throws -> [String] {
    guard case .array(let values)? = members[name], (1...itemLimit).contains(values.count) else {
      throw RouteQuery.invalid(name, "The member must be a list of 1 to \(itemLimit) strings.")
    }
    var known: Set<String> = []
    return try values.map { value in
      guard case .string(let text) = value else {
        throw RouteQuery.invalid(name, "The member must be a list of 1 to \(itemLimit) strings.")
      }
      guard known.insert(text).inserted else { throw RouteQuery.invalid(name, "Each may stand once only.") }
      return text
    }
  }
}
