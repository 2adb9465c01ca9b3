// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The favourites that a transaction sets and unsets, over those that are pending. Confined to the writer's thread.
struct FavouriteChanges {
  /// The pending favourites that readers see, or, once the transaction has folded them, the empty rest.
  private(set) var pending: PendingFavourites
  private let database: Database
  private var entries: [FavouriteEntry] = []
  private var pairs: [FavouriteKey: PendingFavourites.Pair] = [:]
  /// The places of the photos that they belong to, among those used lately, with the versions before them.
  private var touched: [(place: Int, oldVersion: Int64)] = []
  private var hasFolded = false

  init(over pending: PendingFavourites, in database: Database) {
    self.pending = pending
    self.database = database
  }

  /// Returns the state of a favourite so far.
  func pair(_ key: FavouriteKey) throws(SQLiteError) -> PendingFavourites.Pair {
    if let pair = pairs[key] ?? pending.pair(key) { return pair }
    let setAt = try database[.favouriteSetAt].first(key.photo, key.account) { (columns) throws(SQLiteError) in
      try columns.next(Timestamp.self)
    }
    return PendingFavourites.Pair(setAt: setAt, foldedSetAt: setAt)
  }

  /// Returns `true` if favourites of a photo are waiting to be folded.
  func arePending(at place: Int, in photos: HotPhotos) -> Bool {
    photos.isTouched(at: place) || pending.photo(photos.number(at: place)) != nil
  }

  /// The photos that an account likes by favourites that are not in the tables yet.
  func unfoldedPhotos(likedBy account: AccountID) -> [Int64] {
    var setAt = pending.pairs(of: account).mapValues(\.setAt)
    for (key, pair) in pairs where key.account == account { setAt[key.photo] = pair.setAt }
    return setAt.filter { $0.value != nil }.keys.sorted()
  }

  /// Notes a favourite that was set or unset, and its photo, for the journal.
  mutating func note(
    _ pair: PendingFavourites.Pair, for key: FavouriteKey, at place: Int, record: PhotoRecord,
    in photos: inout HotPhotos
  ) {
    pairs[key] = pair
    entries.append(
      FavouriteEntry(
        photo: key.photo, account: key.account, setAt: pair.setAt, favouriteCount: record.favouriteCount,
        version: record.version, sequence: record.sequence))
    let oldVersion = photos.record(at: place).version
    if photos.touch(at: place) { touched.append((place, oldVersion)) }
    photos.update(record, at: place)
  }

  /// Writes the favourites into the journal.
  func writeJournal() throws(SQLiteError) {
    guard let last = entries.last else { return }
    try database[.addToJournal].run(last.sequence, FavouriteJournal.encode(entries))
  }

  /// Writes all favourites that are pending into the tables, those of the transaction included.
  mutating func fold(_ photos: inout HotPhotos) throws(SQLiteError) {
    var contents = pending.withContents { $0 }
    contents.add(pairs, photos: touchedPhotos(photos), entryCount: entries.count)
    pending = PendingFavourites(
      generation: try FavouriteFold(database: database).run(contents),
      contents: PendingFavourites.Contents(withRoomFor: contents))
    hasFolded = true
    forget(&photos)
  }

  /// Makes known what was committed.
  mutating func publish(in state: PublishedState, sequence: Int64, _ photos: inout HotPhotos) {
    if !entries.isEmpty {
      pending.withContents { $0.add(pairs, photos: touchedPhotos(photos), entryCount: entries.count) }
    }
    state.publish(pending: hasFolded ? pending : nil, sequence: sequence)
    forget(&photos)
    hasFolded = false
  }

  /// Forgets what was not committed; the photos used lately have been forgotten.
  mutating func discard(returningTo pending: PendingFavourites, _ photos: inout HotPhotos) {
    self.pending = pending
    touched.removeAll()
    forget(&photos)
    hasFolded = false
  }

  private func touchedPhotos(_ photos: HotPhotos) -> some Sequence<PendingFavourites.Contents.Photo> {
    touched.lazy.map { place, oldVersion in
      PendingFavourites.Contents.Photo(
        number: photos.number(at: place), record: photos.record(at: place), oldVersion: oldVersion)
    }
  }

  private mutating func forget(_ photos: inout HotPhotos) {
    for (place, _) in touched { photos.untouch(at: place) }
    touched.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    pairs.removeAll(keepingCapacity: true)
  }
}
