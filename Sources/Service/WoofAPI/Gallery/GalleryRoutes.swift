// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofResources

/// The web gallery: pages for people at `/`, `/photos/{id}`, `/albums/{id}`, `/s/{token}` and `/join/{token}`, and the files that
/// they are made of.
///
/// Pages are the same for everybody, whoever has signed in: what one person alone may see, scripts ask the API for.
struct GalleryRoutes: Sendable {
  let library: PhotoLibrary
  /// The albums; `nil` where there are none.
  let albums: AlbumLibrary?
  /// The origins at which the service is found, for addresses that other sites read.
  let origins: OriginConfiguration
  /// Finds the links that pages of what is shared are for; `nil` where there are none.
  let shared: SharedGate?
  /// The invitations that pages are for at which somebody signs up; `nil` where there are none.
  let invitations: Invitations?
  /// The rule for who may sign up.
  let signUp: SignUpPolicy.Rule
  private let assets = GalleryAssets.shared
  private let frame = String(decoding: WoofResources.galleryPage, as: UTF8.self)
  private let sharedFrame = String(decoding: WoofResources.sharedPage, as: UTF8.self)
  private let joinFrame = String(decoding: WoofResources.joinPage, as: UTF8.self)

  /// The number of photos on a page without scripts.
  private static let pageCount = 50

  init(
    library: PhotoLibrary, albums: AlbumLibrary?, origins: OriginConfiguration, shared: SharedGate?,
    invitations: Invitations?, signUp: SignUpPolicy.Rule
  ) {
    self.library = library
    self.albums = albums
    self.origins = origins
    self.shared = shared
    self.invitations = invitations
    self.signUp = signUp
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/", parameters: ["after"], ignoresOtherParameters: true, handler: wall),
      ServiceRoute(.get, "/photos/{id}", ignoresOtherParameters: true, handler: photo),
      ServiceRoute(.get, "/sw.js", signIn: .ignored, ignoresOtherParameters: true) {
        assets.worker.response(to: $0.request)
      },
      ServiceRoute(.get, "/gallery/{digest}/{name}", signIn: .ignored, immediately: asset) { context in
        throw WoofError(.notFound, "There is no file of this name, or another version of the gallery has it.")
      },
      joinRoute(JoinPath.openPage) { _ in .uninvited },
    ] + (albums.map { [albumRoute($0)] } ?? []) + (shared.map { [sharedRoute($0)] } ?? [])
      + (invitations.map { [joinRoute(by: $0)] } ?? [])
  }

  private func joinRoute(by invitations: Invitations) -> ServiceRoute {
    joinRoute(JoinPath.pagePattern) { context in
      do {
        return .invitation(by: try await invitations.invitation(of: context).inviter.name)
      } catch let error as WoofError where error.code == .notFound {
        return .ended
      }
    }
  }

  /// The page at which somebody signs up. That it is asked for uses nothing up.
  private func joinRoute(
    _ pattern: String, _ invited: @escaping @Sendable (RouteContext) async throws -> JoinPage.Content
  ) -> ServiceRoute {
    ServiceRoute(
      .get, pattern, ignoresOtherParameters: true,
      responseFields: HTTPFields([.known("X-Robots-Tag"): "noindex"])
    ) { context in
      let content: JoinPage.Content =
        switch signUp {
        case .off: .off
        case .open: .open
        case .invitation: try await invited(context)
        }
      let page = JoinPage(content: content, assetPath: assets.path)
      let fields = GalleryPage.fields.replacing(.cacheControl, with: Array(SharedPath.cacheControl.utf8))
      let bytes = Array(page.html(in: joinFrame).utf8)
      guard page.isOpen else { return Self.refusal(404, bytes, fields) }
      return TaggedContent(bytes, contentType: GalleryPage.contentType, fields: fields, compression: .never)
        .response(to: context.request)
    }
  }

  private func albumRoute(_ albums: AlbumLibrary) -> ServiceRoute {
    ServiceRoute(.get, "/albums/{id}", parameters: ["after"], ignoresOtherParameters: true) { context in
      try await found(context) {
        let after = try? PageCursor.albumPhotos(after: context.query["after"])
        let album = try await albums.album(try context.albumID(), for: nil)
        let page = try await albums.photos(of: album.id, for: nil, after: after, limit: Self.pageCount)
        return .album(album, page.items.map(\.record), next: page.next.map { PageCursor.text(of: $0) })
      }
    }
  }

  private func sharedRoute(_ gate: SharedGate) -> ServiceRoute {
    ServiceRoute(
      .get, SharedPath.pagePattern, ignoresOtherParameters: true,
      responseFields: HTTPFields([.known("X-Robots-Tag"): "noindex"])
    ) { try await sharedPage($0, gate) }
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
    try await found(context) { .photo(try await library.photo(try context.photoID(), for: nil)) }
  }

  /// A page of something, or one that says that there is nothing.
  private func found(
    _ context: RouteContext, _ find: () async throws -> GalleryPage.Content
  ) async throws -> HTTPResponse {
    do {
      return response(to: context.request, with: try await find())
    } catch let error as WoofError where [.notFound, .gone].contains(error.code) {
      let page = bytes(of: .nothing, for: context.request)
      return Self.refusal(HTTPStatus(error.code.status), page, GalleryPage.fields)
    }
  }

  /// The page of a share link. That it is asked for is no visit: its scripts ask for what it shows.
  private func sharedPage(_ context: RouteContext, _ gate: SharedGate) async throws -> HTTPResponse {
    let content: SharedPage.Content
    do {
      let (link, isLocked) = try await gate.link(of: context)
      content = isLocked ? .locked : try await Self.content(of: link, in: gate.links)
    } catch let error as WoofError where [.notFound, .gone].contains(error.code) {
      content = .nothing
    }
    let page = SharedPage(
      content: content, path: SharedPath.folder(of: context.path[SharedPath.parameter] ?? ""),
      assetPath: assets.path, origin: origins.origin(of: context.request))
    let fields = GalleryPage.fields.replacing(.cacheControl, with: Array(SharedPath.cacheControl.utf8))
    let bytes = Array(page.html(in: sharedFrame).utf8)
    if case .nothing = content { return Self.refusal(404, bytes, fields) }
    // The secret of the link is in the page, beside titles and captions that others may have written.
    return TaggedContent(bytes, contentType: GalleryPage.contentType, fields: fields, compression: .never)
      .response(to: context.request)
  }

  private static func content(of link: ShareLink, in links: ShareLinks) async throws -> SharedPage.Content {
    let summary = try await links.summary(of: link)
    return .photos(summary, try await links.photos(of: link, after: nil, limit: pageCount).items.map(\.record))
  }

  private func asset(_ context: RouteContext) -> HTTPResponse? {
    assets.response(to: context.request, digest: context.path["digest"] ?? "", name: context.path["name"] ?? "")
  }

  private func bytes(of content: GalleryPage.Content, for request: HTTPRequest) -> [UInt8] {
    let page = GalleryPage(
      content: content, assetPath: assets.path, origin: origins.origin(of: request), signUp: signUp)
    return Array(page.html(in: frame).utf8)
  }

  /// A page that says that there is nothing.
  private static func refusal(_ status: HTTPStatus, _ page: [UInt8], _ fields: HTTPFields) -> HTTPResponse {
    var fields = fields
    fields.append(.contentType, GalleryPage.contentType)
    return HTTPResponse(status, fields: fields, body: .bytes(HTTPBytes(page)))
  }

  private func response(to request: HTTPRequest, with content: GalleryPage.Content) -> HTTPResponse {
    TaggedContent(
      bytes(of: content, for: request), contentType: GalleryPage.contentType, fields: GalleryPage.fields
    ).response(to: request)
  }
}
