// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Lists of photos, and the metadata of one.
struct PhotoRoutes: Sendable {
  let library: PhotoLibrary
  let favourites: FavouriteLibrary
  let cache: PhotoCache
  let pageCache: PageCache
  /// The audit trail that records what administrators do with the photos of others; `nil` if nothing is recorded.
  let audit: AuditTrail?
  let workers: WorkerPool

  var routes: [ServiceRoute] {
    [
      ServiceRoute(
        .get, "/v1/photos", parameters: ["q", "order", "from", "until", "owner", "idPrefix", "limit", "after"],
        immediately: { pageCache.page(of: .photos, for: $0) }, isImmediateForAccounts: false, handler: list),
      ServiceRoute(
        .get, "/v1/photos/{id}", parameters: ["annotations"], immediately: rememberedPhoto,
        isImmediateForAccounts: false, handler: show),
      ServiceRoute(.patch, "/v1/photos/{id}", signIn: .required, handler: edit),
      ServiceRoute(.delete, "/v1/photos/{id}", signIn: .required, handler: delete),
      ServiceRoute(.post, "/v1/photos/{id}/restore", signIn: .required, handler: restore),
    ]
  }

  private var preconditions: PhotoPreconditions { PhotoPreconditions(library: library, favourites: favourites) }

  private var audited: AuditedPhotos { AuditedPhotos(library: library, audit: audit) }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    if let text = context.query["q"] { return try await find(try SearchText(text), context) }
    let order = try context.query.value("order", default: PhotoQuery.Order.newest)
    let (ids, moments) = (try context.query.idRange(in: order), try context.query.moments(in: order))
    let after = try PageCursor.photos(after: context.query["after"], order: order)
    let limit = try context.query.pageLimit()
    guard let scope = scope(of: context) else { return Self.emptyPage }
    let state = pageCache.state(of: .photos)
    let page = try await library.photos(
      PhotoQuery(scope: scope, order: order, ids: ids, moments: moments, after: after, limit: limit))
    let next = page.next.map { PageCursor.text(of: $0, order: order) }
    let response = try await response(with: page.items, next: next, context)
    return pageCache.remember(response, for: context, asOf: state)
  }

  private func find(_ text: SearchText, _ context: RouteContext) async throws -> HTTPResponse {
    guard context.query["idPrefix"] == nil else {
      throw RouteQuery.invalid("idPrefix", "A search goes by words; leave idPrefix out.")
    }
    let moments = try context.query.moments()
    switch context.query["order"] {
    case nil: break
    case PhotoQuery.Order.taken.rawValue: return try await findByDate(text, in: moments, context)
    default:
      throw RouteQuery.invalid(
        "order", "What a search finds comes the best first, or with order=taken the latest first.")
    }
    let after = try PageCursor.found(after: context.query["after"])
    let limit = try context.query.pageLimit()
    guard let scope = scope(of: context) else { return Self.emptyPage }
    let page = try await library.photos(
      matching: PhotoTextQuery(text, scope: scope, moments: moments, after: after, limit: limit))
    return try await response(with: page.items.map(\.record), next: page.next.map { PageCursor.text(of: $0) }, context)
  }

  private func findByDate(
    _ text: SearchText, in moments: Range<Timestamp>?, _ context: RouteContext
  ) async throws -> HTTPResponse {
    let after = try PageCursor.photos(after: context.query["after"], order: .taken)
    let limit = try context.query.pageLimit()
    guard let scope = scope(of: context) else { return Self.emptyPage }
    let page = try await library.photos(
      PhotoQuery(scope: scope, order: .taken, moments: moments, text: text, after: after, limit: limit))
    let next = page.next.map { PageCursor.text(of: $0, order: .taken) }
    return try await response(with: page.items, next: next, context)
  }

  /// The photos that the list is of; `nil` for those of a name that no account can have, which owns nothing, as one that no
  /// account has.
  private func scope(of context: RouteContext) -> PhotoQuery.Scope? {
    let reader = context.principal?.id
    guard let owner = context.query["owner"] else { return .readable(by: reader) }
    return AccountName(owner).map { .owned(by: $0, reader: reader) }
  }

  private static var emptyPage: HTTPResponse { PhotoResponse.page([], next: nil, likedBy: nil, liked: []) }

  private func response(
    with records: [PhotoRecord], next: String?, _ context: RouteContext
  ) async throws -> HTTPResponse {
    let liked = try await favourites.liked(among: records, by: context.principal)
    return try await PageRendering.run(of: records.count, on: workers) {
      PhotoResponse.page(records, next: next, likedBy: context.principal, liked: liked)
    }
  }

  private func show(_ context: RouteContext) async throws -> HTTPResponse {
    try await preconditions.telling(context.principal, of: try context.photoID()) { try await photo(context) }
  }

  private func photo(_ context: RouteContext) async throws -> HTTPResponse {
    let record = try await cache.photo(try context.photoID(), for: context.principal).record
    let liked = try await favourites.liked(among: [record], by: context.principal)
    let isFavourite = context.principal.map { _ in liked.contains(record.id) }
    if let notModified = try notModified(record, isFavourite, context) { return notModified }
    guard context.query["annotations"] != nil else {
      return PhotoResponse.photo(200, record, for: context.principal, isFavourite: isFavourite)
    }
    return try await audited.noting("photos.read", of: record, by: context.principal, ["annotations": true]) {
      let annotations = try await library.annotations(of: record, for: context.principal)
      return PhotoResponse.photo(
        200, record, for: context.principal, isFavourite: isFavourite, annotations: annotations)
    }
  }

  /// The metadata of a photo that the loop remembers; what an account likes has to be looked up.
  private func rememberedPhoto(_ context: RouteContext) throws -> HTTPResponse? {
    guard context.principal == nil, context.query["annotations"] == nil,
      let record = try cache.rememberedPhoto(try context.photoID(), for: nil)?.record
    else { return nil }
    return try notModified(record, nil, context)
      ?? PhotoResponse.photo(200, record, for: nil, isFavourite: nil)
  }

  /// The response that says that metadata have not changed; `nil` where they are to be sent.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `precondition-failed`.
  private func notModified(
    _ record: PhotoRecord, _ isFavourite: Bool?, _ context: RouteContext
  ) throws -> HTTPResponse? {
    let validators = HTTPValidators(entityTag: PhotoEntityTag.tag(of: record, isFavourite: isFavourite))
    let outcome = HTTPPreconditions.evaluate(
      method: context.request.method, fields: context.request.fields, validators: validators)
    switch outcome {
    case .proceed: return nil
    case .notModified:
      return HTTPResponse(304, fields: PhotoResponse.metadataFields(of: record, isFavourite: isFavourite))
    case .failed: throw WoofError.photoHasChanged
    }
  }

  private func edit(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let id = try context.photoID()
    let edit = try await PhotoPatch.read(from: context.request)
    let precondition = Precondition(ofPhoto: context.request.fields)
    return try await preconditions.telling(principal, of: id) {
      let record = try await audited.edit(id, edit, by: principal, if: precondition)
      let liked = try await favourites.liked(among: [record], by: principal)
      return PhotoResponse.photo(200, record, for: principal, isFavourite: liked.contains(record.id))
    }
  }

  private func delete(_ context: RouteContext) async throws -> HTTPResponse {
    let precondition = Precondition(ofPhoto: context.request.fields)
    let principal = try context.signedIn()
    let id = try context.photoID()
    return try await preconditions.telling(principal, of: id) {
      try await audited.delete(id, by: principal, if: precondition)
      return HTTPResponse(204)
    }
  }

  private func restore(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let record = try await library.restore(try context.photoID(), by: principal)
    let liked = try await favourites.liked(among: [record], by: principal)
    return PhotoResponse.photo(200, record, for: principal, isFavourite: liked.contains(record.id))
  }
}
