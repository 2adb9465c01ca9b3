// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A list of photos at one moment: their ids in order, whose metadata are read as they are needed.
///
/// Copies share what they have in common, so that keeping many of a long list costs little.
public struct PhotoListSnapshot: RandomAccessCollection, Sendable, Equatable {
  private let keys: SortedPhotoKeys

  init(_ keys: SortedPhotoKeys) { self.keys = keys }

  /// Makes the snapshot of an empty list.
  public init() { keys = SortedPhotoKeys() }

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of photos.
  public var endIndex: Int { keys.count }
  /// The id of the photo at a place.
  public subscript(position: Int) -> PhotoID { keys[position].id }

  /// The ids of the photos in a range of places.
  public func ids(in range: Range<Int>) -> [PhotoID] { keys.keys(in: range).map(\.id) }
}

/// The difference between two snapshots of a list, as list views take it.
public struct PhotoListDifference: Sendable, Equatable {
  /// The places in the old snapshot of photos that are gone, in ascending order.
  public var removed: [Int] = []
  /// The places in the new snapshot of photos that were not there, in ascending order.
  public var inserted: [Int] = []
  /// The places, in the old and the new snapshot, of photos that were given another place by a change of their own.
  public var moved: [Move] = []
  /// The places in the new snapshot of photos that stayed where they were and look different.
  public var changed: [Int] = []

  /// A photo that was given another place.
  public struct Move: Sendable, Hashable {
    /// The place in the old snapshot.
    public var from: Int
    /// The place in the new snapshot.
    public var to: Int
  }

  /// Makes the difference of equal snapshots.
  public init() {}

  /// `true` if nothing differs.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }
}

/// A list of photos and how it came about.
public struct PhotoListUpdate: Sendable, Equatable {
  /// The list.
  public var snapshot: PhotoListSnapshot
  /// The difference from the snapshot before; in the first update, everything is inserted.
  public var difference: PhotoListDifference
}

/// A list of photos as it is now, and each time that it changes: a live query.
///
/// Each iterator is a subscriber of its own. One that is slow gets several changes as one.
public struct LivePhotos: AsyncSequence, Sendable {
  /// One update.
  public typealias Element = PhotoListUpdate
  /// Errors are those of the replica's file.
  public typealias Failure = any Error

  private let query: PhotoListQuery
  private let open: @Sendable (PhotoListQuery) async throws -> LiveList

  init(_ query: PhotoListQuery, open: @escaping @Sendable (PhotoListQuery) async throws -> LiveList) {
    self.query = query
    self.open = open
  }

  /// Starts with the first update that is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(query: query, open: open) }

  /// Reads the updates.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let query: PhotoListQuery
    fileprivate let open: @Sendable (PhotoListQuery) async throws -> LiveList
    private var list: LiveList?

    fileprivate init(query: PhotoListQuery, open: @escaping @Sendable (PhotoListQuery) async throws -> LiveList) {
      self.query = query
      self.open = open
    }

    /// The next update; `nil` when the replica is closed.
    ///
    /// - Throws: `WoofError` where the replica's file cannot be read; `CancellationError` when the task is
    ///   cancelled.
    public mutating func next() async throws -> PhotoListUpdate? {
      guard let list else {
        let list = try await open(query)
        self.list = list
        return list.first()
      }
      return try await list.next()
    }
  }
}

@available(*, unavailable)
extension LivePhotos.Iterator: Sendable {}

/// The state of one subscriber of a list.
final class LiveList: Sendable {
  private struct State {
    var keys: SortedPhotoKeys
    /// The changes since the last update, by photo: as it was in that, and as it is now.
    var changes: [PhotoID: ReplicaChange] = [:]
    var waiting: CheckedContinuation<Bool, Never>?
    var isFinished = false
    /// The account that the replica belongs to, once it is known.
    var account: String?
  }

  private let query: PhotoListQuery
  private let state: Mutex<State>

  init(_ query: PhotoListQuery, account: String?, keys: [PhotoKey]) {
    self.query = query
    state = Mutex(State(keys: SortedPhotoKeys(sorted: keys), account: account))
  }

  /// The list as it was when it was opened.
  func first() -> PhotoListUpdate {
    let keys = state.withLock { $0.keys }
    var difference = PhotoListDifference()
    difference.inserted = Array(0..<keys.count)
    return PhotoListUpdate(snapshot: PhotoListSnapshot(keys), difference: difference)
  }

  /// Waits for the next update.
  func next() async throws -> PhotoListUpdate? {
    while true {
      guard await waitForChange() else { return nil }
      try Task.checkCancellation()
      if let update = state.withLock({ $0.isFinished ? nil : self.update(&$0) }) { return update }
      if state.withLock({ $0.isFinished }) { return nil }
    }
  }

  /// Takes changes; those of photos that the list has nothing to do with are passed over.
  func note(_ changes: [ReplicaChange]) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      for change in changes where concerns(change, state.account) {
        if state.changes[change.id] == nil {
          state.changes[change.id] = change
        } else {
          state.changes[change.id]?.after = change.after
        }
      }
      return state.changes.isEmpty ? nil : state.waiting.take()
    }
    waiting?.resume(returning: true)
  }

  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      return state.waiting.take()
    }
    waiting?.resume(returning: false)
  }

  /// The replica's account has become known, before it had anybody's photos but those that wait for their upload.
  func note(account: String) { state.withLock { $0.account = account } }

  private func concerns(_ change: ReplicaChange, _ account: String?) -> Bool {
    key(change.before, account) != nil || key(change.after, account) != nil
  }

  private func key(_ photo: ReplicaPhoto?, _ account: String?) -> PhotoKey? {
    guard let photo, query.holds(photo, account: account) else { return nil }
    return query.key(of: photo)
  }

  private func waitForChange() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Bool? in
          if state.isFinished { return false }
          if !state.changes.isEmpty || Task.isCancelled { return true }
          state.waiting = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      state.withLock { $0.waiting.take() }?.resume(returning: true)
    }
  }

  private func update(_ state: inout State) -> PhotoListUpdate? {
    let changes = state.changes
    state.changes = [:]
    let old = state.keys
    var (gone, come): ([PhotoKey], [PhotoKey]) = ([], [])
    var stayed: [PhotoKey] = []
    for change in changes.values {
      let (before, after) = (key(change.before, state.account), key(change.after, state.account))
      if let before, before == after {
        if change.before != change.after { stayed.append(before) }
        continue
      }
      if let before, state.keys.remove(before) != nil { gone.append(before) }
      if let after { come.append(after) }
    }
    for key in come where state.keys.insert(key) == nil { stayed.append(key) }
    let difference = Self.difference(from: old, to: state.keys, gone: gone, come: come, stayed: stayed)
    guard !difference.isEmpty else { return nil }
    return PhotoListUpdate(snapshot: PhotoListSnapshot(state.keys), difference: difference)
  }

  private static func difference(
    from old: SortedPhotoKeys, to new: SortedPhotoKeys, gone: [PhotoKey], come: [PhotoKey], stayed: [PhotoKey]
  ) -> PhotoListDifference {
    var difference = PhotoListDifference()
    var places = Dictionary(gone.compactMap { key in old.index(of: key).map { (key.id, $0) } }) { first, _ in first }
    let stayedKeys = Set(stayed)
    for key in come where !stayedKeys.contains(key) {
      guard let to = new.index(of: key) else { continue }
      if let from = places.removeValue(forKey: key.id) {
        difference.moved.append(PhotoListDifference.Move(from: from, to: to))
      } else {
        difference.inserted.append(to)
      }
    }
    difference.removed = places.values.sorted()
    difference.inserted.sort()
    difference.moved.sort { ($0.to, $0.from) < ($1.to, $1.from) }
    difference.changed = stayed.compactMap { new.index(of: $0) }.sorted()
    return difference
  }
}

/// All lists that somebody watches.
final class LiveLists: Sendable {
  private struct Weak: Sendable {
    weak var list: LiveList?
  }

  private let lists = Mutex<[Weak]>([])

  /// `true` if somebody watches a list.
  var isObserved: Bool {
    lists.withLock { lists in
      lists.removeAll { $0.list == nil }
      return !lists.isEmpty
    }
  }

  func add(_ list: LiveList) { lists.withLock { $0.append(Weak(list: list)) } }

  func note(_ changes: [ReplicaChange]) {
    guard !changes.isEmpty else { return }
    for list in lists.withLock({ $0.compactMap(\.list) }) { list.note(changes) }
  }

  func note(account: String) { for list in lists.withLock({ $0.compactMap(\.list) }) { list.note(account: account) } }

  func finish() { for list in lists.withLock({ $0.compactMap(\.list) }) { list.finish() } }
}
