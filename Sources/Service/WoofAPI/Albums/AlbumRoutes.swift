// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Albums, what is in them, and who adds to them.
struct AlbumRoutes: Sendable {
  let albums: AuditedAlbums
  let favourites: FavouriteLibrary
  let pageCache: PageCache
  let workers: WorkerPool

  private static let path = "/v1/albums"

  private var library: AlbumLibrary { albums.library }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, Self.path, parameters: ["owner", "limit", "after"], handler: list),
      ServiceRoute(.post, Self.path, signIn: .required, handler: create),
      ServiceRoute(.get, "/v1/me/albums", signIn: .required, parameters: ["limit", "after"], handler: listOwn),
      ServiceRoute(.get, "\(Self.path)/{id}", handler: show),
      ServiceRoute(.patch, "\(Self.path)/{id}", signIn: .required, handler: edit),
      ServiceRoute(.delete, "\(Self.path)/{id}", signIn: .required, handler: delete),
      ServiceRoute(
        .get, "\(Self.path)/{id}/photos", parameters: ["limit", "after"],
        immediately: { pageCache.page(of: .albums, for: $0) }, isImmediateForAccounts: false, handler: photos),
      ServiceRoute(.put, "\(Self.path)/{id}/photos/{photo}", signIn: .required, handler: place),
      ServiceRoute(.delete, "\(Self.path)/{id}/photos/{photo}", signIn: .required, handler: remove),
      ServiceRoute(.put, "\(Self.path)/{id}/contributors/{name}", signIn: .required, handler: addContributor),
      ServiceRoute(.delete, "\(Self.path)/{id}/contributors/{name}", signIn: .required, handler: removeContributor),
    ]
  }

  // MARK: Lists

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let reader = context.principal?.id
    guard let owner = context.query["owner"] else { return try await page(of: .found(by: reader), context) }
    // A name that no account can have owns nothing, as one that no account has.
    guard let name = AccountName(owner) else { return PhotoResponse.json(200, PageRendering.bytes(of: []) { _, _ in }) }
    return try await page(of: .owned(by: name, reader: reader), context)
  }

  private func listOwn(_ context: RouteContext) async throws -> HTTPResponse {
    try await page(of: .joined(by: try context.signedIn().id), context)
  }

  private func page(of scope: AlbumQuery.Scope, _ context: RouteContext) async throws -> HTTPResponse {
    let page = try await library.albums(
      AlbumQuery(
        scope: scope, after: try PageCursor.albums(after: context.query["after"]),
        limit: try context.query.pageLimit()))
    return try await PageRendering.run(of: page.items.count, on: workers) {
      let bytes = PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }) {
        AlbumJSON.write($0, for: context.principal, to: &$1)
      }
      return PhotoResponse.json(200, bytes)
    }
  }

  private func photos(_ context: RouteContext) async throws -> HTTPResponse {
    let state = pageCache.state(of: .albums)
    let page = try await library.photos(
      of: try context.albumID(), for: context.principal,
      after: try PageCursor.albumPhotos(after: context.query["after"]), limit: try context.query.pageLimit())
    let records = page.items.map(\.record)
    let liked = try await favourites.liked(among: records, by: context.principal)
    let guestNames = Dictionary(page.items.compactMap { item in item.guestName.map { (item.record.id, $0) } }) { $1 }
    let response = try await PageRendering.run(of: records.count, on: workers) {
      PhotoResponse.page(
        records, next: page.next.map { PageCursor.text(of: $0) }, likedBy: context.principal, liked: liked,
        guestNames: guestNames)
    }
    return pageCache.remember(response, for: context, asOf: state)
  }

  // MARK: One album

  private func create(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    let draft = try await AlbumJSON.draft(from: context.request)
    let album = try await library.create(draft.title, draft.visibility, by: owner)
    var response = Self.response(201, album, for: owner)
    response.fields.append(.location, "\(Self.path)/\(album.id)")
    return response
  }

  private func show(_ context: RouteContext) async throws -> HTTPResponse {
    let album = try await library.album(try context.albumID(), for: context.principal)
    switch AlbumEntityTag.outcome(of: context.request, for: album, context.principal) {
    case .proceed: return Self.response(200, album, for: context.principal)
    case .notModified:
      var response = Self.response(304, album, for: context.principal)
      response.body = .empty
      return response
    case .failed: throw WoofError.albumHasChanged
    }
  }

  private func edit(_ context: RouteContext) async throws -> HTTPResponse {
    let edit = try await AlbumJSON.edit(from: context.request)
    return try await changed(by: .edit(edit), context)
  }

  private func delete(_ context: RouteContext) async throws -> HTTPResponse {
    try await change(by: .deletion, context)
    return HTTPResponse(204)
  }

  private func place(_ context: RouteContext) async throws -> HTTPResponse {
    let place = try await AlbumJSON.place(from: context.request)
    return try await changed(by: .placing(try context.photoID(named: "photo"), place), context)
  }

  private func remove(_ context: RouteContext) async throws -> HTTPResponse {
    try await change(by: .removal(try context.photoID(named: "photo")), context)
    return HTTPResponse(204)
  }

  private func addContributor(_ context: RouteContext) async throws -> HTTPResponse {
    try await changed(by: .contributor(try context.contributor(), isAdded: true), context)
  }

  private func removeContributor(_ context: RouteContext) async throws -> HTTPResponse {
    try await change(by: .contributor(try context.contributor(), isAdded: false), context)
    return HTTPResponse(204)
  }

  @discardableResult
  private func change(by change: AlbumChange, _ context: RouteContext) async throws -> AlbumRecord {
    let principal = try context.signedIn()
    let precondition = Precondition(ofAlbum: context.request.fields, by: principal)
    return try await albums.change(try context.albumID(), by: change, of: principal, if: precondition)
  }

  private func changed(by change: AlbumChange, _ context: RouteContext) async throws -> HTTPResponse {
    Self.response(200, try await self.change(by: change, context), for: context.principal)
  }

  private static func response(_ status: HTTPStatus, _ album: AlbumRecord, for reader: Principal?) -> HTTPResponse {
    var response = PhotoResponse.json(status, AlbumJSON.bytes(of: album, for: reader))
    if let tag = AlbumEntityTag.tag(of: album, for: reader) { response.fields.append(.eTag, tag.description) }
    return response
  }
}

extension RouteContext {
  /// The album that the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no id.
  func albumID() throws(WoofError) -> AlbumID {
    guard let bytes = path.bytes(of: "id"), let id = AlbumID(utf8: bytes) else { throw .noSuchAlbum }
    return id
  }

  /// The account that the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where no account can have the name.
  fileprivate func contributor() throws(WoofError) -> AccountName {
    guard let text = path["name"], let name = AccountName(text) else {
      throw WoofError(.notFound, "There is no account of this name.")
    }
    return name
  }
}
