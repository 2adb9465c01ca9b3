// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// The albums and photos of share links, for whoever holds them. Each request looks the link up, unless nothing has been written
/// since the last, so that one that is revoked shows nothing more.
struct SharedRoutes: Sendable {
  let gate: SharedGate
  let cache: PhotoCache
  let pageCache: PageCache
  /// Derives from pictures; `nil` where nothing does.
  let pictures: PictureDerivation?
  let workers: WorkerPool

  private var links: ShareLinks { gate.links }

  var routes: [ServiceRoute] {
    [
      route(.get, "", show),
      route(.post, "/unlock", gate.unlock),
      route(.get, "/photos", parameters: ["limit", "after"], immediately: rememberedPhotos, photos),
      route(.get, "/photos/{id}/original", parameters: ["download"], original),
      route(.get, "/photos/{id}/variants/{name}", parameters: ["download"], variant),
    ]
  }

  private func route(
    _ method: HTTPMethod, _ path: String, parameters: [String] = [],
    immediately immediateHandler: (@Sendable (RouteContext) throws -> HTTPResponse?)? = nil,
    _ handler: @escaping @Sendable (RouteContext) async throws -> HTTPResponse
  ) -> ServiceRoute {
    // They are for whoever holds the link, whatever else that person may do.
    ServiceRoute(
      method, SharedPath.pattern + path, scopes: .all, parameters: parameters, responseFields: SharedPath.fields,
      immediately: immediateHandler, isImmediateForAccounts: false, handler: handler)
  }

  private func show(_ context: RouteContext) async throws -> HTTPResponse {
    let (link, isLocked) = try await gate.link(of: context)
    guard !isLocked else { return Self.response(to: context, SharedJSON.locked(link)) }
    let summary = try await links.summary(of: link)
    if context.request.method == .get { links.noteVisit(of: link) }
    let guest = try await gate.guest(of: context, link)
    return Self.response(to: context, SharedJSON.bytes(of: summary, for: guest))
  }

  /// A page that the loop remembers, for holders who show nothing but the link.
  private func rememberedPhotos(_ context: RouteContext) -> HTTPResponse? {
    guard Self.showsLinkAlone(context.request), let page = pageCache.page(of: .albums, for: context) else { return nil }
    links.counter.note(.shown)
    return page
  }

  /// Returns `true` if a request says nothing of who sends it, nor of what the sender has already.
  private static func showsLinkAlone(_ request: HTTPRequest) -> Bool {
    let others: [HTTPFieldName] = [
      .cookie, .woofLinkKey, .woofLinkGuest, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .range,
    ]
    return others.allSatisfy { request.fields[$0] == nil }
  }

  private func photos(_ context: RouteContext) async throws -> HTTPResponse {
    let state = pageCache.state(of: .albums)
    let link = try await gate.open(context)
    let page = try await links.photos(
      of: link, after: try PageCursor.albumPhotos(after: context.query["after"]),
      limit: try context.query.pageLimit())
    let guest = try await gate.guest(of: context, link)
    let likes = try await links.guests.likes(of: page.items.map(\.record.id), by: guest, of: link)
    let bytes = try await PageRendering.run(of: page.items.count, on: workers) {
      PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }, itemByteCount: 640) {
        let own = link.terms.allowsLikes ? likes[$0.record.id] ?? GuestLikes() : nil
        SharedJSON.write($0.record, of: link, likes: own, to: &$1)
      }
    }
    let response = Self.response(to: context, bytes)
    guard context.request.method == .get, Self.showsLinkAlone(context.request), link.terms.passwordHash == nil else {
      return response
    }
    return pageCache.remember(response, for: context, asOf: state, until: link.terms.expiresAt)
  }

  private func original(_ context: RouteContext) async throws -> HTTPResponse {
    let link = try await gate.open(context)
    try Self.requireDownload(link)
    let entry = try await entry(context, link)
    let name = context.query["download"].map { _ in fileName(of: entry.record, link) }
    guard link.showsOriginal(of: entry.record) else {
      let copy = try await cache.variant(PictureSetup.shareableName, of: entry, for: context.request.fields)
      return Self.response(to: context, copy, called: name)
    }
    return Self.response(to: context, try await cache.original(of: entry), called: name)
  }

  private func variant(_ context: RouteContext) async throws -> HTTPResponse {
    let link = try await gate.open(context)
    let variant = context.path["name"] ?? ""
    if variant == PictureSetup.shareableName, hasVariants { try Self.requireDownload(link) }
    let entry = try await entry(context, link)
    let content = try await cache.variant(variant, of: entry, for: context.request.fields)
    let name = context.query["download"].map { _ in
      let type = MediaType(rawValue: content.representation.contentType)
      return "\(entry.record.id)-\(variant.prefix { $0 != "." }).\(type.fileExtension)"
    }
    return Self.response(to: context, content, called: name)
  }

  /// The photo that a request names, where the link shows it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for all others.
  private func entry(_ context: RouteContext, _ link: ShareLink) async throws -> PhotoEntry {
    let id = try context.photoID()
    guard try await links.shows(id, link) else { throw WoofError.noSuchPhoto }
    return try await cache.photo(id, for: link.owner)
  }

  /// `true` if there are smaller images of photos. Where there are none, holders look at copies of whole photos.
  private var hasVariants: Bool {
    guard let setup = pictures?.current else { return false }
    return setup.transformer != nil && !setup.variants.isEmpty
  }

  private func fileName(of photo: PhotoRecord, _ link: ShareLink) -> String {
    let own = link.showsOriginal(of: photo) ? photo.fileName : nil
    return own ?? "\(photo.id).\(photo.original.type.fileExtension)"
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where a link's holders may only look.
  static func requireDownload(_ link: ShareLink) throws(WoofError) {
    guard link.terms.allowsDownload else {
      throw WoofError(.forbidden, "This link shows photos, and does not let them be downloaded.")
    }
  }

  private static func response(to context: RouteContext, _ bytes: [UInt8]) -> HTTPResponse {
    TaggedContent(
      bytes, contentType: "application/json",
      fields: HTTPFields([.cacheControl: SharedPath.cacheControl, .vary: "Cookie, Woof-Link-Key, Woof-Link-Guest"])
    ).response(to: context.request)
  }

  private static func response(
    to context: RouteContext, _ content: PhotoContent, called name: String?
  ) -> HTTPResponse {
    var response = content.representation.response(to: context.request, content: content.content) {
      ProblemDocument.response(to: OriginalRoutes.refusal($0))
    }
    guard response.status.code < 400 else { return response }
    response.fields = response.fields.replacing(.cacheControl, with: Array(SharedPath.cacheControl.utf8))
    if let name { response.fields.append(.contentDisposition, HTTPContentDisposition.attachment(fileName: name)) }
    return response
  }
}
