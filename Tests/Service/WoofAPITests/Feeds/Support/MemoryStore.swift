// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel

/// Photos, favourites and their change log in memory, with the order of commits of a real store: one writer, which tells
/// its observers before the write is answered.
final class MemoryStore: ChangeLog, Sendable {
  struct State {
    var photos: [PhotoID: PhotoRecord] = [:]
    var favourites: [AccountID: Set<PhotoID>] = [:]
    var latest: Int64 = 0
    var horizon: Int64 = 0
  }

  let epoch: UInt64 = 42
  private let state = Mutex(State())
  private let observers = Mutex<[any ChangeObserver]>([])
  private let readHook = Mutex<(@Sendable (Moment) async throws -> Void)?>(nil)

  /// A moment in a read at which a test may do something.
  enum Moment: Sendable { case beforeChanges, afterChanges, beforeFavourites, afterFavourites }

  var latestSequence: Int64 { state.withLock { $0.latest } }
  var horizon: Int64 { state.withLock { $0.horizon } }
  func addObserver(_ observer: any ChangeObserver) { observers.withLock { $0.append(observer) } }

  func changes(after sequence: Int64, limit: Int, reader: ChangeReader) async throws -> ChangeLogPage {
    try await reach(.beforeChanges)
    let page = state.withLock { state in
      let found = state.photos.values.compactMap { record -> (photo: PhotoRecord, position: Int64)? in
        let position = record.sequence(inLogOf: reader)
        return position > sequence ? (record, position) : nil
      }.sorted { $0.position < $1.position }
      let hasMore = found.count > limit
      return ChangeLogPage(
        photos: found.prefix(limit).map(\.photo), through: hasMore ? found[limit - 1].position : state.latest,
        hasMore: hasMore)
    }
    try await reach(.afterChanges)
    return page
  }

  func snapshot(after id: PhotoID?, limit: Int, reader: ChangeReader) async throws -> [PhotoRecord] {
    state.withLock { state in
      let found = state.photos.values.filter { record in
        !record.isDeleted && record.access.allowsFinding(by: reader)
          && id.map { record.id > $0 } ?? true
      }
      return Array(found.sorted { $0.id < $1.id }.prefix(limit))
    }
  }

  func changes(after sequence: Int64, limit: Int, account: AccountID) async throws -> AccountChangeLogPage {
    let page = try await changes(after: sequence, limit: limit, reader: .account(account))
    let view = page.hasMore ? nil : try await view(of: account)
    return AccountChangeLogPage(
      page: page, liked: likes(account).intersection(page.photos.map(\.id)),
      view: view?.sequence == page.through ? view : nil)
  }

  func view(of account: AccountID) async throws -> StoredView {
    state.withLock { state in
      var view = StoredView(
        own: ViewDigest(), public: ViewDigest(), favourites: ViewDigest(), photoCount: 0, sequence: state.latest)
      for photo in state.photos.values where !photo.isDeleted && photo.access.allowsFinding(by: .account(account)) {
        let element = ViewElement.photo(photo.id, version: photo.version)
        if photo.visibility == .public { view.public.insert(element) } else { view.own.insert(element) }
        if state.favourites[account]?.contains(photo.id) == true { view.favourites.insert(.favourite(photo.id)) }
        view.photoCount += 1
      }
      return view
    }
  }

  // MARK: For tests

  /// Calls `hook` in the middle of reads from now on.
  func onRead(_ hook: (@Sendable (Moment) async throws -> Void)?) { readHook.withLock { $0 = hook } }

  /// Forgets what happened up to a number.
  func forget(through sequence: Int64) { state.withLock { $0.horizon = sequence } }

  /// Writes in one transaction, and tells the observers of the changes in their order.
  @discardableResult
  func commit(_ write: (inout Transaction) -> Void) -> [PhotoRecord] {
    // The lock on the observers is held for the whole commit, as there is one writer.
    observers.withLock { observers in
      let changes = state.withLock { state in
        var transaction = Transaction(state: state)
        write(&transaction)
        state = transaction.state
        return transaction.changes
      }
      for observer in observers where !changes.isEmpty { observer.committed(changes) }
      return changes
    }
  }

  func reach(_ moment: Moment) async throws {
    let hook = readHook.withLock { $0 }
    try await hook?(moment)
  }

  func likes(_ account: AccountID) -> Set<PhotoID> { state.withLock { $0.favourites[account] ?? [] } }

  func record(_ id: PhotoID) -> PhotoRecord? { state.withLock { $0.photos[id] } }
}

extension MemoryStore {
  /// What one transaction does.
  struct Transaction {
    var state: State
    private(set) var changes: [PhotoRecord] = []

    init(state: State) { self.state = state }

    mutating func add(_ record: PhotoRecord) {
      state.photos[record.id] = record
      change(record.id, isMetadata: true) { _ in }
    }

    mutating func setFavourite(_ isFavourite: Bool, of id: PhotoID, by account: AccountID) {
      var likes = state.favourites[account] ?? []
      guard isFavourite ? likes.insert(id).inserted : likes.remove(id) != nil else { return }
      state.favourites[account] = likes
      change(id, isMetadata: false) { $0.favouriteCount += isFavourite ? 1 : -1 }
    }

    mutating func edit(_ id: PhotoID, _ edit: (inout PhotoRecord) -> Void) { change(id, isMetadata: true, edit) }

    private mutating func change(_ id: PhotoID, isMetadata: Bool, _ edit: (inout PhotoRecord) -> Void) {
      guard var record = state.photos[id] else { return }
      let wasPublic = record.visibility == .public
      edit(&record)
      state.latest += 1
      record.sequence = state.latest
      record.version += 1
      if isMetadata { record.metadataSequence = state.latest }
      if wasPublic, record.visibility != .public {
        (record.withdrawnSequence, record.withdrawnVersion) = (state.latest, record.version)
      }
      state.photos[id] = record
      changes.append(record)
    }
  }
}

extension MemoryStore: FavouriteStore {
  func favourites(of account: AccountID, after cursor: FavouriteCursor?, limit: Int) async throws -> [Favourite] {
    likes(account).compactMap(record).prefix(limit).map { photo in
      Favourite(photo: photo, cursor: FavouriteCursor(setAt: photo.createdAt, id: photo.id))
    }
  }

  func favourites(among photos: [PhotoID], of account: AccountID) async throws -> Set<PhotoID> {
    try await reach(.beforeFavourites)
    let found = likes(account).intersection(photos)
    try await reach(.afterFavourites)
    return found
  }

  func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp, edit: EditStamp?,
    if condition: PhotoCondition
  ) async throws -> FavouriteState {
    try condition.check(record(photo))
    commit { $0.setFavourite(isFavourite, of: photo, by: account) }
    guard let record = record(photo) else { throw WoofError(.notFound, "There is no such photo.") }
    return FavouriteState(photo: record, isFavourite: isFavourite)
  }

  func favourites(
    ofPhoto photo: PhotoID, after account: AccountName?, limit: Int
  ) async throws -> [PhotoFavourite] { [] }
}
