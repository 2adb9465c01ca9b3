// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofCryptography
internal import WoofHTTP
internal import WoofModel

/// The share links of an account.
struct ShareLinkRoutes: Sendable {
  let links: ShareLinks
  let authenticator: Authenticator
  /// The origins at which the service is found, for the addresses of links.
  let origins: OriginConfiguration
  /// The audit trail that records links; `nil` if nothing is recorded.
  let audit: AuditTrail?

  private static let path = "/v1/links"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(
        .get, Self.path, signIn: .required, parameters: ["album", "photo", "limit", "after"], handler: list),
      ServiceRoute(.post, Self.path, signIn: .required, handler: make),
      ServiceRoute(.patch, "\(Self.path)/{id}", signIn: .required, handler: edit),
      ServiceRoute(.delete, "\(Self.path)/{id}", signIn: .required, handler: revoke),
      ServiceRoute(
        .get, "\(Self.path)/{id}/likes", signIn: .required, parameters: ["limit", "after"], handler: likes),
    ]
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let (album, photo) = (context.query["album"], context.query["photo"])
    let target = album == nil && photo == nil ? nil : try ShareLinkJSON.target(album: album, photo: photo)
    let page = try await links.links(
      of: try context.signedIn().id, to: target, after: try PageCursor.links(after: context.query["after"]),
      limit: try context.query.pageLimit())
    let bytes = PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }) {
      ShareLinkJSON.write($0, to: &$1)
    }
    return .unstoredJSON(200, bytes)
  }

  private func make(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    guard let origin = origins.origin(of: context.request) else {
      throw WoofError(.invalidRequest, "Name the service in the field Host; the link's address begins with it.")
    }
    let draft = try await ShareLinkJSON.draft(from: context.request)
    var terms = ShareLink.Terms(
      expiresAt: try links.expiry(draft.expiresAt), allowsDownload: draft.allowances.contains(.download),
      allowsLikes: draft.allowances.contains(.like), allowsAdding: draft.allowances.contains(.add),
      showsLocation: draft.showsLocation)
    if let password = draft.password { terms.passwordHash = try await hash(of: password, context, owner) }
    let id = links.nextID()
    let entry = context.auditEntry("links.create", of: id, by: owner.name, draft.target.auditDetails)
    return try await audit.perform(entry) { [terms] in
      let (link, secret) = try await links.make(id, to: draft.target, terms, by: owner)
      let url = "\(origin)\(SharedPath.page(of: secret.text))"
      return .unstoredJSON(201, ShareLinkJSON.bytes(of: link, at: url, token: secret.text))
    }
  }

  private func edit(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    let id = try context.linkID()
    let patch = try await ShareLinkJSON.patch(from: context.request)
    let expiresAt = try patch.expiresAt.map { try links.expiry($0) }
    let password: ShareLinkEdit.Password? =
      switch patch.password {
      case nil: nil
      case .some(nil): ShareLinkEdit.Password.none
      case .some(let password?): .hash(try await hash(of: password, context, owner))
      }
    let edit = ShareLinkEdit(
      expiresAt: expiresAt, password: password, allowsDownload: patch.allowances?.contains(.download),
      allowsLikes: patch.allowances?.contains(.like), allowsAdding: patch.allowances?.contains(.add),
      showsLocation: patch.showsLocation)
    return try await audit.perform(context.auditEntry("links.edit", of: id, by: owner.name)) {
      let link = try await links.edit(id, edit, by: owner)
      var writer = JSONWriter()
      ShareLinkJSON.write(link, to: &writer)
      return .unstoredJSON(200, writer.bytes)
    }
  }

  private func revoke(_ context: RouteContext) async throws -> HTTPResponse {
    let owner = try context.signedIn()
    let id = try context.linkID()
    return try await audit.perform(context.auditEntry("links.revoke", of: id, by: owner.name)) {
      try await links.revoke(id, by: owner)
      return HTTPResponse(204)
    }
  }

  private func likes(_ context: RouteContext) async throws -> HTTPResponse {
    let link = try await links.link(try context.linkID(), of: try context.signedIn())
    let page = try await links.guests.likes(
      of: link, after: try PageCursor.likes(after: context.query["after"]), limit: try context.query.pageLimit())
    let bytes = PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(ofLike: $0) }) {
      ShareLinkJSON.write($0, to: &$1)
    }
    return .unstoredJSON(200, bytes)
  }

  private func hash(
    of password: WipedBytes, _ context: RouteContext, _ owner: Principal
  ) async throws -> PasswordHash {
    try await authenticator.hash(
      ofLinkPassword: password, for: owner, address: context.request.client.address)
  }
}

extension ShareLink.Target {
  fileprivate var auditDetails: [String: JSONValue] {
    switch self {
    case .album(let id): ["album": .string("\(id)")]
    case .photo(let id): ["photo": .string("\(id)")]
    }
  }
}

extension RouteContext {
  /// The link that the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no id.
  fileprivate func linkID() throws(WoofError) -> ShareLinkID {
    guard let bytes = path.bytes(of: "id"), let id = ShareLinkID(utf8: bytes) else { throw .noSuchLink }
    return id
  }
}
