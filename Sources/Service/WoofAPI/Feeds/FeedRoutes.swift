// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The routes of the changes to photos, albums and links: in pages, and as they happen.
struct FeedRoutes: Sendable {
  let pages: ChangePages
  let feed: EventFeed

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/v1/changes", parameters: ["since", "limit", "kinds"], handler: changes),
      ServiceRoute(.get, "/v1/events", parameters: ["since", "kinds"], handler: events),
      ServiceRoute(.get, "/v1/me/view", signIn: .required, handler: view),
    ]
  }

  private func changes(_ context: RouteContext) async throws -> HTTPResponse {
    PhotoResponse.json(
      200,
      try await pages.page(
        for: ChangeReader(context.principal?.id), of: try context.query.kinds(),
        since: context.query["since"].map(ChangeToken.init), limit: try context.query.pageLimit()))
  }

  private func view(_ context: RouteContext) async throws -> HTTPResponse {
    PhotoResponse.json(200, try await pages.view(of: try context.signedIn().id))
  }

  private func events(_ context: RouteContext) async throws -> HTTPResponse {
    try await feed.response(
      to: context.request, for: ChangeReader(context.principal?.id), signedInAs: context.principal,
      of: try context.query.kinds(), since: context.query["since"].map(ChangeToken.init))
  }
}

extension RouteQuery {
  /// The things whose changes a request asks for: `kinds`, names with commas between them in any order, each once; photos
  /// where none are given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func kinds() throws(WoofError) -> ChangeSubjects {
    guard let text = self["kinds"] else { return .photos }
    guard let subjects = ChangeSubjects(parameter: text) else {
      let known = ChangeSubjects.allNames.joined(separator: ", ")
      throw Self.invalid("kinds", "Name some of \(known), each once, with commas between them.")
    }
    return subjects
  }
}

/// The change log in pages: the responses to `GET /v1/changes`.
struct ChangePages: Sendable {
  /// The largest number of times that the log is read for one page, so that a page is seldom empty while there is more.
  private static let readLimit = 8

  private let feed: FeedReader
  private let tokens: ChangeTokenCoder
  private let workers: WorkerPool

  /// Makes the pages of the change log.
  init(
    favourites: FavouriteLibrary, changes: any ChangeLog, sharing: SharingFeed? = nil, tokens: ChangeTokenCoder,
    workers: WorkerPool
  ) {
    feed = FeedReader(favourites: favourites, log: changes, sharing: sharing)
    self.tokens = tokens
    self.workers = workers
  }

  /// A page as JSON: the changes after a token; without one, a snapshot of what is live, and behind its last page the
  /// token to go on from.
  ///
  /// - Parameters:
  ///   - subjects: The things whose changes the reader asks for.
  ///   - limit: The most changes on the page, from 1.
  /// - Throws: ``WoofModel/WoofError`` with the code `change-token-invalid`, `change-token-expired` or `not-implemented`.
  func page(
    for reader: ChangeReader, of subjects: ChangeSubjects = .photos, since token: ChangeToken?, limit: Int
  ) async throws -> [UInt8] {
    let start = try token.map { FeedPosition(try tokens.position(of: $0, reader: reader, of: subjects)) }
    var page = try await feed.page(
      after: start ?? feed.snapshotStart(of: subjects), limit: limit, for: reader, of: subjects, tellingView: true)
    var readCount = 1
    while page.items.isEmpty, page.hasMore, readCount < Self.readLimit {
      page = try await feed.page(after: page.next, limit: limit, for: reader, of: subjects, tellingView: true)
      readCount += 1
    }
    return try await PageRendering.run(of: page.items.count, on: workers) { [page] in
      json(of: page, for: reader, subjects)
    }
  }

  private func json(of page: FeedPage, for reader: ChangeReader, _ subjects: ChangeSubjects) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128 + 800 * page.items.count)
    var writer = JSONWriter(appendingTo: consume bytes)
    writer.beginObject()
    writer.name("changes")
    writer.beginArray()
    for item in page.items {
      let token = tokens.token(for: item.position, reader: reader, of: subjects)
      item.writeJSON(token: token, for: reader, to: &writer)
    }
    writer.endArray()
    writer.name("next")
    writer.value(tokens.token(for: page.next, reader: reader, of: subjects).rawValue)
    writer.name("more")
    writer.value(page.hasMore)
    if let view = page.view, !page.hasMore {
      writer.name("view")
      write(view, for: reader, subjects, to: &writer)
    }
    writer.endObject()
    return writer.bytes
  }

  /// The digests of everything that an account sees, as JSON.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`.
  func view(of account: AccountID) async throws -> [UInt8] {
    var writer = JSONWriter()
    write(try await feed.log.view(of: account), for: .account(account), .photos, to: &writer)
    return writer.bytes
  }

  private func write(
    _ stored: StoredView, for reader: ChangeReader, _ subjects: ChangeSubjects, to writer: inout JSONWriter
  ) {
    let view = AccountView(
      own: stored.own, public: stored.public, favourites: stored.favourites, photoCount: stored.photoCount,
      change: tokens.token(for: .sequence(stored.sequence), reader: reader, of: subjects))
    let digests = [
      ("digest", view.digest), ("own", view.own), ("public", view.public), ("favourites", view.favourites),
    ]
    writer.beginObject()
    for (name, digest) in digests {
      writer.name(name)
      writer.value(digest.description)
    }
    writer.name("photoCount")
    writer.value(view.photoCount)
    writer.name("change")
    writer.value(view.change.rawValue)
    writer.endObject()
  }
}
