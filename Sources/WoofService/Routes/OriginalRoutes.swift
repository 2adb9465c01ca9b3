internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The bytes of photos.
struct OriginalRoutes: Sendable {
  let cache: PhotoCache

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/v1/photos/{id}/original", parameters: ["download"], handler: original),
      ServiceRoute(.get, "/v1/photos/{id}/variants/{name}", parameters: ["download"], handler: variant),
    ]
  }

  private func original(_ context: RouteContext) async throws -> HTTPResponse {
    let entry = try await cache.photo(try context.photoID(), for: context.principal)
    let original = try await cache.original(of: entry)
    var response = original.representation.response(to: context.request, content: original.content) {
      ProblemDocument.response(to: Self.refusal($0))
    }
    guard context.query["download"] != nil, response.status.code < 300 else { return response }
    let name = "\(entry.record.id).\(entry.record.original.type.fileExtension)"
    response.fields.append(.contentDisposition, HTTPContentDisposition.attachment(fileName: name))
    return response
  }

  private static func refusal(_ status: HTTPStatus) -> WoofError {
    status == 416
      ? WoofError(.rangeNotSatisfiable, "No range asked for lies within the photo.")
      : WoofError(.preconditionFailed, "The photo is not the one that the preconditions ask for.")
  }

  /// No transformer of this version derives images, so no photo has a variant yet.
  private func variant(_ context: RouteContext) async throws -> HTTPResponse {
    _ = try await cache.photo(try context.photoID(), for: context.principal)
    throw WoofError(.notFound, "This photo has no variant of this name.")
  }
}
