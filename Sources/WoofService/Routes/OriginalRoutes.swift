internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The bytes of photos: originals and what is derived from them.
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
    return answer(to: context, with: try await cache.original(of: entry), called: "\(entry.record.id)")
  }

  private func variant(_ context: RouteContext) async throws -> HTTPResponse {
    let entry = try await cache.photo(try context.photoID(), for: context.principal)
    let name = context.path["name"] ?? ""
    return answer(to: context, with: try await cache.variant(name, of: entry), called: "\(entry.record.id)-\(name)")
  }

  private func answer(
    to context: RouteContext, with content: PhotoContent, called name: @autoclosure () -> String
  ) -> HTTPResponse {
    var response = content.representation.response(to: context.request, content: content.content) {
      ProblemDocument.response(to: Self.refusal($0))
    }
    guard context.query["download"] != nil, response.status.code < 300 else { return response }
    let suffix = MediaType(rawValue: content.representation.contentType).fileExtension
    response.fields.append(.contentDisposition, HTTPContentDisposition.attachment(fileName: "\(name()).\(suffix)"))
    return response
  }

  /// What is wrong where a precondition or a range does not hold.
  static func refusal(_ status: HTTPStatus) -> WoofError {
    status == 416
      ? WoofError(.rangeNotSatisfiable, "No range asked for lies within the photo.")
      : WoofError(.preconditionFailed, "The photo is not the one that the preconditions ask for.")
  }
}
