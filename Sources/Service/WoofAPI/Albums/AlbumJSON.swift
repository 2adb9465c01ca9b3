// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Reads and writes albums as the wire contract has them.
enum AlbumJSON {
  // MARK: Reading

  /// The title and the visibility of an album that a request wants to be made.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request` or `invalid-parameter`.
  static func draft(from request: HTTPRequest) async throws -> (title: String, visibility: Visibility) {
    let members = try await JSONBody.object(of: request, allowing: ["title", "visibility"])
    guard let title = members["title"] else {
      throw RouteQuery.invalid("title", "An album has a title; give it one.")
    }
    return (try self.title(title), try members["visibility"].map(visibility) ?? .private)
  }

  /// The edit of an album that a request asks for (RFC 7396).
  ///
  /// - Throws: As ``draft(from:)``.
  static func edit(from request: HTTPRequest) async throws -> AlbumEdit {
    let members = try await JSONBody.object(
      of: request, mediaTypes: JSONBody.patchTypes, allowing: ["title", "visibility", "cover"])
    return AlbumEdit(
      title: try members["title"].map(title), visibility: try members["visibility"].map(visibility),
      cover: try members["cover"].map { try photo("cover", $0).map { .photo($0) } ?? .first })
  }

  /// The place in an album that a request names; without a body, the one that the photo has.
  ///
  /// - Throws: As ``draft(from:)``.
  static func place(from request: HTTPRequest) async throws -> AlbumPlace {
    guard request.body.announcedCount != 0 else { return .kept }
    let members = try await JSONBody.object(of: request, allowing: ["before"])
    guard let before = members["before"] else { return .kept }
    return try photo("before", before).map { .before($0) } ?? .end
  }

  /// The album that a member names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func album(_ name: String, _ value: JSONValue?) throws -> AlbumID {
    guard case .string(let text)? = value, let id = AlbumID(text) else {
      throw RouteQuery.invalid(name, "The member must be the id of an album.")
    }
    return id
  }

  private static func title(_ value: JSONValue) throws -> String {
    guard case .string(let title) = value else { throw RouteQuery.invalid("title", "The member must be a string.") }
    return try AlbumTitle.checked(title)
  }

  private static func visibility(_ value: JSONValue) throws -> Visibility {
    guard case .string(let text) = value else {
      throw RouteQuery.invalid("visibility", "The member must be a string.")
    }
    return try JSONBody.visibility(text)
  }

  private static func photo(_ name: String, _ value: JSONValue) throws -> PhotoID? {
    if case .null = value { return nil }
    guard case .string(let text) = value, let id = PhotoID(text) else {
      throw RouteQuery.invalid(name, "The member must be the id of a photo of the album, or null.")
    }
    return id
  }

  // MARK: Writing

  /// An album as a reader sees it; `nil` for somebody who did not sign in.
  static func bytes(of album: AlbumRecord, for reader: Principal?) -> [UInt8] {
    var writer = JSONWriter()
    write(album, for: reader, to: &writer)
    return writer.bytes
  }

  /// Writes an album as a value.
  static func write(_ album: AlbumRecord, for reader: Principal?, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(of: album, for: reader?.id, to: &writer)
    writer.endObject()
  }

  /// Writes the members of an album as an account sees it; `nil` for somebody who did not sign in.
  static func writeMembers(of album: AlbumRecord, for reader: AccountID?, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(album.id.description)
    writer.name("owner")
    writer.value(album.ownerName.text)
    writer.name("title")
    writer.value(album.title)
    writer.name("visibility")
    writer.value(album.visibility.rawValue)
    if let cover = album.cover {
      writer.name("cover")
      writer.value(cover)
    }
    writer.name("photoCount")
    writer.value(album.photoCount)
    if album.access.isMember(reader) {
      writer.name("contributors")
      writer.beginArray()
      for name in album.contributors.values.sorted() { writer.value(name.text) }
      writer.endArray()
    }
    writer.name("createdAt")
    writer.value(album.createdAt)
    writer.name("version")
    writer.value(album.version)
  }
}

/// The entity tags of albums: the version and the name of who asks, since accounts see different photos in an album.
enum AlbumEntityTag {
  /// The tag of what a reader sees.
  static func tag(of album: AlbumRecord, for reader: Principal?) -> HTTPEntityTag? {
    HTTPEntityTag(reader.map { "\(album.version)-\($0.name)" } ?? "\(album.version)")
  }

  /// The outcome of a request's preconditions.
  static func outcome(
    of request: HTTPRequest, for album: AlbumRecord, _ reader: Principal?
  ) -> HTTPPreconditions.Outcome {
    HTTPPreconditions.evaluate(
      method: request.method, fields: request.fields,
      validators: HTTPValidators(entityTag: tag(of: album, for: reader)))
  }
}

extension Precondition {
  /// Reads the preconditions of a request of a principal that changes an album. A tag that no album has for the principal names
  /// no state.
  init(ofAlbum fields: HTTPFields, by principal: Principal) {
    self.init(
      required: States(HTTPPreconditions.tags(fields, .ifMatch, .strong), principal) ?? .all,
      excluded: States(HTTPPreconditions.tags(fields, .ifNoneMatch, .weak), principal) ?? .none)
  }
}

extension Precondition.States {
  fileprivate init?(_ tags: HTTPEntityTagList?, _ principal: Principal) {
    switch tags {
    case nil: return nil
    case .any: self = .all
    case .tags(let tags): self = .named(versions: Set(tags.compactMap { Self.version($0, principal) }))
    }
  }

  private static func version(_ tag: HTTPEntityTag, _ principal: Principal) -> Int64? {
    // Tags are compared letter by letter: `"07-ada"` is none of an album.
    guard let version = Int64(tag.opaqueTag.prefix { $0 != "-" }), tag.opaqueTag == "\(version)-\(principal.name)"
    else { return nil }
    return version
  }
}
