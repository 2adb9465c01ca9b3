// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The subscribers of one loop that see the same: those of one account, or all that did not sign in. What is made for one
/// of them serves all.
final class EventAudience: @unchecked Sendable {  // confined to the loop of its hub
  /// A batch that is needed: the position that it goes on from, and its format.
  struct Request: Hashable {
    let position: FeedPosition
    let format: EventFormat
  }

  private struct Ready {
    let request: Request
    let batch: EventBatch
    let head: Int64
  }

  /// The number of batches that are kept while a turn is under way; subscribers seldom stand at more places at once.
  private static let readyLimit = 4

  /// The reader whose view of the changes the subscribers get.
  var reader: ChangeReader { key.reader }
  /// The reader and the filter that the subscribers share.
  let key: EventAudienceKey
  /// The number of subscribers.
  var subscriberCount = 0
  /// The subscribers that wait for batches that are being looked up.
  private var waiting: [Request: [EventSubscriber]] = [:]
  private var ready: [Ready] = []

  init(_ key: EventAudienceKey) { self.key = key }

  /// `true` if batches are at hand.
  var hasReady: Bool { !ready.isEmpty }

  /// A batch that has been made; `nil` where there is none, or none that goes up to `head`.
  func batch(for request: Request, upTo head: Int64? = nil) -> EventBatch? {
    ready.first { $0.request == request && (head == nil || $0.head == head) }?.batch
  }

  /// Keeps a batch for the next subscriber that needs it.
  func keep(_ batch: EventBatch, for request: Request, head: Int64) {
    ready.removeAll { $0.request == request }
    if ready.count == Self.readyLimit { ready.removeFirst() }
    ready.append(Ready(request: request, batch: batch, head: head))
  }

  /// Forgets the batches that are ready, so that they are looked up anew.
  func forgetBatches() { ready = [] }

  /// Lets a subscriber wait for a batch; returns `true` if it is the first to do so, and the batch has to be looked up.
  func wait(_ subscriber: EventSubscriber, for request: Request) -> Bool {
    subscriber.progress.isWaiting = true
    waiting[request, default: []].append(subscriber)
    return waiting[request]?.count == 1
  }

  /// Returns `true` if a subscriber that is still there waits for a batch.
  func isWaited(for request: Request) -> Bool { waiting[request]?.contains { $0.outlet != nil } ?? false }

  /// Ends the wait for a batch, and gives those who waited for it.
  func endWait(for request: Request) -> [EventSubscriber] {
    let subscribers = waiting.removeValue(forKey: request) ?? []
    for subscriber in subscribers { subscriber.progress.isWaiting = false }
    return subscribers
  }
}

/// A filter of the changes that a reader sees, for those that it wants to hear of.
struct EventFilter: Hashable, Sendable {
  /// Changes of photos of this kind; any where it is `nil`.
  var kind: ChangeKind?
  /// Changes of what this account owns; of everybody's where it is `nil`.
  var owner: AccountName?

  /// Every change.
  static let none = EventFilter()

  /// Leaves out of a page what is not wanted.
  func apply(to page: inout FeedPage) {
    guard self != .none else { return }
    page.items.removeAll { item in
      kind.map { $0 != item.photoKind } ?? false || owner.map { $0 != item.owner } ?? false
    }
  }
}

extension FeedItem {
  /// The name of the account that owns what the item is about; `nil` for a withdrawal of an album or a link.
  fileprivate var owner: AccountName? {
    switch content {
    case .photo(let change, _): change.record.ownerName
    case .sharing(.album(let album)): album.ownerName
    case .sharing(.link(let link)): link.owner.name
    case .sharing(.withdrawal): nil
    }
  }
}

/// The properties that the subscribers of one audience share.
struct EventAudienceKey: Hashable, Sendable {
  /// The reader whose view of the changes they get.
  let reader: ChangeReader
  /// The changes that they want to hear of.
  let filter: EventFilter
  /// The things whose changes they asked for.
  var subjects = ChangeSubjects.photos
}
