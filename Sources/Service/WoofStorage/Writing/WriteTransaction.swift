// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The work of the writer between BEGIN and COMMIT, and the state to be made known once that has succeeded. Confined to
/// the writer's thread.
struct WriteTransaction {
  let database: Database
  /// The rules for deleting photos.
  let deletion: PhotoDeletion
  /// The pending favourites that readers see, or, once this transaction has folded them, the empty rest.
  private(set) var pending: PendingFavourites
  /// The newest position in the change log.
  private(set) var sequence: Int64
  /// The order in which favourites and photos have come in.
  var order: ArrivalOrder
  /// Photos used lately.
  var photos = HotPhotos()
  /// The changes, in their order.
  private(set) var changes: [PhotoRecord] = []
  /// The generation of the credentials after this transaction; `nil` if no account changed.
  var credentialGeneration: Int64?
  /// `true` if a blob has lost a reference, so that nothing may refer to it any more.
  var leavesGarbage = false
  /// Accounts that have been deleted.
  var deletedAccounts: DeletedAccounts
  /// The maximum number of idempotency keys of one account.
  let responseLimitPerAccount: Int
  /// The number of idempotency keys that this transaction forgot before they expired.
  var evictedResponseCount = 0

  /// `true` while the transaction may use the disk's reserve, which is only for work that administers or makes room.
  var isOnReserve = false

  private var entries: [FavouriteEntry] = []
  private var pairs: [FavouriteKey: PendingFavourites.Pair] = [:]
  private var touched: [Int] = []
  private var hasFolded = false

  init(
    database: Database, deletion: PhotoDeletion, deletedAccounts: DeletedAccounts, responseLimitPerAccount: Int,
    pending: PendingFavourites, sequence: Int64, order: ArrivalOrder
  ) {
    self.database = database
    self.deletion = deletion
    self.deletedAccounts = deletedAccounts
    self.responseLimitPerAccount = responseLimitPerAccount
    self.pending = pending
    self.sequence = sequence
    self.order = order
  }

  /// Gives the next position in the change log to a photo that has just changed.
  ///
  /// - Parameter isMetadata: `true` if more than its favourites changed.
  mutating func advance(_ record: inout PhotoRecord, isMetadata: Bool) {
    sequence += 1
    record.version += 1
    record.sequence = sequence
    if isMetadata { record.metadataSequence = sequence }
  }

  /// Notes a change that is written.
  mutating func note(_ record: PhotoRecord) { changes.append(record) }
}

// MARK: Favourites

extension WriteTransaction {
  /// Returns the state of a favourite so far, with the changes of this transaction.
  func favourite(_ key: FavouriteKey) throws(SQLiteError) -> PendingFavourites.Pair {
    if let pair = pairs[key] ?? pending.pair(key) { return pair }
    let setAt = try database[.favouriteSetAt].first(key.photo, key.account) { (columns) throws(SQLiteError) in
      try columns.next(Timestamp.self)
    }
    return PendingFavourites.Pair(setAt: setAt, foldedSetAt: setAt)
  }

  /// Notes a favourite that was set or unset, and its photo, for the journal.
  mutating func note(_ pair: PendingFavourites.Pair, for key: FavouriteKey, at place: Int, record: PhotoRecord) {
    pairs[key] = pair
    entries.append(
      FavouriteEntry(
        photo: key.photo, account: key.account, setAt: pair.setAt, favouriteCount: record.favouriteCount,
        version: record.version, sequence: record.sequence))
    if photos.touch(at: place) { touched.append(place) }
    photos.update(record, at: place)
    changes.append(record)
  }

  /// Returns `true` if favourites of a photo are waiting to be folded.
  func hasPendingFavourites(at place: Int) -> Bool {
    photos.isTouched(at: place) || pending.photo(photos.number(at: place)) != nil
  }

  /// Writes all favourites that are pending into the tables, those of this transaction included.
  mutating func foldFavourites() throws(SQLiteError) {
    var contents = pending.withContents { $0 }
    contents.add(pairs, photos: touchedPhotos, entryCount: entries.count)
    pending = PendingFavourites(
      generation: try FavouriteFold(database: database).run(contents),
      contents: PendingFavourites.Contents(withRoomFor: contents))
    try order.keepFavourite(in: database)
    hasFolded = true
    forgetFavourites()
  }

  /// The photos that an account likes by favourites that are not in the tables yet.
  func unfoldedPhotos(likedBy account: AccountID) -> [Int64] {
    var setAt = pending.pairs(of: account).mapValues(\.setAt)
    for (key, pair) in pairs where key.account == account { setAt[key.photo] = pair.setAt }
    return setAt.filter { $0.value != nil }.keys.sorted()
  }

  /// Writes the favourites of this transaction into the journal.
  func journalFavourites() throws(SQLiteError) {
    guard let last = entries.last else { return }
    try database[.addToJournal].run(last.sequence, FavouriteJournal.encode(entries))
  }

  private var touchedPhotos: some Sequence<(number: Int64, record: PhotoRecord)> {
    touched.lazy.map { [photos] place in (photos.number(at: place), photos.record(at: place)) }
  }

  private mutating func forgetFavourites() {
    for place in touched { photos.untouch(at: place) }
    touched.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
  }
}

// MARK: The end

extension WriteTransaction {
  /// Makes what was committed known to readers, and gets ready for the next transaction.
  ///
  /// - Returns: The changes, in their order.
  mutating func publish(in state: PublishedState) -> [PhotoRecord] {
    if !entries.isEmpty {
      pending.withContents { $0.add(pairs, photos: touchedPhotos, entryCount: entries.count) }
    }
    state.publish(pending: hasFolded ? pending : nil, sequence: sequence)
    deletedAccounts.commit()
    order.commit()
    defer { reset() }
    return changes
  }

  /// Forgets what was not committed.
  mutating func discard(returningTo state: PublishedState) {
    (pending, sequence) = state.current
    photos.removeAll()
    deletedAccounts.rollBack()
    order.rollBack()
    touched.removeAll()
    reset()
  }

  private mutating func reset() {
    forgetFavourites()
    photos.trim()
    changes = []
    credentialGeneration = nil
    leavesGarbage = false
    evictedResponseCount = 0
    hasFolded = false
  }
}
