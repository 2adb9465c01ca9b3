// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Setting and unsetting favourites, and the list of an account's own.
struct FavouriteRoutes: Sendable {
  let library: FavouriteLibrary
  let photos: PhotoLibrary
  let workers: WorkerPool

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.put, "/v1/photos/{id}/favourite", signIn: .required, scopes: .like) { try await set(true, $0) },
      ServiceRoute(.delete, "/v1/photos/{id}/favourite", signIn: .required, scopes: .like) { try await set(false, $0) },
      ServiceRoute(
        .get, "/v1/me/favourites", signIn: .required, parameters: ["limit", "after"], handler: favourites),
    ]
  }

  private func set(_ isFavourite: Bool, _ context: RouteContext) async throws -> HTTPResponse {
    let fields = context.request.fields
    let principal = try context.signedIn()
    let id = try context.photoID()
    let edit = try EditStamp(of: fields)
    let preconditions = PhotoPreconditions(library: photos, favourites: library)
    return try await preconditions.telling(principal, of: id) {
      let state = try await library.set(
        isFavourite, of: id, by: principal, edit: edit, if: Precondition(ofPhoto: fields))
      return PhotoResponse.photo(200, state.photo, for: principal, isFavourite: state.isFavourite)
    }
  }

  private func favourites(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let page = try await library.page(
      of: principal, after: try PageCursor.favourites(after: context.query["after"]),
      limit: try context.query.pageLimit())
    return try await PageRendering.run(of: page.items.count, on: workers) {
      PhotoResponse.page(
        page.items.map(\.photo), next: page.next.map { PageCursor.text(of: $0) }, likedBy: principal,
        liked: Set(page.items.map(\.photo.id)))
    }
  }
}
