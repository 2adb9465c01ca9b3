// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

// Photos that are deleted, and can be restored for a while.

extension WriteTransaction {
  /// The maximum number of favourites of deleted photos that are removed at once.
  private static let favouritesAtOnce = 2000
  /// The maximum number of deleted photos that are removed at once.
  private static let photosAtOnce = 50

  /// Takes a photo that has just been deleted out of whatever it stands in. As long as it can be restored, its blob and
  /// its favourites are kept, out of sight; what was derived from it is not, as it can be derived anew.
  ///
  /// - Parameter restorer: The account that may restore it beside administrators; `nil` for none.
  mutating func takeAway(
    _ record: PhotoRecord, favouriteCount: Int, number: Int64, restorer: AccountID?
  ) throws(SQLiteError) {
    try database[.addToTalliesOfLikers].run(number, -1)
    try database[.removeFavouritesFromOrder].run(number)
    try database[.addToFavouriteTally].run(-favouriteCount)
    try removeOriginal(record.original.digest, of: record.ownerID)
    try removeDerivatives(of: number)
    if let period = deletion.period {
      try database[.keepRestorable].run(
        number, record.id, period.start, period.end, restorer ?? AccountID(rawValue: 0))
    } else {
      try database[.removeFavourites].run(number, -1)
      _ = try edits.forget(ofPhoto: number, limit: -1)
      try leaveAlbums(number)
      try releaseBlob(record.original.digest)
    }
  }

  /// Lets a deleted photo be there again; one that is there stays as it is.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `conflict`; ``SQLiteError``.
  mutating func restorePhoto(_ id: PhotoID) throws -> PhotoRecord {
    guard let place = try place(of: id) else { throw WoofError.noSuchPhoto }
    let record = photos.record(at: place)
    guard record.isDeleted else { return record }
    let end = try database[.restorableUntil].first(photos.number(at: place)) { (columns) throws(SQLiteError) in
      try columns.next(Timestamp.self)
    }
    guard let end, end > deletion.steadyTime.now() else {
      throw WoofError.restorableNoLonger
    }
    if let twin = try photo(of: record.ownerID, with: record.original.digest) {
      throw WoofError.addedAgain(as: twin.id, by: record.ownerName)
    }
    return try restore(at: place)
  }

  private mutating func restore(at place: Int) throws(SQLiteError) -> PhotoRecord {
    let old = photos.record(at: place)
    var record = old
    let number = photos.number(at: place)
    // Its blob has been needed all the time, so nothing changes for that.
    try database[.removeRestorable].run(number)
    try addOriginal(of: record, number: number)
    try database[.removeFavouritesOfDeletedAccounts].run(number)
    try database[.returnFavouritesToOrder].run(number)
    try database[.addToTalliesOfLikers].run(number, 1)
    record.favouriteCount =
      try database[.countFavourites].first(number) { (columns) throws(SQLiteError) in try columns.next() } ?? 0
    try database[.addToFavouriteTally].run(record.favouriteCount)
    record.isDeleted = false
    record.isDeletedWithAccount = false
    advance(&record, isMetadata: true)
    record.revision += 1
    try write(record, number: number)
    try database[.queueDerivation].run(number, false)
    photos.update(record, at: place)
    note(record, insteadOf: old)
    return record
  }

  /// Removes a part of what is kept of deleted photos that can be restored no longer.
  ///
  /// - Returns: `true` if there may be more.
  mutating func purgePhotos() throws(SQLiteError) -> Bool {
    let overdue = try database[.overduePhotos].all(deletion.steadyTime.now(), Self.photosAtOnce) {
      (columns) throws(SQLiteError) in (number: try columns.next(Int64.self), digest: try columns.next(Digest.self))
    }
    var room = Self.favouritesAtOnce
    for photo in overdue {
      let before = database.changeCount
      try database[.removeFavourites].run(photo.number, room)
      room -= Int(database.changeCount - before)
      guard room > 0 else { return true }
      room -= try edits.forget(ofPhoto: photo.number, limit: room)
      guard room > 0 else { return true }
      try leaveAlbums(photo.number)
      try database[.removeRestorable].run(photo.number)
      try releaseBlob(photo.digest)
    }
    return overdue.count == Self.photosAtOnce
  }
}

extension Database {
  /// Returns `true` if some deleted photos can no longer be restored, but still take room.
  func hasOverduePhotos(at time: Timestamp) throws(SQLiteError) -> Bool {
    try self[.hasOverduePhotos].first(time) { (columns) throws(SQLiteError) in try columns.next() } ?? false
  }
}

extension SQL {
  static let addToFavouriteTally = SQL("UPDATE tally SET value = value + ?1 WHERE name = 'favourites'")
  fileprivate static let addToTalliesOfLikers = SQL(
    """
    UPDATE account_tally SET favourite_count = favourite_count + ?2
    WHERE account IN (SELECT account FROM favourite WHERE photo = ?1)
    """)
  fileprivate static let removeFavouritesFromOrder = SQL(
    """
    DELETE FROM favourite_order
    WHERE (account, set_at, photo) IN (SELECT account, set_at, photo FROM favourite WHERE photo = ?1)
    """)
  fileprivate static let returnFavouritesToOrder = SQL(
    "INSERT INTO favourite_order (account, set_at, photo) SELECT account, set_at, photo FROM favourite WHERE photo = ?1"
  )
  fileprivate static let countFavourites = SQL("SELECT count(*) FROM favourite WHERE photo = ?1")
  fileprivate static let removeFavourites = SQL(
    """
    DELETE FROM favourite
    WHERE photo = ?1 AND account IN (SELECT account FROM favourite WHERE photo = ?1 LIMIT ?2)
    """)
  fileprivate static let removeFavouritesOfDeletedAccounts = SQL(
    """
    DELETE FROM favourite
    WHERE photo = ?1
      AND EXISTS (SELECT 1 FROM account WHERE number = favourite.account AND deleted_at IS NOT NULL)
    """)
  fileprivate static let keepRestorable = SQL(
    "INSERT INTO restorable_photo (photo, id, deleted_at, restorable_until, restorer) VALUES (?1, ?2, ?3, ?4, ?5)")
  fileprivate static let removeRestorable = SQL("DELETE FROM restorable_photo WHERE photo = ?1")
  fileprivate static let restorableUntil = SQL("SELECT restorable_until FROM restorable_photo WHERE photo = ?1")
  fileprivate static let hasOverduePhotos = SQL(
    "SELECT EXISTS (SELECT 1 FROM restorable_photo WHERE restorable_until <= ?1)")
  fileprivate static let overduePhotos = SQL(
    """
    SELECT restorable_photo.photo, digest
    FROM restorable_photo CROSS JOIN photo_detail ON photo_detail.photo = restorable_photo.photo
    WHERE restorable_until <= ?1 ORDER BY restorable_until LIMIT ?2
    """)
}

// What an account does with the photos that it has deleted.

extension WriteTransaction {
  /// Lets a photo be there again that its owner has deleted; one that is there stays as it is.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden` or `conflict`; ``SQLiteError``.
  mutating func restorePhoto(_ id: PhotoID, by owner: Principal) throws -> PhotoRecord {
    let place = try place(of: id)
    let record = try PhotoAccess.owned(place.map { photos.record(at: $0) }, by: owner)
    if let place, record.isDeleted, let restorer = try restorer(at: place), restorer != owner.id {
      throw WoofError.deletedByAdministrator
    }
    return try restorePhoto(id)
  }

  /// Makes a photo that its owner has deleted one that nobody can restore, and of which nothing is to be kept.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `forbidden`; ``SQLiteError``.
  mutating func erasePhoto(_ id: PhotoID, by owner: Principal) throws {
    let place = try place(of: id)
    _ = try PhotoAccess.owned(place.map { photos.record(at: $0) }, by: owner)
    guard let place, try restorer(at: place) == owner.id else {
      throw WoofError.notInTrash
    }
    try database[.endRestorability].run(photos.number(at: place))
  }

  /// Deletes a photo, where it is not deleted yet, and makes it one that nobody can restore.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func erasePhoto(_ id: PhotoID) throws {
    guard let place = try place(of: id) else { throw WoofError.noSuchPhoto }
    if !photos.record(at: place).isDeleted { _ = try change(at: place, by: .deletion) }
    try database[.endRestorability].run(photos.number(at: place))
  }

  /// The account that may restore a deleted photo; `nil` where it can be restored no longer, and 0 for administrators only.
  private func restorer(at place: Int) throws(SQLiteError) -> AccountID? {
    try database[.restorer].first(photos.number(at: place), deletion.steadyTime.now()) {
      (columns) throws(SQLiteError) in
      try columns.next()
    }
  }
}

extension SQL {
  fileprivate static let restorer = SQL(
    "SELECT restorer FROM restorable_photo WHERE photo = ?1 AND restorable_until > ?2")
  fileprivate static let endRestorability = SQL(
    "UPDATE restorable_photo SET restorable_until = 0, restorer = 0 WHERE photo = ?1")
}

/// The rules for deleting photos.
struct PhotoDeletion: Sendable {
  /// The time for which deleted photos can be restored; zero if they cannot be.
  let grace: Duration
  /// The source of the current time.
  let time: any TimeSource
  /// The clock for the grace period, which does not end because somebody sets the wall clock.
  let steadyTime: SteadyTime

  /// The period in which a photo that is deleted now can be restored; `nil` if it cannot be.
  ///
  /// The start is a time of the wall clock, the end one of the steady time.
  var period: (start: Timestamp, end: Timestamp)? {
    guard grace > .zero else { return nil }
    return (time.now(), steadyTime.now().advanced(by: grace))
  }
}

/// Tells of deleted photos whether, and until when, they can be restored.
struct RestorationClock: Sendable {
  /// The steady time.
  let now: Timestamp
  private let wall: Timestamp

  /// Reads both clocks.
  init(time: any TimeSource, steadyTime: SteadyTime) {
    now = steadyTime.now()
    wall = time.now()
  }

  /// Returns whether a photo that can be restored until `end`, by the steady time, can still be restored.
  func isBefore(_ end: Timestamp) -> Bool { end > now }

  /// Returns the time that the wall clock will show at `end`, by the steady time, if nobody sets it until then.
  func wallTime(of end: Timestamp) -> Timestamp {
    wall.advanced(by: .milliseconds(end.milliseconds - now.milliseconds))
  }
}

extension Timestamp {
  /// The moment so much later, as far as the years 0 to 9999 reach.
  func advanced(by duration: Duration) -> Timestamp {
    let (later, isTooLate) = milliseconds.addingReportingOverflow(duration.nanoseconds / 1_000_000)
    return Timestamp(milliseconds: isTooLate ? .max : later)
  }
}
