// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of the changes to photos: in pages, and as they happen.
struct FeedRoutes: Sendable {
  let pages: ChangePages
  let feed: EventFeed

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/v1/changes", parameters: ["since", "limit"], handler: changes),
      ServiceRoute(.get, "/v1/events", parameters: ["since"], handler: events),
    ]
  }

  private func changes(_ context: RouteContext) async throws -> HTTPResponse {
    PhotoResponse.json(
      200,
      try await pages.page(
        for: ChangeReader(context.principal?.id), since: context.query["since"].map(ChangeToken.init),
        limit: try context.query.pageLimit()))
  }

  private func events(_ context: RouteContext) async throws -> HTTPResponse {
    try await feed.response(
      to: context.request, for: ChangeReader(context.principal?.id), signedInAs: context.principal,
      since: context.query["since"].map(ChangeToken.init))
  }
}
