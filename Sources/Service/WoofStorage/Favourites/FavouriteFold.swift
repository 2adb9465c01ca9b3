// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// Writes pending favourites into the tables, within the transaction that is open.
struct FavouriteFold {
  let database: Database

  /// Writes everything, empties the journal, and grows the generation.
  ///
  /// - Returns: The new generation.
  func run(_ contents: PendingFavourites.Contents) throws(SQLiteError) -> Int64 {
    var contents = contents
    try contents.viewDifferences.add(to: database)
    try write(contents.pairs)
    try tally(contents)
    for number in contents.photos.keys.sorted() {
      guard let record = contents.photos[number] else { continue }
      try database[.updateFavouriteCount].run(number, record.favouriteCount, record.version, record.sequence)
    }
    try database[.emptyJournal].run()
    return try database[.advanceFoldGeneration].first { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  /// A favourite as a row of one of the two tables.
  private struct Row {
    let photo: Int64
    let account: Int64
    let setAt: Int64
  }

  private func write(_ pairs: [FavouriteKey: PendingFavourites.Pair]) throws(SQLiteError) {
    var added: [Row] = []
    var removed: [Row] = []
    for (key, pair) in pairs where pair.setAt != pair.foldedSetAt {
      if let setAt = pair.foldedSetAt {
        removed.append(Row(photo: key.photo, account: key.account.rawValue, setAt: setAt.milliseconds))
      }
      if let setAt = pair.setAt {
        added.append(Row(photo: key.photo, account: key.account.rawValue, setAt: setAt.milliseconds))
      }
    }
    // Each tree is written in its own order, so that neighbours meet on the same pages.
    removed.sort { ($0.photo, $0.account) < ($1.photo, $1.account) }
    added.sort { ($0.photo, $0.account) < ($1.photo, $1.account) }
    let (remove, add) = (try database[.removeFavourite], try database[.addFavourite])
    for row in removed { try remove.run(row.photo, row.account) }
    for row in added { try add.run(row.photo, row.account, row.setAt) }
    removed.sort { ($0.account, $0.setAt, $0.photo) < ($1.account, $1.setAt, $1.photo) }
    added.sort { ($0.account, $0.setAt, $0.photo) < ($1.account, $1.setAt, $1.photo) }
    let (removeFromOrder, addToOrder) = (try database[.removeFromOrder], try database[.addToOrder])
    for row in removed { try removeFromOrder.run(row.account, row.setAt, row.photo) }
    for row in added { try addToOrder.run(row.account, row.setAt, row.photo) }
  }

  private func tally(_ contents: PendingFavourites.Contents) throws(SQLiteError) {
    if contents.addedCount != 0 { try database[.addToFavouriteTally].run(contents.addedCount) }
    for (account, count) in contents.addedCounts.sorted(by: { $0.key < $1.key }) where count != 0 {
      try database[.addToAccountFavourites].run(account, count)
    }
  }
}

extension FavouriteFold {
  /// Reads the pending favourites that the last run of the service left in the journal.
  ///
  /// - Throws: ``SQLiteError`` with `SQLITE_CORRUPT` where a row of the journal is damaged.
  func pendingInJournal() throws(SQLiteError) -> PendingFavourites.Contents {
    var contents = PendingFavourites.Contents()
    var newest: [Int64: FavouriteEntry] = [:]
    for bytes in try database[.journal].all(read: { (columns) throws(SQLiteError) in try columns.next([UInt8].self) }) {
      guard let entries = FavouriteJournal.decode(bytes) else { throw SQLiteError(corruptRowIn: SQL.journal.text) }
      for entry in entries {
        let key = FavouriteKey(photo: entry.photo, account: entry.account)
        var pair = PendingFavourites.Pair(setAt: entry.setAt)
        if contents.pairs[key] == nil {
          pair.foldedSetAt = try database[.favouriteSetAt].first(key.photo, key.account) {
            (columns) throws(SQLiteError) in try columns.next(Timestamp.self)
          }
        }
        contents.note(pair, for: key)
        newest[entry.photo] = entry
      }
      contents.entryCount += entries.count
    }
    for (number, entry) in newest {
      guard var record = try PhotoRow.read(number: number, in: database)?.record else { continue }
      let oldVersion = record.version
      record.favouriteCount = entry.favouriteCount
      record.version = entry.version
      record.sequence = entry.sequence
      contents.note(PendingFavourites.Contents.Photo(number: number, record: record, oldVersion: oldVersion))
    }
    return contents
  }
}

extension SQL {
  static let favouriteSetAt = SQL("SELECT set_at FROM favourite WHERE photo = ?1 AND account = ?2")
  static let addToJournal = SQL("INSERT INTO favourite_journal (sequence, entries) VALUES (?1, ?2)")
  fileprivate static let addToAccountFavourites = SQL(
    "UPDATE account_tally SET favourite_count = favourite_count + ?2 WHERE account = ?1")
  fileprivate static let journal = SQL("SELECT entries FROM favourite_journal ORDER BY sequence")
  fileprivate static let emptyJournal = SQL("DELETE FROM favourite_journal")
  fileprivate static let addFavourite = SQL("INSERT INTO favourite (photo, account, set_at) VALUES (?1, ?2, ?3)")
  fileprivate static let removeFavourite = SQL("DELETE FROM favourite WHERE photo = ?1 AND account = ?2")
  fileprivate static let addToOrder = SQL(
    "INSERT INTO favourite_order (account, set_at, photo) VALUES (?1, ?2, ?3)")
  fileprivate static let removeFromOrder = SQL(
    "DELETE FROM favourite_order WHERE account = ?1 AND set_at = ?2 AND photo = ?3")
  fileprivate static let updateFavouriteCount = SQL(
    "UPDATE photo SET favourite_count = ?2, version = ?3, sequence = ?4 WHERE number = ?1")
}

/// Decides after how many favourites they are folded: the more at once, the cheaper each, but while they are folded
/// nothing else is written.
struct FoldPacing {
  /// The fewest.
  static let least = 2048
  /// The most; also bounds what a start after a crash has to read.
  static let most = 16_384
  /// The longest that a fold should take, in nanoseconds.
  static let target: Int64 = 100_000_000

  /// The number of entries from which the journal is folded: 8,192 at first, then between ``least`` and ``most``.
  private(set) var limit = 8192

  /// Learns from a fold of so many entries that took so many nanoseconds.
  mutating func note(entryCount: Int, nanoseconds: Int64) {
    guard entryCount >= limit else { return }
    if nanoseconds > Self.target {
      limit = max(Self.least, limit / 2)
    } else if nanoseconds < Self.target / 3 {
      limit = min(Self.most, limit * 2)
    }
  }
}
