// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of the changes to all photos and albums: in pages, and as they happen.
struct FeedAdministrationRoutes: Sendable {
  let pages: ChangePages
  let feed: EventFeed

  var routes: [AdministrationRoute] {
    [
      AdministrationRoute(.get, "/admin/v1/changes", parameters: ["since", "limit", "kinds"], changes),
      AdministrationRoute(.get, "/admin/v1/events", parameters: ["since", "kind", "owner", "kinds"], events),
    ]
  }

  private func changes(_ context: AdministrationContext) async throws -> HTTPResponse {
    let bytes = try await pages.page(
      for: .administrator, of: try context.query.kinds(), since: context.query["since"].map(ChangeToken.init),
      limit: try context.query.pageLimit())
    return HTTPResponse(200, fields: AdministrationResponse.fields, body: .bytes(HTTPBytes(bytes)))
  }

  private func events(_ context: AdministrationContext) async throws -> HTTPResponse {
    var filter = EventFilter()
    if context.query["kind"] != nil { filter.kind = try context.query.value("kind", default: ChangeKind.photo) }
    if let owner = context.query["owner"] {
      guard let name = AccountName(owner) else { throw RouteQuery.invalid("owner", "A name is \(AccountName.rule).") }
      filter.owner = name
    }
    return try await feed.response(
      to: context.request, for: .administrator, signedInAs: context.principal, filteredBy: filter,
      of: try context.query.kinds(), since: context.query["since"].map(ChangeToken.init))
  }
}
