// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// A photo as administrators see it; `nil` for an id that never was.
  func administeredPhoto(_ id: PhotoID, at clock: RestorationClock) throws(SQLiteError) -> AdministeredPhoto? {
    guard let (number, record) = try numberedPhoto(id) else { return nil }
    return try administered(record, number: number, at: clock)
  }

  /// Adds to a photo what only administrators see.
  func administered(
    _ record: PhotoRecord, number: Int64, at clock: RestorationClock
  ) throws(SQLiteError) -> AdministeredPhoto {
    var photo = AdministeredPhoto(record: record)
    if record.isDeleted {
      let period = try database[.restorablePeriod].first(number) { (columns) throws(SQLiteError) in
        (start: try columns.next(Timestamp.self), end: try columns.next(Timestamp.self))
      }
      // What is overdue is about to be removed, and counts as if it were.
      if let period, clock.isBefore(period.end) {
        (photo.deletedAt, photo.restorableUntil) = (period.start, clock.wallTime(of: period.end))
      }
    } else {
      photo.awaitsDerivation =
        try database[.awaitsDerivation].first(number) { (columns) throws(SQLiteError) in try columns.next() } ?? false
    }
    return photo
  }

  /// Returns the favourites of a photo, ordered by the numbers of the accounts.
  func favourites(
    ofPhoto id: PhotoID, after name: AccountName?, limit: Int
  ) throws(SQLiteError) -> [PhotoFavourite] {
    guard limit > 0, let (number, record) = try numberedPhoto(id), !record.isDeleted else { return [] }
    let start = try name.flatMap { (name) throws(SQLiteError) in try accountNumber(name) } ?? AccountID(rawValue: 0)
    let changed = pending?.pairs(ofPhoto: number) ?? [:]
    var found = changed.compactMap { account, pair in
      account > start ? pair.setAt.map { (account: account, setAt: $0) } : nil
    }
    var readCount = 0
    try database[.favouritesOfPhoto].rows(number, start) { (columns) throws(SQLiteError) in
      let (account, setAt) = (try columns.next(AccountID.self), try columns.next(Timestamp.self))
      guard changed[account] == nil else { return true }
      found.append((account, setAt))
      readCount += 1
      return readCount < limit
    }
    var favourites: [PhotoFavourite] = []
    for (account, setAt) in found.sorted(by: { $0.account < $1.account }).prefix(limit) {
      let name = try database[.accountName].first(account) { (columns) throws(SQLiteError) in
        try columns.next(AccountName.self)
      }
      // An account that came in after this snapshot has no name in it yet.
      if let name { favourites.append(PhotoFavourite(account: name, setAt: setAt)) }
    }
    return favourites
  }

  /// Returns the amounts of stored data, without the size of the database.
  func counts() throws(SQLiteError) -> StoredCounts {
    var tallies: [String: Int64] = [:]
    try database[.tallies].rows { (columns) throws(SQLiteError) in
      tallies[try columns.next()] = try columns.next()
      return true
    }
    func count(_ name: String) -> Int { Int(clamping: tallies[name] ?? 0) }
    var counts = StoredCounts()
    counts.accountCount = count("accounts")
    counts.photoCount = count("photos")
    counts.restorablePhotoCount = count("restorable-photos")
    counts.favouriteCount = count("favourites") + (pending?.addedCount ?? 0)
    counts.variantCount = count("variants")
    counts.blobCount = count("blobs")
    counts.blobByteCount = tallies["blob-bytes"] ?? 0
    counts.derivationCount = count("derivations")
    return counts
  }
}

extension SQL {
  fileprivate static let restorablePeriod = SQL(
    "SELECT deleted_at, restorable_until FROM restorable_photo WHERE photo = ?1")
  fileprivate static let awaitsDerivation = SQL("SELECT EXISTS (SELECT 1 FROM derivation WHERE photo = ?1)")
  fileprivate static let favouritesOfPhoto = SQL(
    "SELECT account, set_at FROM favourite WHERE photo = ?1 AND account > ?2 ORDER BY account")
  fileprivate static let accountName = SQL("SELECT name FROM account WHERE number = ?1")
  fileprivate static let tallies = SQL("SELECT name, value FROM tally")
}

extension Snapshot {
  /// A page of the photos that an account can restore, those first that were deleted last.
  func trash(_ query: TrashQuery, by clock: RestorationClock) throws(SQLiteError) -> [DeletedPhoto] {
    guard query.limit > 0 else { return [] }
    let last = PhotoID(high: .max, low: .max)
    let start = query.after ?? TrashQuery.Cursor(deletedAt: Timestamp(milliseconds: .max), id: last)
    let ids = query.ids ?? PhotoID(high: 0, low: 0)...last
    let found = try database[.trash].all(
      query.account, start.deletedAt, start.id, ids.lowerBound, ids.upperBound, clock.now, query.limit
    ) { (columns) throws(SQLiteError) in
      (
        number: try columns.next(Int64.self), start: try columns.next(Timestamp.self),
        end: try columns.next(Timestamp.self)
      )
    }
    var photos: [DeletedPhoto] = []
    for (number, start, end) in found {
      guard let record = try photo(number: number) else { continue }
      photos.append(DeletedPhoto(record: record, deletedAt: start, restorableUntil: clock.wallTime(of: end)))
    }
    return photos
  }
}

extension SQL {
  // That the restorer is not 0 lets the index be used that has no others.
  fileprivate static let trash = SQL(
    """
    SELECT photo, deleted_at, restorable_until FROM restorable_photo
    WHERE restorer = ?1 AND restorer <> 0 AND (deleted_at, id) < (?2, ?3) AND id BETWEEN ?4 AND ?5
      AND restorable_until > ?6
    ORDER BY deleted_at DESC, id DESC LIMIT ?7
    """)
}
