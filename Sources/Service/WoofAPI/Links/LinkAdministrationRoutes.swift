// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of share links, of all accounts: their list, and revoking one.
struct LinkAdministrationRoutes: Sendable {
  let links: ShareLinks
  let credentials: any CredentialStore

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/links", parameters: ["owner", "after", "limit"], list),
      AdministrationRoute(.delete, "/admin/v1/links/{id}", changing: "links.revoke", isDestructive: true, revoke),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let owner = try await context.owner(in: credentials)
    let page = try await links.links(
      of: owner, to: nil, after: try PageCursor.links(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200, AdminPage(items: page.items.map { AdminLink($0) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func revoke(_ context: AdministrationContext) async throws -> AdministrationChange {
    guard let id = ShareLinkID(context.text("id")) else { throw WoofError.noSuchLink }
    let link = try await links.link(id)
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(link.owner.name.text)]) {
      AdminPlan(
        summary: "revokes 1 share link of \(link.owner.name), opened \(link.visits.count) times", accountCount: 1,
        isReversible: false)
    } perform: {
      try await links.revoke(id, by: link.owner)
      return HTTPResponse(204)
    }
  }
}

extension AdminLink {
  fileprivate init(_ link: ShareLink) {
    var (album, photo): (AlbumID?, PhotoID?)
    switch link.target {
    case .album(let id): album = id
    case .photo(let id): photo = id
    }
    self.init(
      id: link.id, owner: link.owner.name.text, album: album, photo: photo, createdAt: link.createdAt,
      expiresAt: link.terms.expiresAt, hasPassword: link.terms.passwordHash != nil,
      allowsDownload: link.terms.allowsDownload, location: link.terms.showsLocation, viewCount: link.visits.count,
      lastViewedAt: link.visits.last, allowsAdding: link.terms.allowsAdding, allowsLikes: link.terms.allowsLikes)
  }
}
