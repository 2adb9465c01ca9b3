// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of albums, of all accounts and visibilities: their list, and deleting one.
struct AlbumAdministrationRoutes: Sendable {
  let albums: AlbumLibrary
  let credentials: any CredentialStore

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/albums", parameters: ["owner", "after", "limit"], list),
      AdministrationRoute(.delete, "/admin/v1/albums/{id}", changing: "albums.delete", isDestructive: true, delete),
    ]
  }

  private func list(_ context: AdministrationContext) async throws -> HTTPResponse {
    let owner = try await context.owner(in: credentials)
    let page = try await albums.albums(
      AlbumQuery(
        scope: .all(of: owner), after: try PageCursor.albums(after: context.query["after"]),
        limit: try context.query.pageLimit()))
    return try AdministrationResponse.json(
      200, AdminPage(items: page.items.map { AdminAlbum($0) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func delete(_ context: AdministrationContext) async throws -> AdministrationChange {
    guard let id = AlbumID(context.text("id")) else { throw WoofError.noSuchAlbum }
    let album = try await albums.administeredAlbum(id)
    let owner = album.ownerName
    return AdministrationChange(subject: "\(id)", details: ["owner": .string(owner.text)]) {
      AdminPlan(
        summary: "deletes an album of \(owner), with the links to it; its photos stay", accountCount: 1,
        isReversible: false)
    } perform: {
      try await albums.administerDeletion(of: id)
      return HTTPResponse(204)
    }
  }
}

extension AdminAlbum {
  fileprivate init(_ album: AlbumRecord) {
    self.init(
      id: album.id, owner: album.ownerName.text, title: album.title, visibility: album.visibility,
      photoCount: album.photoCount, contributors: album.contributors.values.map(\.text).sorted(),
      createdAt: album.createdAt)
  }
}
