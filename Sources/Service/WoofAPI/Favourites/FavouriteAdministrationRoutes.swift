// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of favourites: those of an account, those of a photo, and removing one.
struct FavouriteAdministrationRoutes: Sendable {
  let library: FavouriteLibrary
  let store: any AdministrationStore
  let credentials: any CredentialStore

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(
        .get, "/admin/v1/accounts/{name}/favourites", parameters: ["after", "limit"], ofAccount),
      AdministrationRoute(.get, "/admin/v1/photos/{id}/favourites", parameters: ["after", "limit"], ofPhoto),
      AdministrationRoute(
        .delete, "/admin/v1/photos/{id}/favourites/{account}", changing: "favourites.delete", isDestructive: true,
        delete),
    ]
  }

  private func ofAccount(_ context: AdministrationContext) async throws -> HTTPResponse {
    let account = try await credentials.account(context.text("name"))
    let page = try await library.page(
      of: Principal(account), after: try PageCursor.favourites(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return try AdministrationResponse.json(
      200,
      AdminPage(items: page.items.map { PhotoMetadata($0.photo) }, next: page.next.map { PageCursor.text(of: $0) }))
  }

  private func ofPhoto(_ context: AdministrationContext) async throws -> HTTPResponse {
    let photo = try await store.livePhoto(try context.photoID())
    let page = try await library.page(
      ofPhoto: photo.record.id, after: try PageCursor.accounts(after: context.query["after"]),
      limit: try context.query.pageLimit())
    let items = page.items.map { AdminFavourite(account: $0.account.text, setAt: $0.setAt) }
    return try AdministrationResponse.json(200, AdminPage(items: items, next: page.next?.text))
  }

  private func delete(_ context: AdministrationContext) async throws -> AdministrationChange {
    let photo = try await store.livePhoto(try context.photoID())
    let account = try await credentials.account(context.text("account"))
    let id = photo.record.id
    return AdministrationChange(subject: "\(id)", details: ["account": .string(account.name.text)]) {
      AdminPlan(
        summary: "unsets the favourite of \(account.name) on 1 photo of \(photo.record.ownerName)", photoCount: 1,
        accountCount: 1, isReversible: false)
    } perform: {
      try await library.administerUnsetting(of: id, by: account.id)
      return HTTPResponse(204)
    }
  }
}
