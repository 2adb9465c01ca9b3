// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Reads the change log, and the snapshot before it, as one reader may see them.
struct FeedReader: Sendable {
  let favourites: FavouriteLibrary
  let log: any ChangeLog
  /// The log of albums and links; `nil` where there is none.
  var sharing: SharingFeed?

  /// The position behind all changes that are durable now.
  var now: FeedPosition { .upToDate(log.latestSequence) }

  /// Checks that the log can go on from a position.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `change-token-expired` where the log no longer reaches back to it,
  ///   or does not reach up to it, as after a restore; what the log throws.
  func check(_ position: FeedPosition) async throws {
    try await log.catchUp(to: position.sequence)
    guard (log.horizon...max(log.horizon, log.latestSequence)).contains(position.sequence) else {
      throw ChangeTokenCoder.expired
    }
  }

  /// The part of the feed that comes after a position.
  ///
  /// - Parameters:
  ///   - subjects: The things whose changes the reader asks for.
  ///   - tellsView: `true` to tell an account at the end of the log what photos it sees; what it likes is then of the same
  ///     moment.
  /// - Throws: ``WoofModel/WoofError`` as ``check(_:)``, `not-implemented` where there is no log of such things, and what the
  ///   stores throw.
  func page(
    after position: FeedPosition, limit: Int, for reader: ChangeReader, of subjects: ChangeSubjects = .photos,
    tellingView tellsView: Bool = false
  ) async throws -> FeedPage {
    try await check(position)
    guard subjects == .photos else {
      return try await mixedPage(after: position, limit: limit, for: reader, of: subjects, tellingView: tellsView)
    }
    if tellsView, let account = reader.account { return try await page(after: position, limit: limit, of: account) }
    var page =
      switch position {
      case .snapshot(let startedAt, let id):
        try await snapshotPage(startedAt: startedAt, after: id, limit: limit, for: reader)
      case .changes(let known, let through):
        try await changesPage(known: known, after: through, limit: limit, for: reader)
      // Photos come first in a snapshot, and are through.
      case .sharingSnapshot(let startedAt, _, _): snapshotEnd(startedAt: startedAt)
      }
    try await markFavourites(in: &page, for: reader)
    return page
  }

  /// Looks up which photos of a page the reader likes, all at once; for accounts only.
  func markFavourites(in page: inout FeedPage, for reader: ChangeReader) async throws {
    guard let account = reader.account else { return }
    let photos = page.items.compactMap(\.photo?.id)
    guard !photos.isEmpty else { return }
    page.mark(favourites: try await favourites.liked(among: photos, by: account))
  }

  /// The end of a snapshot: what has changed since it began comes behind it.
  private func snapshotEnd(startedAt: Int64) -> FeedPage {
    FeedPage(items: [], next: .upToDate(startedAt), hasMore: startedAt < log.latestSequence)
  }

  /// A part of the photos of a snapshot.
  func snapshotPage(
    startedAt: Int64, after id: PhotoID?, limit: Int, for reader: ChangeReader
  ) async throws -> FeedPage {
    let found = try await log.snapshot(after: id, limit: limit + 1, reader: reader)
    let items = found.prefix(limit).map { record in
      FeedItem(
        change: FeedChange(record), view: .visible(.photo), position: .snapshot(startedAt: startedAt, after: record.id))
    }
    guard found.count > limit, let last = items.last else {
      var end = snapshotEnd(startedAt: startedAt)
      end.items = items
      return end
    }
    return FeedPage(items: items, next: last.position, hasMore: true)
  }

  private func changesPage(
    known: Int64, after through: Int64, limit: Int, for reader: ChangeReader
  ) async throws -> FeedPage {
    changesPage(try await log.changes(after: through, limit: limit, reader: reader), known: known, for: reader)
  }

  private func changesPage(_ found: ChangeLogPage, known: Int64, for reader: ChangeReader) -> FeedPage {
    let items = found.photos.compactMap { record -> FeedItem? in
      let view = ChangeView(of: record, to: reader, knowing: known)
      guard view != .hidden else { return nil }
      // A photo that was withdrawn stands where that happened, whatever happened to it out of sight since.
      let sequence = record.sequence(inLogOf: reader)
      return FeedItem(change: FeedChange(record), view: view, position: .changes(known: known, through: sequence))
    }
    let next: FeedPosition =
      found.hasMore ? .changes(known: known, through: found.through) : .upToDate(found.through)
    return FeedPage(items: items, next: next, hasMore: found.hasMore)
  }
}

extension FeedReader {
  /// The part of the feed that comes after a position, with the view of an account at the end of the log.
  private func page(after position: FeedPosition, limit: Int, of account: AccountID) async throws -> FeedPage {
    let reader = ChangeReader.account(account)
    switch position {
    case .changes(let known, let through):
      let found = try await log.changes(after: through, limit: limit, account: account)
      var page = changesPage(found.page, known: known, for: reader)
      page.mark(favourites: found.liked)
      page.view = found.view
      return page
    case .snapshot(let startedAt, let id):
      var page = try await snapshotPage(startedAt: startedAt, after: id, limit: limit, for: reader)
      try await markFavourites(in: &page, for: reader)
      guard page.next == .upToDate(startedAt) else { return page }
      return try await ending(page, startedAt: startedAt, of: account)
    case .sharingSnapshot(let startedAt, _, _):
      return try await ending(snapshotEnd(startedAt: startedAt), startedAt: startedAt, of: account)
    }
  }

  /// The last page of a snapshot. If nothing that the account sees has changed since the snapshot began, it is as of the end
  /// of the log, its favourites included: they have been read before this.
  func ending(_ page: FeedPage, startedAt: Int64, of account: AccountID) async throws -> FeedPage {
    var page = page
    let rest = try await log.changes(after: startedAt, limit: 1, account: account)
    page.hasMore = rest.page.hasMore || !rest.page.photos.isEmpty
    guard !page.hasMore else { return page }
    page.next = .upToDate(rest.page.through)
    page.view = rest.view
    return page
  }
}

/// A reader's position in a feed.
enum FeedPosition: Hashable, Sendable {
  /// A position in the snapshot that began when the log stood at `startedAt`, behind a photo; at the start if that is
  /// `nil`.
  case snapshot(startedAt: Int64, after: PhotoID?)
  /// A position in the same snapshot behind all photos: in its albums or links, behind the one of a UUID; at the start of
  /// them if that is `nil`.
  case sharingSnapshot(startedAt: Int64, of: ChangeSubjects, after: PhotoID?)
  /// A position in the log: it has been read up to and with `through`, by a reader who knew all changes up to and with
  /// `known` when it set out. The two differ on the way only: a photo that changed before `through` and again behind it
  /// comes later, with all that happened to it since `known`.
  case changes(known: Int64, through: Int64)

  /// The position at which all changes up to and with a number are known.
  static func upToDate(_ sequence: Int64) -> FeedPosition { .changes(known: sequence, through: sequence) }

  /// The position that a token means.
  init(_ position: ChangePosition) {
    switch position {
    case .sequence(let sequence): self = .upToDate(sequence)
    case .snapshot(let startedAt, let id): self = .snapshot(startedAt: startedAt, after: id)
    case .sharingSnapshot(let startedAt, let subject, let id):
      // The newest come first, and none has the greatest UUID.
      let isStart = id == PhotoID(high: .max, low: .max)
      self = .sharingSnapshot(startedAt: startedAt, of: subject, after: isStart ? nil : id)
    }
  }

  /// The position that a token of this one holds.
  var resumption: ChangePosition {
    switch self {
    case .snapshot(let startedAt, let id):
      // No photo has the least id, so behind it is the start.
      .snapshot(startedAt: startedAt, after: id ?? PhotoID(high: 0, low: 0))
    case .sharingSnapshot(let startedAt, let subject, let id):
      .sharingSnapshot(startedAt: startedAt, of: subject, after: id ?? PhotoID(high: .max, low: .max))
    case .changes(_, let through): .sequence(through)
    }
  }

  /// The number behind which the log goes on from here.
  var sequence: Int64 {
    switch self {
    case .snapshot(let startedAt, _), .sharingSnapshot(let startedAt, _, _): startedAt
    case .changes(_, let through): through
    }
  }
}

extension ChangeTokenCoder {
  /// The token of a position in a feed, for one reader.
  func token(
    for position: FeedPosition, reader: ChangeReader, of subjects: ChangeSubjects = .photos
  ) -> ChangeToken {
    token(for: position.resumption, reader: reader, of: subjects)
  }
}
