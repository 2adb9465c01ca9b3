// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The bytes of photos: originals and what is derived from them.
struct OriginalRoutes: Sendable {
  let cache: PhotoCache

  var routes: [ServiceRoute] {
    [
      ServiceRoute(
        .get, "/v1/photos/{id}/original", parameters: ["download"], immediately: rememberedOriginal, handler: original),
      ServiceRoute(
        .get, "/v1/photos/{id}/variants/{name}", parameters: ["download"], immediately: rememberedVariant,
        handler: variant),
    ]
  }

  /// Less than that of all else, so that thumbnails and pages overtake originals on their connection.
  private static let urgencyOfOriginals = 5

  private func original(_ context: RouteContext) async throws -> HTTPResponse {
    let entry = try await cache.photo(try context.photoID(), for: context.principal)
    return response(to: context, withOriginal: try await cache.original(of: entry), of: entry.record)
  }

  private func rememberedOriginal(_ context: RouteContext) throws -> HTTPResponse? {
    guard let entry = try cache.rememberedPhoto(try context.photoID(), for: context.principal),
      let original = cache.rememberedOriginal(of: entry)
    else { return nil }
    return response(to: context, withOriginal: original, of: entry.record)
  }

  private func response(
    to context: RouteContext, withOriginal content: PhotoContent, of record: PhotoRecord
  ) -> HTTPResponse {
    var response = response(to: context, with: content, of: record)
    response.urgency = Self.urgencyOfOriginals
    return response
  }

  private func variant(_ context: RouteContext) async throws -> HTTPResponse {
    let entry = try await cache.photo(try context.photoID(), for: context.principal)
    let name = context.path["name"] ?? ""
    return response(
      to: context, with: try await cache.variant(name, of: entry, for: context.request.fields), of: entry.record,
      called: name)
  }

  private func rememberedVariant(_ context: RouteContext) throws -> HTTPResponse? {
    let name = context.path["name"] ?? ""
    guard let entry = try cache.rememberedPhoto(try context.photoID(), for: context.principal),
      let variant = cache.rememberedVariant(name, of: entry, for: context.request.fields)
    else { return nil }
    return response(to: context, with: variant, of: entry.record, called: name)
  }

  private func response(
    to context: RouteContext, with content: PhotoContent, of record: PhotoRecord, called variant: String? = nil
  ) -> HTTPResponse {
    var response = content.representation.response(to: context.request, content: content.content) {
      ProblemDocument.response(to: Self.refusal($0))
    }
    guard context.query["download"] != nil, response.status.code < 300 else { return response }
    let own = record.access.showsFileName(to: context.principal?.id) ? record.fileName : nil
    let name = Self.fileName(
      of: record, own, variant: variant, MediaType(rawValue: content.representation.contentType))
    response.fields.append(.contentDisposition, HTTPContentDisposition.attachment(fileName: name))
    // What a shared cache keeps of a response to the owner is not for others. Of what is not public it says so in any case.
    if own != nil, record.access.allowsFinding(by: .everybody) {
      response.fields.append(.vary, "Authorization, Cookie")
    }
    return response
  }

  /// Returns the name of a file with the bytes: the photo's own file name if the reader may know it, or else its id.
  private static func fileName(
    of record: PhotoRecord, _ own: String?, variant: String?, _ type: MediaType
  ) -> String {
    guard let variant else { return own ?? "\(record.id).\(type.fileExtension)" }
    // The format of an alternative is what the ending says.
    let name = variant.prefix { $0 != "." }
    guard let own else { return "\(record.id)-\(name).\(type.fileExtension)" }
    let stem = own.lastIndex(of: ".").map { own[..<$0] } ?? own[...]
    return PhotoFileName.sanitized("\(stem)-\(name).\(type.fileExtension)") ?? own
  }

  /// The error of a precondition or a range that does not hold.
  static func refusal(_ status: HTTPStatus) -> WoofError {
    status == 416
      ? WoofError(.rangeNotSatisfiable, "No range asked for lies within the photo.")
      : WoofError(.preconditionFailed, "The photo is not the one that the preconditions ask for.")
  }
}
