// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofJobs
internal import WoofModel

/// Photos as ZIP files: of an album, of photos that are named, and of what a share link shows.
struct ArchiveRoutes: Sendable {
  let library: ArchiveLibrary
  /// The digests of whole archives; `nil` where none are computed.
  let digests: ArchiveDigests?
  let cache: PhotoCache
  /// Makes the copies that holders of links get; `nil` where nothing does.
  let pictures: PictureDerivation?
  /// Finds share links; `nil` where there are none.
  let gate: SharedGate?
  let workers: WorkerPool

  private static let path = "/v1/archives"
  /// The parameter that has an archive's secret.
  private static let parameter = "archive"
  /// Room for as many ids as a request may name.
  private static let bodyByteLimit = 512 * 1024
  /// As that of originals.
  private static let urgency = 5
  /// The number of copies that are made before the response; where more are missing, the holder comes again.
  private static let copyLimit = 20

  var routes: [ServiceRoute] {
    var routes = [
      ServiceRoute(.post, Self.path, scopes: .read, handler: make),
      ServiceRoute(
        .get, "\(Self.path)/{\(Self.parameter)}", ignoresOtherParameters: true, responseFields: SharedPath.fields,
        handler: download),
      ServiceRoute(.get, "/v1/albums/{id}/archive", handler: album),
    ]
    if gate != nil {
      routes.append(
        ServiceRoute(
          .get, "\(SharedPath.pattern)/archive", responseFields: SharedPath.fields, handler: shared))
    }
    return routes
  }

  // MARK: Requests

  private func make(_ context: RouteContext) async throws -> HTTPResponse {
    let selection = try await selection(of: context.request)
    let (secret, request, archive) = try await library.make(selection, for: context.principal)
    let url = "\(Self.path)/\(secret.text)"
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("url")
    writer.value(url)
    writer.name("fileName")
    writer.value(archive.fileName)
    writer.name("byteCount")
    writer.value(archive.layout.byteCount)
    writer.name("photoCount")
    writer.value(archive.entries.count)
    writer.name("expiresAt")
    writer.value(request.expiresAt)
    writer.endObject()
    var response = HTTPResponse.unstoredJSON(201, writer.bytes)
    response.fields.append(.location, url)
    return response
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request`, `invalid-parameter` or `unavailable`.
  private func selection(of request: HTTPRequest) async throws -> ArchiveRequest.Selection {
    let members = try await JSONBody.object(
      of: request, upTo: Self.bodyByteLimit, allowing: ["album", "photos"], on: workers)
    switch (members["album"], members["photos"]) {
    case (let album?, nil): return .album(try AlbumJSON.album("album", album))
    case (nil, .array(let values)?): return .photos(try Self.photos(values))
    case (nil, _?): throw Self.invalidPhotos
    default: throw WoofError(.invalidRequest, "Name an album or photos, and not both.")
    }
  }

  private static func photos(_ values: [JSONValue]) throws -> [PhotoID] {
    guard (1...ArchiveLibrary.namedPhotoLimit).contains(values.count) else { throw invalidPhotos }
    var known: Set<PhotoID> = []
    return try values.map { value in
      guard case .string(let text) = value else { throw invalidPhotos }
      guard let id = PhotoID(text) else { throw WoofError.noSuchPhoto }
      guard known.insert(id).inserted else { throw RouteQuery.invalid("photos", "Each may stand once only.") }
      return id
    }
  }

  private static var invalidPhotos: WoofError {
    RouteQuery.invalid("photos", "The member must be a list of 1 to \(ArchiveLibrary.namedPhotoLimit) ids.")
  }

  // MARK: Downloads

  private func download(_ context: RouteContext) async throws -> HTTPResponse {
    guard let bytes = context.path.bytes(of: Self.parameter), let secret = AddressSecret(bytes) else {
      throw WoofError(.notFound, "There is no such archive.")
    }
    let request = try await library.request(of: secret)
    let archive = try await library.archive(of: request.selection, for: request.reader)
    // What somebody asked for and has is worth a digest: it will be compared, or gone on with.
    return await response(to: context, archive, isWorthDigest: true) { entry in
      try await original(of: entry, for: request.reader)
    }
  }

  private func album(_ context: RouteContext) async throws -> HTTPResponse {
    let reader = context.principal
    let archive = try await library.archive(of: .album(try context.albumID()), for: reader)
    var response = await response(to: context, archive) { entry in try await original(of: entry, for: reader) }
    response.fields.append(.vary, "Authorization, Cookie")
    return response
  }

  private func original(of entry: ArchiveEntry, for reader: Principal?) async throws -> HTTPContent {
    let photo = try await cache.photo(entry.photo, for: reader)
    guard photo.record.original.digest == entry.digest else { throw WoofError.noSuchPhoto }
    return try await cache.original(of: photo).content
  }

  /// - Parameter isWorthDigest: `true` if the digest of the archive is to be computed once its end has been sent, also where
  ///   nobody asks for it; `false` by default.
  private func response(
    to context: RouteContext, _ archive: PhotoArchive, isWorthDigest: Bool = false,
    _ content: @escaping @Sendable (ArchiveEntry) async throws -> HTTPContent
  ) async -> HTTPResponse {
    let digest = await digests?.digest(of: archive)
    if digest == nil, context.request.fields.wantsReprDigest { digests?.compute(archive) }
    let representation = HTTPRepresentation(
      contentType: "application/zip", count: archive.layout.byteCount,
      validators: HTTPValidators(entityTag: HTTPEntityTag(archive.tag)),
      fields: Self.fields(of: archive, digest))
    let body = ArchiveBody(archive: archive, library: library, workers: workers, content: content) {
      if isWorthDigest, digest == nil { digests?.compute(archive) }
    }
    var response = representation.response(to: context.request) { status in
      ProblemDocument.response(
        to: status == 416
          ? WoofError(.rangeNotSatisfiable, "No range asked for lies within the archive.")
          : WoofError(.preconditionFailed, "The archive is not the one that the preconditions ask for."))
    } body: {
      body.body(of: $0)
    }
    response.urgency = Self.urgency
    return response
  }

  private static func fields(of archive: PhotoArchive, _ digest: Digest?) -> HTTPFields {
    var fields = HTTPFields([
      .cacheControl: SharedPath.cacheControl,
      .contentDisposition: HTTPContentDisposition.attachment(fileName: archive.fileName),
    ])
    if let digest { fields.append(.reprDigest, HTTPDigestField.value(sha256: digest.bytes)) }
    return fields
  }

  // MARK: Share links

  private func shared(_ context: RouteContext) async throws -> HTTPResponse {
    guard let gate else { throw WoofError.noSuchLink }
    let link = try await gate.open(context)
    try SharedRoutes.requireDownload(link)
    var copyCount = 0
    let archive = try await library.archive(of: link) { record in
      guard !link.showsOriginal(of: record) else { return ArchiveEntry(original: record, for: record.ownerID) }
      return ArchiveEntry(try await copy(of: record, &copyCount), of: record)
    }
    return await response(to: context, archive) { entry in
      let link = try await gate.reopen(context)
      try SharedRoutes.requireDownload(link)
      guard try await gate.links.shows(entry.photo, link) else { throw WoofError.noSuchPhoto }
      let photo = try await cache.photo(entry.photo, for: link.owner)
      let content =
        link.showsOriginal(of: photo.record)
        ? try await cache.original(of: photo)
        : try await cache.variant(PictureSetup.shareableName, of: photo, for: context.request.fields)
      // A copy that was made anew, or terms that were changed, make another archive.
      guard content.representation.validators.entityTag == HTTPEntityTag("\(entry.digest)") else {
        throw WoofError.noSuchPhoto
      }
      return content.content
    }
  }

  /// The copy of a photo without what its owner keeps to themselves; made first where it is missing.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` where so many are missing that they take too long.
  private func copy(of record: PhotoRecord, _ count: inout Int) async throws -> PhotoRecord.Variant {
    guard let pictures else { throw WoofError(.notFound, "This service keeps no variants of photos.") }
    if let listed = try pictures.listedVariant(PictureSetup.shareableName, of: record) { return listed }
    count += 1
    guard count <= Self.copyLimit else {
      throw WoofError(.unavailable, "The copies for this link are being made; try again.", retryAfter: 1)
    }
    return try await pictures.variant(PictureSetup.shareableName, of: record).variant
  }
}
