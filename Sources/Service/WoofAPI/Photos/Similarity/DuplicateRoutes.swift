// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// `/v1/me/duplicates`: the groups of an account's photos that look alike.
struct DuplicateRoutes: Sendable {
  let duplicates: DuplicatePhotos
  let favourites: FavouriteLibrary
  let workers: WorkerPool

  /// The most groups of a page.
  private static let groupLimit = 100
  private static let standardLimit = 20

  var routes: [ServiceRoute] {
    [ServiceRoute(.get, "/v1/me/duplicates", signIn: .required, parameters: ["limit", "after"], handler: page)]
  }

  private func page(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let limit = try context.query.pageLimit(default: Self.standardLimit, greatest: Self.groupLimit)
    let page = try await duplicates.page(
      of: principal, after: try PageCursor.duplicates(after: context.query["after"]), limit: limit)
    let liked = try await favourites.liked(among: page.groups.flatMap(\.photos), by: principal)
    let photoCount = page.groups.reduce(0) { $0 + $1.photos.count }
    return try await PageRendering.run(of: photoCount, on: workers) {
      let next = page.next.map { PageCursor.text(ofDuplicates: $0) }
      return PhotoResponse.json(
        200,
        PageRendering.bytes(of: page.groups, next: next) { Self.write($0, for: principal, liked: liked, to: &$1) })
    }
  }

  private static func write(
    _ group: DuplicateGroup, for owner: Principal, liked: Set<PhotoID>, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.name("best")
    writer.value(group.best.id)
    writer.name("photoCount")
    writer.value(group.photoCount)
    writer.name("photos")
    writer.beginArray()
    for photo in group.photos {
      PhotoJSON.write(photo, for: owner.id, isFavourite: liked.contains(photo.id), to: &writer)
    }
    writer.endArray()
    writer.endObject()
  }
}
