// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofResources

/// The web gallery: pages for people at `/` and `/photos/{id}`, and the files that they are made of.
///
/// Pages are the same for everybody, whoever has signed in: what one person alone may see, scripts ask the API for.
struct GalleryRoutes: Sendable {
  let library: PhotoLibrary
  /// The origins at which the service is found, for addresses that other sites read.
  let origins: OriginConfiguration
  private let assets = GalleryAssets()
  private let frame = String(decoding: WoofResources.galleryPage, as: UTF8.self)

  /// The number of photos on a page without scripts.
  private static let pageCount = 50

  init(library: PhotoLibrary, origins: OriginConfiguration) {
    self.library = library
    self.origins = origins
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/", parameters: ["after"], ignoresOtherParameters: true, handler: wall),
      ServiceRoute(.get, "/photos/{id}", ignoresOtherParameters: true, handler: photo),
      ServiceRoute(.get, "/gallery/{digest}/{name}", immediately: asset) { context in
        throw WoofError(.notFound, "There is no file of this name, or another version of the gallery has it.")
      },
    ]
  }

  private func wall(_ context: RouteContext) async throws -> HTTPResponse {
    // Who follows an address that somebody has cut short wants the photos.
    let after = try? PageCursor.photos(after: context.query["after"], order: .newest)
    let page = try await library.photos(
      PhotoQuery(scope: .readable(by: nil), order: .newest, after: after, limit: Self.pageCount))
    let next = page.next.map { PageCursor.text(of: $0, order: .newest) }
    return response(to: context.request, with: .photos(page.items, next: next))
  }

  private func photo(_ context: RouteContext) async throws -> HTTPResponse {
    do {
      let photo = try await library.photo(try context.photoID(), for: nil)
      return response(to: context.request, with: .photo(photo))
    } catch let error as WoofError where [.notFound, .gone].contains(error.code) {
      var fields = GalleryPage.fields
      fields.append(.contentType, GalleryPage.contentType)
      return HTTPResponse(
        HTTPStatus(error.code.status), fields: fields,
        body: .bytes(HTTPBytes(bytes(of: .nothing, for: context.request))))
    }
  }

  private func asset(_ context: RouteContext) -> HTTPResponse? {
    assets.response(to: context.request, digest: context.path["digest"] ?? "", name: context.path["name"] ?? "")
  }

  private func bytes(of content: GalleryPage.Content, for request: HTTPRequest) -> [UInt8] {
    let page = GalleryPage(content: content, assetPath: assets.path, origin: origins.origin(of: request))
    return Array(page.html(in: frame).utf8)
  }

  private func response(to request: HTTPRequest, with content: GalleryPage.Content) -> HTTPResponse {
    TaggedContent(
      bytes(of: content, for: request), contentType: GalleryPage.contentType, fields: GalleryPage.fields
    ).response(to: request)
  }
}
