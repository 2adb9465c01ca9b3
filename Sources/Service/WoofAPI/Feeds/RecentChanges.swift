// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The newest changes, each photo's once, for subscribers that have not fallen far behind. A change that is superseded
/// by a newer one of the same photo makes room at once, so a few photos that change all the time push nothing else out.
struct RecentChanges {
  private struct Slot {
    let sequence: Int64
    var change: FeedChange?  // nil once a newer change of the same photo is there
  }

  /// All changes after this number are here.
  private(set) var floor: Int64
  /// The number of the newest change.
  private(set) var head: Int64

  private let capacity: Int
  private var slots: [Slot] = []
  private var places: [PhotoID: Int] = [:]
  private var newestSuperseded = Int64.min

  /// Makes an empty list for at most `capacity` photos, which begins behind a number.
  init(capacity: Int, startingAfter sequence: Int64) {
    self.capacity = max(1, capacity)
    floor = sequence
    head = sequence
  }

  /// Adds the next change. One that is not newer than all before it is known already and left out.
  mutating func append(_ change: FeedChange) {
    let record = change.record
    guard record.sequence > head else { return }
    head = record.sequence
    if let place = places[record.id] {
      newestSuperseded = max(newestSuperseded, slots[place].sequence)
      slots[place].change = nil
    }
    places[record.id] = slots.count
    slots.append(Slot(sequence: record.sequence, change: change))
    // Twice the capacity, so that the work of closing gaps is paid by the many changes that came before.
    if slots.count >= 2 * capacity { compact() }
  }

  /// Goes on to a number that is no photo's.
  mutating func advance(to sequence: Int64) { head = max(head, sequence) }

  /// Forgets everything, and begins anew behind a number.
  mutating func restart(after sequence: Int64) {
    self = RecentChanges(capacity: capacity, startingAfter: sequence)
  }

  /// Returns at most `limit` items for a reader that stands at `through`, not below ``floor``, and knew all changes up
  /// to and with `known` when it set out.
  func page(known: Int64, after through: Int64, limit: Int, reader: ChangeReader) -> FeedPage {
    var page = FeedPage(items: [], next: .upToDate(max(head, through)), hasMore: false)
    for slot in slots[firstIndex(after: through)...] {
      guard let change = slot.change else {
        page.collapsedCount += 1
        continue
      }
      let view = ChangeView(of: change.record, to: reader, knowing: known)
      guard view != .hidden else { continue }
      guard page.items.count < limit else {
        page.next = page.items.last?.position ?? page.next
        page.hasMore = true
        return page
      }
      page.items.append(FeedItem(change: change, view: view, position: position(of: slot.sequence, knowing: known)))
    }
    // With the last item everything is known, whatever was left out before it.
    if let last = page.items.indices.last { page.items[last].position = page.next }
    return page
  }

  /// Returns the position of a reader that has got as far as a change. It knows everything up to there only if nothing
  /// that it did not know has been left out for a newer change of the same photo.
  private func position(of sequence: Int64, knowing known: Int64) -> FeedPosition {
    known >= newestSuperseded && known >= floor ? .upToDate(sequence) : .changes(known: known, through: sequence)
  }

  private func firstIndex(after sequence: Int64) -> Int {
    var (lower, upper) = (0, slots.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if slots[middle].sequence <= sequence { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  private mutating func compact() {
    slots.removeAll { $0.change == nil }
    let surplus = slots.count - capacity
    if surplus > 0 {
      floor = slots[surplus - 1].sequence
      slots.removeFirst(surplus)
    }
    places.removeAll(keepingCapacity: true)
    for (index, slot) in slots.enumerated() {
      if let id = slot.change?.record.id { places[id] = index }
    }
  }
}

/// Changes on their way from the writer's thread to a hub: no more than the hub would keep, the newest.
struct EventInbox {
  private var changes: [FeedChange] = []
  private var lostThrough: Int64?
  private var sharingThrough: Int64?
  private let limit: Int

  /// Makes an empty inbox for at most `limit` changes.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Adds changes; returns `true` if there were none, and the hub has to be called.
  mutating func add(_ added: [FeedChange]) -> Bool {
    let wasEmpty = isEmpty
    changes.append(contentsOf: added)
    let surplus = changes.count - limit
    if surplus > 0 {
      // Half of the limit more, so that not every change that comes moves all the others.
      let count = min(changes.count - 1, surplus + limit / 2)
      lostThrough = changes[count - 1].record.sequence
      changes.removeFirst(count)
    }
    return wasEmpty && !changes.isEmpty
  }

  /// Notes that the log goes up to a number by changes of albums and links; returns `true` if there was nothing, and the hub
  /// has to be called.
  mutating func add(sharingThrough sequence: Int64) -> Bool {
    let wasEmpty = isEmpty
    sharingThrough = sequence
    return wasEmpty
  }

  private var isEmpty: Bool { changes.isEmpty && sharingThrough == nil }

  /// Takes out the number up to which the log goes by changes of albums and links; `nil` where there are none.
  mutating func takeSharing() -> Int64? {
    defer { sharingThrough = nil }
    return sharingThrough
  }

  /// Takes out all changes of photos: the number up to which changes have been lost, where some have, and the others.
  mutating func take() -> (lostThrough: Int64?, changes: [FeedChange]) {
    defer {
      changes = []
      lostThrough = nil
    }
    return (lostThrough, changes)
  }
}
