internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Lists of photos, and the metadata of one.
struct PhotoRoutes: Sendable {
  let library: PhotoLibrary
  let cache: PhotoCache

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/v1/photos", parameters: ["order", "owner", "idPrefix", "limit", "after"], handler: list),
      ServiceRoute(.get, "/v1/photos/{id}", parameters: ["annotations"], handler: show),
      ServiceRoute(.patch, "/v1/photos/{id}", signIn: .required, handler: edit),
      ServiceRoute(.delete, "/v1/photos/{id}", signIn: .required, handler: delete),
      ServiceRoute(.post, "/v1/photos/{id}/restore", signIn: .required, handler: restore),
    ]
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let order = try context.query.value("order", default: PhotoQuery.Order.newest)
    let reader = context.principal?.id
    var query = PhotoQuery(
      scope: .readable(by: reader), order: order, ids: try context.query.idRange(in: order),
      after: try PageCursor.photos(after: context.query["after"], order: order),
      limit: try context.query.pageLimit())
    if let owner = context.query["owner"] {
      // A name that no account can have owns nothing, as one that no account has.
      guard let name = AccountName(owner) else { return PhotoAnswer.page([], next: nil, likedBy: nil, liked: []) }
      query.scope = .owned(by: name, reader: reader)
    }
    let page = try await library.photos(query)
    let liked = try await library.favourites(among: page.items, for: context.principal)
    return try await PageRendering.run(of: page.items.count, on: library.parts.workers) {
      PhotoAnswer.page(
        page.items, next: page.next.map { PageCursor.text(of: $0, order: order) }, likedBy: context.principal,
        liked: liked)
    }
  }

  private func show(_ context: RouteContext) async throws -> HTTPResponse {
    let record = try await cache.photo(try context.photoID(), for: context.principal).record
    let liked = try await library.favourites(among: [record], for: context.principal)
    let isFavourite = context.principal.map { _ in liked.contains(record.id) }
    let validators = HTTPValidators(entityTag: PhotoEntityTag.tag(of: record, isFavourite: isFavourite))
    let outcome = HTTPPreconditions.evaluate(
      method: context.request.method, fields: context.request.fields, validators: validators)
    switch outcome {
    case .proceed:
      let wantsAnnotations = context.query["annotations"] != nil
      let annotations = wantsAnnotations ? try await library.annotations(of: record, for: context.principal) : nil
      return PhotoAnswer.photo(
        200, record, for: context.principal, isFavourite: isFavourite, annotations: annotations)
    case .notModified:
      return HTTPResponse(304, fields: PhotoAnswer.metadataFields(of: record, isFavourite: isFavourite))
    case .failed: throw WoofError(.preconditionFailed, "The photo has changed; read it and try again.")
    }
  }

  private func edit(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let id = try context.photoID()
    let edit = try await PhotoPatch.read(from: context.request)
    let request = context.request
    let record = try await library.edit(id, edit, by: principal) { try PhotoEntityTag.check(request, against: $0) }
    let liked = try await library.favourites(among: [record], for: principal)
    return PhotoAnswer.photo(200, record, for: principal, isFavourite: liked.contains(record.id))
  }

  private func delete(_ context: RouteContext) async throws -> HTTPResponse {
    let request = context.request
    try await library.delete(try context.photoID(), by: try context.signedIn()) {
      try PhotoEntityTag.check(request, against: $0)
    }
    return HTTPResponse(204)
  }

  private func restore(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let record = try await library.restore(try context.photoID(), by: principal)
    let liked = try await library.favourites(among: [record], for: principal)
    return PhotoAnswer.photo(200, record, for: principal, isFavourite: liked.contains(record.id))
  }
}
