internal import WoofCore
internal import WoofModel

/// Writes pending favourites into the tables, within the transaction that is open.
struct FavouriteFold {
  let database: Database

  /// Writes everything, empties the journal, and grows the generation.
  ///
  /// - Returns: The new generation.
  func run(_ contents: PendingFavourites.Contents) throws(SQLiteError) -> Int64 {
    let changed = contents.pairs.filter { $0.value.setAt != $0.value.foldedSetAt }
    try writePairs(changed)
    try writeOrder(changed)
    for (number, record) in contents.photos.sorted(by: { $0.key < $1.key }) {
      try database[.updateFavouriteCount].run(number, record.favouriteCount, record.version, record.sequence)
    }
    try database[.emptyJournal].run()
    return try database[.advanceFoldGeneration].first { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  // Each tree is written in its own order, so that neighbours meet on the same pages.

  private func writePairs(_ pairs: [FavouriteKey: PendingFavourites.Pair]) throws(SQLiteError) {
    let set = try database[.setFavourite]
    let unset = try database[.unsetFavourite]
    for (key, pair) in pairs.sorted(by: { ($0.key.photo, $0.key.account) < ($1.key.photo, $1.key.account) }) {
      if let setAt = pair.setAt {
        try set.run(key.photo, key.account, setAt)
      } else {
        try unset.run(key.photo, key.account)
      }
    }
  }

  private func writeOrder(_ pairs: [FavouriteKey: PendingFavourites.Pair]) throws(SQLiteError) {
    let add = try database[.addToOrder]
    let remove = try database[.removeFromOrder]
    var removals: [(account: AccountID, setAt: Timestamp, photo: Int64)] = []
    var additions: [(account: AccountID, setAt: Timestamp, photo: Int64)] = []
    for (key, pair) in pairs {
      if let setAt = pair.foldedSetAt { removals.append((key.account, setAt, key.photo)) }
      if let setAt = pair.setAt { additions.append((key.account, setAt, key.photo)) }
    }
    for place in removals.sorted(by: <) { try remove.run(place.account, place.setAt, place.photo) }
    for place in additions.sorted(by: <) { try add.run(place.account, place.setAt, place.photo) }
  }
}

extension FavouriteFold {
  /// What the journal holds from the last run of the service.
  ///
  /// - Throws: ``SQLiteError`` with `SQLITE_CORRUPT` where a row of the journal is damaged.
  func pendingInJournal() throws(SQLiteError) -> PendingFavourites.Contents {
    var contents = PendingFavourites.Contents()
    var newest: [Int64: FavouriteEntry] = [:]
    for bytes in try database[.journal].all(read: { (columns) throws(SQLiteError) in try columns.next([UInt8].self) }) {
      guard let entries = FavouriteJournal.decode(bytes) else { throw SQLiteError(corruptRowIn: SQL.journal.text) }
      for entry in entries {
        let key = FavouriteKey(photo: entry.photo, account: entry.account)
        if contents.pairs[key] == nil {
          let folded = try database[.favouriteSetAt].first(key.photo, key.account) { (columns) throws(SQLiteError) in
            try columns.next(Timestamp.self)
          }
          contents.pairs[key] = PendingFavourites.Pair(setAt: entry.setAt, foldedSetAt: folded)
        } else {
          contents.pairs[key]?.setAt = entry.setAt
        }
        newest[entry.photo] = entry
      }
      contents.entryCount += entries.count
    }
    for (number, entry) in newest {
      guard var record = try PhotoRow.read(number: number, in: database)?.record else { continue }
      record.favouriteCount = entry.favouriteCount
      record.version = entry.version
      record.sequence = entry.sequence
      contents.photos[number] = record
    }
    return contents
  }
}

extension SQL {
  static let favouriteSetAt = SQL("SELECT set_at FROM favourite WHERE photo = ?1 AND account = ?2")
  static let addToJournal = SQL("INSERT INTO favourite_journal (sequence, entries) VALUES (?1, ?2)")
  fileprivate static let journal = SQL("SELECT entries FROM favourite_journal ORDER BY sequence")
  fileprivate static let emptyJournal = SQL("DELETE FROM favourite_journal")
  fileprivate static let setFavourite = SQL(
    """
    INSERT INTO favourite (photo, account, set_at) VALUES (?1, ?2, ?3)
    ON CONFLICT (photo, account) DO UPDATE SET set_at = excluded.set_at
    """)
  fileprivate static let unsetFavourite = SQL("DELETE FROM favourite WHERE photo = ?1 AND account = ?2")
  fileprivate static let addToOrder = SQL(
    "INSERT INTO favourite_order (account, set_at, photo) VALUES (?1, ?2, ?3)")
  fileprivate static let removeFromOrder = SQL(
    "DELETE FROM favourite_order WHERE account = ?1 AND set_at = ?2 AND photo = ?3")
  fileprivate static let updateFavouriteCount = SQL(
    "UPDATE photo SET favourite_count = ?2, version = ?3, sequence = ?4 WHERE number = ?1")
}
