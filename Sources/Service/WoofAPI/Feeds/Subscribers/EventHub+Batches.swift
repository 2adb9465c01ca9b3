// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

extension EventHub {
  /// The largest number of changes in a batch, which has about 15,000 bytes at most: few enough for what a blocked
  /// connection holds back to stay small.
  private static let batchItemLimit = 24
  private static let batchByteLimit = 15_000
  /// The largest part of a look-up that counts as time for sending, in nanoseconds: more of it is waiting than work.
  private static let lookupCostLimit: Int64 = 100_000
  /// The time after which a look-up that failed is tried again.
  private static let retryDelay = Duration.seconds(1)

  /// The next events of a subscriber; `nil` where they have to be looked up first.
  ///
  /// Who did not sign in is served from the newest changes. For accounts it is looked up which photos they like, once
  /// for all subscribers of the account: any change may have come from their own favourite, and an answer read after
  /// the change is never older than it. Who has fallen behind the newest changes is served from the log.
  func batch(for subscriber: EventSubscriber, in audience: EventAudience) -> EventBatch? {
    let request = EventAudience.Request(position: subscriber.position, format: subscriber.format)
    let isImmediate = audience.reader.account == nil && isRecent(request.position)
    if let batch = audience.batch(for: request, upTo: isImmediate ? recent.head : nil) { return batch }
    if isImmediate, let page = recentPage(after: request.position, for: audience.reader) {
      return keep(page, for: request, in: audience)
    }
    if audience.wait(subscriber, for: request) {
      lookups.add(EventLookups.Lookup(audience: audience, request: request))
      beginLookups()
    }
    return nil
  }

  private func isRecent(_ position: FeedPosition) -> Bool {
    guard case .changes(_, let through) = position else { return false }
    return through >= recent.floor
  }

  private func recentPage(after position: FeedPosition, for reader: ChangeReader) -> FeedPage? {
    guard case .changes(let known, let through) = position, through >= recent.floor else { return nil }
    return recent.page(known: known, after: through, limit: Self.batchItemLimit, reader: reader)
  }

  private func keep(_ page: FeedPage, for request: EventAudience.Request, in audience: EventAudience) -> EventBatch {
    var page = page
    audience.key.filter.apply(to: &page)
    let batch = EventBatch(
      page, as: request.format, for: audience.reader, tokens: feed.tokens, byteLimit: Self.batchByteLimit)
    if !audience.hasReady { stockedAudiences.append(audience) }
    audience.keep(batch, for: request, head: recent.head)
    return batch
  }

  // MARK: Looking up

  /// Begins look-ups as the pace of sending allows: with many accounts they are what sending costs most.
  func beginLookups() {
    while lookups.canBegin {
      guard paceDelay == 0 else { return serveSoon() }
      guard let lookup = lookups.begin() else { return }
      Task(executorPreference: loop) { await self.perform(lookup) }
    }
  }

  private func perform(_ lookup: EventLookups.Lookup) async {
    if lookup.audience.isWaited(for: lookup.request) {
      let start = loop.clock.monotonicNanoseconds
      await lookUp(lookup)
      let end = loop.clock.monotonicNanoseconds
      pacing.spend(min(end - start, Self.lookupCostLimit), at: end)
    } else {
      _ = lookup.audience.endWait(for: lookup.request)
    }
    lookups.end()
    beginLookups()
  }

  private func lookUp(_ lookup: EventLookups.Lookup) async {
    do {
      let page = try await page(after: lookup.request.position, for: lookup.audience.reader)
      loop.assertOnLoop()
      _ = keep(page, for: lookup.request, in: lookup.audience)
      for subscriber in lookup.audience.endWait(for: lookup.request) { serveSoon(subscriber) }
    } catch {
      failed(lookup, error)
    }
  }

  private func page(after position: FeedPosition, for reader: ChangeReader) async throws -> FeedPage {
    guard var page = recentPage(after: position, for: reader) else {
      return try await replayPage(after: position, for: reader)
    }
    statistics.lookupCount += page.items.isEmpty ? 0 : 1
    try await feed.reader.markFavourites(in: &page, for: reader)
    return page
  }

  private func replayPage(after position: FeedPosition, for reader: ChangeReader) async throws -> FeedPage {
    statistics.replayCount += 1
    // What the hub has heard of was durable before, so reading to the end of the log reaches at least as far.
    let floor = recent.floor
    var page = try await feed.reader.page(after: position, limit: Self.batchItemLimit, for: reader)
    if case .changes(_, let through) = page.next, case .changes = position, !page.hasMore {
      page.next = .upToDate(max(through, floor))
    }
    return page
  }

  /// A reader behind the log's horizon has to come again and be told so; whatever else failed may work later.
  private func failed(_ lookup: EventLookups.Lookup, _ error: any Error) {
    let subscribers = lookup.audience.endWait(for: lookup.request)
    if (error as? WoofError)?.code == .changeTokenExpired {
      for subscriber in subscribers { subscriber.outlet?.finish() }
    } else {
      loop.schedule(after: Self.retryDelay) {
        for subscriber in subscribers { self.serveSoon(subscriber) }
      }
    }
  }
}
