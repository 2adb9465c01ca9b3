// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The albums and links of the change log, and the clock by which links expire.
struct SharingFeed: Sendable {
  let log: any SharingLog
  let time: any TimeSource
}

extension FeedReader {
  /// The part of the feed of several sorts of things that comes after a position.
  ///
  /// What the stores of photos and of sharing say need not be of one moment: whatever changes between the two reads changes
  /// at a later position, and is told there.
  func mixedPage(
    after position: FeedPosition, limit: Int, for reader: ChangeReader, of subjects: ChangeSubjects,
    tellingView tellsView: Bool
  ) async throws -> FeedPage {
    guard let sharing else { throw WoofError(.notImplemented, "This service tells of changes of photos only.") }
    guard case .changes(let known, let through) = position else {
      return try await mixedSnapshotPage(
        after: position, limit: limit, for: reader, of: subjects, sharing, tellingView: tellsView)
    }
    var photos: FeedPage?
    if subjects.contains(.photos) {
      photos = try await page(after: position, limit: limit, for: reader, tellingView: tellsView)
    }
    let others = try await sharing.log.sharingChanges(after: through, limit: limit, reader: reader, of: subjects)
    return Self.merge(photos, others, known: known, limit: limit)
  }

  /// Joins a part of the log of photos with one of the log of albums and links, as far as both are complete.
  static func merge(_ photos: FeedPage?, _ others: SharingLogPage, known: Int64, limit: Int) -> FeedPage {
    var through = min(photos?.next.sequence ?? .max, others.through)
    let sharing = others.entries.map { entry in
      FeedItem(entry.change, position: .changes(known: known, through: entry.sequence))
    }
    let found = (photos?.items ?? []) + sharing
    var items = found.filter { $0.position.sequence <= through }
      .sorted { $0.position.sequence < $1.position.sequence }
    var hasMore = photos?.hasMore ?? false || others.hasMore || items.count < found.count
    if items.count > limit {
      items.removeLast(items.count - limit)
      through = items.last?.position.sequence ?? through
      hasMore = true
    }
    let next: FeedPosition = hasMore ? .changes(known: known, through: through) : .upToDate(through)
    var page = FeedPage(items: items, next: next, hasMore: hasMore)
    if let view = photos?.view, !hasMore, view.sequence == through { page.view = view }
    return page
  }

  // MARK: Snapshots

  /// The start of a snapshot of what is live now, of some sorts of things.
  func snapshotStart(of subjects: ChangeSubjects) -> FeedPosition {
    let start = log.latestSequence
    return subjects.contains(.photos)
      ? .snapshot(startedAt: start, after: nil) : Self.sharingStart(of: subjects, startedAt: start)
  }

  /// A part of a snapshot, which has photos first, then albums, then links; where one of these ends, the next begins on the
  /// same page.
  private func mixedSnapshotPage(
    after position: FeedPosition, limit: Int, for reader: ChangeReader, of subjects: ChangeSubjects,
    _ sharing: SharingFeed, tellingView tellsView: Bool
  ) async throws -> FeedPage {
    var page = FeedPage(items: [], next: position, hasMore: true)
    while page.hasMore, page.items.count < limit {
      let room = limit - page.items.count
      let part: FeedPage
      switch page.next {
      case .snapshot(let startedAt, let id):
        part = try await photoSnapshot(startedAt: startedAt, after: id, limit: room, for: reader, subjects)
      case .sharingSnapshot(let startedAt, let subject, let id):
        part = try await sharing.snapshot(
          of: subject, startedAt: startedAt, after: id, limit: room, for: reader, among: subjects)
      case .changes(_, let startedAt):
        page.hasMore = startedAt < log.latestSequence
        guard tellsView, subjects.contains(.photos), let account = reader.account else { return page }
        return try await mixedEnding(page, startedAt: startedAt, of: account, subjects, sharing)
      }
      page.items += part.items
      page.next = part.next
    }
    return page
  }

  private func photoSnapshot(
    startedAt: Int64, after id: PhotoID?, limit: Int, for reader: ChangeReader, _ subjects: ChangeSubjects
  ) async throws -> FeedPage {
    var page = try await snapshotPage(startedAt: startedAt, after: id, limit: limit, for: reader)
    try await markFavourites(in: &page, for: reader)
    if page.next == .upToDate(startedAt) { page.next = Self.sharingStart(of: subjects, startedAt: startedAt) }
    return page
  }

  /// The last page of a snapshot, as ``ending(_:startedAt:of:)`` has it, if nothing else has changed either.
  private func mixedEnding(
    _ page: FeedPage, startedAt: Int64, of account: AccountID, _ subjects: ChangeSubjects, _ sharing: SharingFeed
  ) async throws -> FeedPage {
    let ended = try await ending(page, startedAt: startedAt, of: account)
    let rest = try await sharing.log.sharingChanges(
      after: startedAt, limit: 1, reader: .account(account), of: subjects)
    guard !ended.hasMore, !rest.entries.isEmpty || rest.hasMore else { return ended }
    return FeedPage(items: page.items, next: page.next, hasMore: true)
  }

  fileprivate static func sharingStart(of subjects: ChangeSubjects, startedAt: Int64) -> FeedPosition {
    for subject in [ChangeSubjects.albums, .links] where subjects.contains(subject) {
      return .sharingSnapshot(startedAt: startedAt, of: subject, after: nil)
    }
    return .upToDate(startedAt)
  }
}

extension SharingFeed {
  /// A part of the albums or links of a snapshot.
  fileprivate func snapshot(
    of subject: ChangeSubjects, startedAt: Int64, after id: PhotoID?, limit: Int, for reader: ChangeReader,
    among subjects: ChangeSubjects
  ) async throws -> FeedPage {
    var found: [(id: PhotoID, change: SharingChange)] = []
    // A token may have come to things that are not asked for any more.
    if subjects.contains(subject) {
      if subject == .albums {
        let albums = try await log.albumSnapshot(after: id.map(AlbumID.init(uuid:)), limit: limit + 1, reader: reader)
        found = albums.map { ($0.id.uuid, .album($0)) }
      } else {
        let links = try await log.linkSnapshot(
          after: id.map(ShareLinkID.init(uuid:)), limit: limit + 1, reader: reader, at: time.now())
        found = links.map { ($0.id.uuid, .link($0)) }
      }
    }
    let items = found.prefix(limit).map { item in
      FeedItem(item.change, position: .sharingSnapshot(startedAt: startedAt, of: subject, after: item.id))
    }
    let rest: ChangeSubjects = subject == .albums ? subjects.intersection(.links) : []
    let end = FeedReader.sharingStart(of: rest, startedAt: startedAt)
    let next = found.count > limit ? items.last?.position ?? end : end
    return FeedPage(items: items, next: next, hasMore: true)
  }
}
