// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// `/v1/timeline`: where photos stand in time, so that a client can lay out all of them and read only those in sight.
struct TimelineRoutes: Sendable {
  let timelines: any TimelineStore
  /// The albums, of which each has a timeline; `nil` where there are none.
  let albums: AlbumLibrary?
  let changes: any ChangeLog
  let tokens: ChangeTokenCoder
  let workers: WorkerPool

  private static let path = "/v1/timeline"
  /// The most photos of a part, each of which takes some 60 bytes.
  private static let partLimit = 5000
  private static let standardPartLimit = 500

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, Self.path, parameters: ["view", "q"], handler: months),
      ServiceRoute(.get, "\(Self.path)/ratios", parameters: ["view", "q"], handler: ratios),
      ServiceRoute(.get, "\(Self.path)/{month}", parameters: ["view", "q", "offset", "limit"], handler: part),
    ]
  }

  private func months(_ context: RouteContext) async throws -> HTTPResponse {
    let view = try await view(of: context)
    // Read first, so that no change between the two is passed over.
    let sequence = changes.latestSequence
    let months = try await timelines.months(of: view)
    let change = tokens.token(for: .sequence(sequence), reader: ChangeReader(context.principal?.id))
    return Self.response(to: context, TimelineJSON.bytes(of: months, change: change), contentType: "application/json")
  }

  private func ratios(_ context: RouteContext) async throws -> HTTPResponse {
    let ratios = try await timelines.ratios(of: try await view(of: context))
    return Self.response(to: context, ratios, contentType: "application/octet-stream")
  }

  private func part(_ context: RouteContext) async throws -> HTTPResponse {
    guard let bytes = context.path.bytes(of: "month"), let month = CivilMonth(String(decoding: bytes, as: UTF8.self))
    else { throw WoofError(.notFound, "There is no such month; months are written as 2026-05.") }
    let query = TimelineQuery(
      try await view(of: context), month: month, offset: try context.query.offset(),
      limit: try context.query.pageLimit(default: Self.standardPartLimit, greatest: Self.partLimit))
    let part = try await timelines.part(query)
    let json = try await PageRendering.run(of: part.entries.count, on: workers) {
      TimelineJSON.bytes(of: part, month: month, offset: query.offset)
    }
    return Self.response(to: context, json, contentType: "application/json")
  }

  /// The timeline that a request asks for, after what is in the way of reading it has been found.
  private func view(of context: RouteContext) async throws -> TimelineView {
    let reader = context.principal?.id
    if let text = context.query["q"] { return try found(try SearchText(text), in: context) }
    switch context.query["view"] {
    case nil, "all": return .readable(by: reader)
    case "mine": return .owned(by: try context.signedIn().id)
    case "favourites": return .favourites(of: try context.signedIn().id)
    case "trash": return .trash(of: try context.signedIn().id)
    case let text?:
      let prefix = "album:"
      guard let albums, text.hasPrefix(prefix), let id = AlbumID(String(text.dropFirst(prefix.count))) else {
        throw RouteQuery.invalid(
          "view", "Choose one of all, mine, favourites, trash, or album: and the id of an album.")
      }
      _ = try await albums.album(id, for: context.principal)
      return .album(id, reader: reader)
    }
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the view cannot be searched.
  private func found(_ text: SearchText, in context: RouteContext) throws -> TimelineView {
    switch context.query["view"] {
    case nil, "all": return .found(text, by: context.principal?.id)
    case "mine": return .ownFound(text, by: try context.signedIn().id)
    default: throw RouteQuery.invalid("q", "The views all and mine can be searched; leave q out of others.")
    }
  }

  private static func response(to context: RouteContext, _ bytes: [UInt8], contentType: String) -> HTTPResponse {
    // Ratios are bytes, of which few differ.
    TaggedContent(
      bytes, contentType: contentType, fields: HTTPFields([.cacheControl: "no-cache", .vary: "Authorization, Cookie"]),
      compression: .always
    ).response(to: context.request)
  }
}
