// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The batches of events of one hub: each is made once and serves all subscribers of an audience that stand at the same
/// place. Confined to the loop of the hub.
struct EventBatches {
  /// The largest number of changes in a batch, which has about 15,000 bytes at most: few enough for what a blocked
  /// connection holds back to stay small.
  static let itemLimit = 24
  private static let byteLimit = 15_000

  private let tokens: ChangeTokenCoder
  private var recent: RecentChanges
  /// The number of the newest change of an album or a link: those who asked for such changes have to have read the log up to
  /// it before they are served from the newest changes, which are of photos alone.
  private var sharingHead: Int64 = 0
  /// The audiences that keep batches.
  private var stockedAudiences: [EventAudience] = []

  /// Makes the batches of changes that come from now on, of which those of at most `capacity` photos are kept at hand.
  init(tokens: ChangeTokenCoder, capacity: Int) {
    self.tokens = tokens
    recent = RecentChanges(capacity: capacity, startingAfter: 0)
  }

  // MARK: Changes

  /// The number of the newest change.
  var head: Int64 { recent.head }

  /// The number behind which all changes are at hand.
  var floor: Int64 { recent.floor }

  /// Forgets all changes, and begins anew behind a number.
  mutating func restart(after sequence: Int64) { recent.restart(after: sequence) }

  /// Adds what came from the writer; returns `true` if any of it is new.
  mutating func add(_ changes: [FeedChange], lostThrough: Int64?) -> Bool {
    if let lostThrough, lostThrough > recent.head { recent.restart(after: lostThrough) }
    let head = recent.head
    for change in changes { recent.append(change) }
    return recent.head > head
  }

  /// Notes that the log goes up to a number by changes of albums and links; returns `true` if that is new.
  mutating func advance(to sequence: Int64) -> Bool {
    sharingHead = max(sharingHead, sequence)
    guard sequence > recent.head else { return false }
    recent.advance(to: sequence)
    return true
  }

  // MARK: Batches

  /// The next events of an audience's subscribers that stand at the request's position; `nil` where they have to be
  /// looked up first.
  ///
  /// Who did not sign in is served from the newest changes. For accounts it is looked up which photos they like, once
  /// for all subscribers of the account: any change may have come from their own favourite, and a store that is asked
  /// after the change never says what was before it. Who has fallen behind the newest changes is served from the log.
  mutating func batch(for request: EventAudience.Request, in audience: EventAudience) -> EventBatch? {
    let isImmediate = audience.reader.account == nil && isRecent(request.position, of: audience.key.subjects)
    if let batch = audience.batch(for: request, upTo: isImmediate ? recent.head : nil) { return batch }
    guard isImmediate, let page = recentPage(after: request.position, for: audience.key) else { return nil }
    return keep(page, for: request, in: audience)
  }

  /// Renders a page, and keeps it for the audience's subscribers until ``forgetAll()``.
  @discardableResult
  mutating func keep(
    _ page: FeedPage, for request: EventAudience.Request, in audience: EventAudience
  ) -> EventBatch {
    var page = page
    audience.key.filter.apply(to: &page)
    let batch = EventBatch(
      page, as: request.format, for: audience.reader, of: audience.key.subjects, tokens: tokens,
      byteLimit: Self.byteLimit)
    if !audience.hasReady { stockedAudiences.append(audience) }
    audience.keep(batch, for: request, head: recent.head)
    return batch
  }

  /// Forgets all batches.
  mutating func forgetAll() {
    for audience in stockedAudiences { audience.forgetBatches() }
    stockedAudiences = []
  }

  /// The changes after a position, from the newest ones; `nil` where these do not reach back so far.
  func recentPage(after position: FeedPosition, for key: EventAudienceKey) -> FeedPage? {
    guard isRecent(position, of: key.subjects), case .changes(let known, let through) = position else { return nil }
    var page = recent.page(known: known, after: through, limit: Self.itemLimit, reader: key.reader)
    if !key.subjects.contains(.photos) { page.items = [] }
    return page
  }

  private func isRecent(_ position: FeedPosition, of subjects: ChangeSubjects) -> Bool {
    guard case .changes(_, let through) = position else { return false }
    return through >= recent.floor && (subjects == .photos || through >= sharingHead)
  }
}

/// Look-ups in the stores that a hub has under way or will begin.
struct EventLookups {
  /// The largest number of look-ups that are under way at once; the others wait, and serve more changes when they
  /// begin.
  static let limit = 8

  /// A batch that somebody waits for.
  struct Lookup {
    let audience: EventAudience
    let request: EventAudience.Request
  }

  private var waiting: [Lookup] = []
  private var firstIndex = 0
  private(set) var runningCount = 0

  /// Puts a look-up at the end of the queue.
  mutating func add(_ lookup: Lookup) { waiting.append(lookup) }

  /// `true` if a look-up waits and not too many are under way.
  var canBegin: Bool { runningCount < Self.limit && firstIndex < waiting.count }

  /// Begins the next look-up; `nil` where none can begin.
  mutating func begin() -> Lookup? {
    guard canBegin else { return nil }
    defer {
      firstIndex += 1
      if firstIndex == waiting.count {
        waiting = []
        firstIndex = 0
      }
    }
    runningCount += 1
    return waiting[firstIndex]
  }

  /// Ends a look-up that was begun.
  mutating func end() { runningCount -= 1 }
}
