// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Setting and unsetting favourites.
struct FavouriteRoutes: Sendable {
  let library: PhotoLibrary

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.put, "/v1/photos/{id}/favourite", signIn: .required) { try await set(true, $0) },
      ServiceRoute(.delete, "/v1/photos/{id}/favourite", signIn: .required) { try await set(false, $0) },
    ]
  }

  private func set(_ isFavourite: Bool, _ context: RouteContext) async throws -> HTTPResponse {
    let request = context.request
    let principal = try context.signedIn()
    let record = try await library.setFavourite(isFavourite, of: try context.photoID(), by: principal) {
      try PhotoEntityTag.check(request, against: $0)
    }
    return PhotoResponse.photo(200, record, for: principal, isFavourite: isFavourite)
  }
}
