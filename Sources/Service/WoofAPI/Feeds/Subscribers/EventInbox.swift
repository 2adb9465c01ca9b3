internal import WoofCore

/// Changes on their way from the writer's thread to a hub: no more than the hub would keep, the newest.
struct EventInbox {
  private var changes: [FeedChange] = []
  private var lostThrough: Int64?
  private let limit: Int

  /// Makes an empty inbox for at most `limit` changes.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Adds changes; returns `true` if there were none, and the hub has to be called.
  mutating func add(_ added: [FeedChange]) -> Bool {
    let wasEmpty = changes.isEmpty
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

  /// Takes everything out: the number up to which changes have been lost, where some have, and the others.
  mutating func take() -> (lostThrough: Int64?, changes: [FeedChange]) {
    defer {
      changes = []
      lostThrough = nil
    }
    return (lostThrough, changes)
  }
}
