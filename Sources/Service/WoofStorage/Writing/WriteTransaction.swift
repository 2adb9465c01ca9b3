// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The work of the writer between BEGIN and COMMIT, and the state to be made known once that has succeeded. Confined to
/// the writer's thread.
struct WriteTransaction {
  let database: Database
  /// The rules for deleting photos.
  let deletion: PhotoDeletion
  /// The favourites that it sets and unsets.
  var favourites: FavouriteChanges
  /// The idempotency keys, and what is kept under them.
  var idempotencyKeys: IdempotencyKeys
  /// The newest numbers of the edits that devices make of favourites.
  var edits: FavouriteEdits
  /// The newest position in the change log.
  private(set) var sequence: Int64
  /// The order in which favourites and photos have come in.
  var order: ArrivalOrder
  /// Photos used lately.
  var photos = HotPhotos()
  /// The changes, in their order.
  private(set) var changes: [PhotoRecord] = []
  /// The position of the newest change of an album or a link; `nil` if none changed.
  var sharingSequence: Int64?
  /// `true` if the transaction may change more than favourites.
  var doesMoreThanFavourites = false
  /// The generation of the credentials after this transaction; `nil` if no account changed.
  var credentialGeneration: Int64?
  /// The difference that the changes make to what accounts see, those of favourites left out.
  var views = ViewSums()
  /// `true` if a blob has lost a reference, so that nothing may refer to it any more.
  var leavesGarbage = false
  /// `true` if photos wait for the search indexes that are too many to be indexed at once.
  private(set) var leavesPhotosUnindexed = false
  /// Accounts that have been deleted.
  var deletedAccounts: DeletedAccounts
  /// `true` while the transaction may use the disk's reserve, which is only for work that administers or makes room.
  var isOnReserve = false

  init(
    database: Database, deletion: PhotoDeletion, deletedAccounts: DeletedAccounts, idempotencyKeys: IdempotencyKeys,
    edits: FavouriteEdits, favourites: FavouriteChanges, sequence: Int64, order: ArrivalOrder
  ) {
    self.database = database
    self.deletion = deletion
    self.deletedAccounts = deletedAccounts
    self.idempotencyKeys = idempotencyKeys
    self.edits = edits
    self.favourites = favourites
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

  /// Goes on by so many positions in the change log, which something else than photos has taken.
  mutating func advance(by count: Int64) { sequence += count }

  /// Notes a change that is written.
  mutating func note(_ record: PhotoRecord) { changes.append(record) }

  /// Notes a change that is written to the tables, and counts it for what accounts see.
  ///
  /// - Parameter old: The photo before it; `nil` where there was none.
  mutating func note(_ record: PhotoRecord, insteadOf old: PhotoRecord?) {
    views.replace(old, with: record)
    note(record)
  }

  /// Writes what belongs to all changes together.
  mutating func writeEnd() throws(SQLiteError) {
    try favourites.writeJournal()
    try views.add(to: database)
    leavesPhotosUnindexed = try !indexAllPhotos()
    if doesMoreThanFavourites { try numberSharing() }
  }
}

// MARK: The end

extension WriteTransaction {
  /// Makes what was committed known to readers, and gets ready for the next transaction.
  ///
  /// - Returns: The changes, in their order.
  mutating func publish(in state: PublishedState) -> [PhotoRecord] {
    favourites.publish(in: state, sequence: sequence, &photos)
    deletedAccounts.commit()
    order.commit()
    defer { reset() }
    return changes
  }

  /// Forgets what was not committed.
  mutating func discard(returningTo state: PublishedState) {
    let (pending, sequence) = state.current
    self.sequence = sequence
    photos.removeAll()
    favourites.discard(returningTo: pending, &photos)
    deletedAccounts.rollBack()
    order.rollBack()
    edits.rollBack()
    reset()
  }

  private mutating func reset() {
    photos.trim()
    changes = []
    sharingSequence = nil
    doesMoreThanFavourites = false
    credentialGeneration = nil
    leavesGarbage = false
    leavesPhotosUnindexed = false
    views.removeAll()
    idempotencyKeys.reset()
    edits.reset()
  }
}

// MARK: Favourites

extension WriteTransaction {
  /// The outcome of setting or unsetting a favourite.
  enum FavouriteOutcome {
    /// The favourite was changed; the photo after it stands at this place among the changes.
    case changed(Int)
    /// The favourite was set or unset already.
    case unchanged(PhotoRecord)
    /// The edit came after a newer one of its device, or again; this is the state that the newer one and others have left.
    case late(FavouriteState)
    /// The favourite may not be changed.
    case refused(WoofError)
  }

  /// Sets or unsets a favourite.
  ///
  /// - Throws: ``SQLiteError`` to fail the whole transaction.
  mutating func setFavourite(_ write: FavouriteWrite) throws(SQLiteError) -> FavouriteOutcome {
    guard let place = try place(of: write.photo) else { return .refused(WoofError.noSuchPhoto) }
    var record = photos.record(at: place)
    do throws(WoofError) {
      try write.condition.check(record)
    } catch {
      return .refused(error)
    }
    guard !write.isFavourite && write.edit == nil || !deletedAccounts.contains(write.account) else {
      return .refused(WoofError.deletedAccount)
    }
    let key = FavouriteKey(photo: photos.number(at: place), account: write.account)
    var pair = try favourites.pair(key)
    if let edit = write.edit, try !edits.admit(edit, of: key, at: deletion.steadyTime.now()) {
      return .late(FavouriteState(photo: record, isFavourite: pair.setAt != nil))
    }
    guard (pair.setAt != nil) != write.isFavourite else { return .unchanged(record) }
    pair.setAt = write.isFavourite ? order.time(ofFavouriteAt: write.time) : nil
    record.favouriteCount += write.isFavourite ? 1 : -1
    advance(&record, isMetadata: false)
    note(pair, for: key, at: place, record)
    return .changed(changes.count - 1)
  }

  private mutating func note(
    _ pair: PendingFavourites.Pair, for key: FavouriteKey, at place: Int, _ record: PhotoRecord
  ) {
    favourites.note(pair, for: key, at: place, record: record, in: &photos)
    note(record)
  }

  /// Writes all favourites that are pending into the tables, those of this transaction included.
  mutating func foldFavourites() throws(SQLiteError) {
    try favourites.fold(&photos)
    try order.keepFavourite(in: database)
  }

  /// Unsets a favourite of an account of which nothing is to be left.
  mutating func unsetFavourite(at place: Int, by account: AccountID) throws(SQLiteError) {
    var record = photos.record(at: place)
    let key = FavouriteKey(photo: photos.number(at: place), account: account)
    var pair = try favourites.pair(key)
    guard pair.setAt != nil, !record.isDeleted else { return }
    pair.setAt = nil
    record.favouriteCount -= 1
    advance(&record, isMetadata: false)
    note(pair, for: key, at: place, record)
  }

  /// Returns the place of a photo among those used lately, after reading it if need be; `nil` for an id that never was.
  mutating func place(of id: PhotoID) throws(SQLiteError) -> Int? {
    if let place = photos.place(of: id) { return place }
    guard let row = try PhotoRow.read(id: id, in: database) else { return nil }
    return photos.insert(favourites.pending.photo(row.number) ?? row.record, number: row.number)
  }
}
