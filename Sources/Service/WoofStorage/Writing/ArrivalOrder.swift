// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSQLite

/// Keeps photos and favourites in the order in which they come in when the wall clock is put back.
///
/// Photos are listed by the times in their ids, which never go back (``WoofCore/PhotoIDGenerator``), and favourites by the
/// times at which they were set. A favourite whose time lies so far behind the newest one that the clock must
/// have been put back gets a time just behind that: one millisecond later with each transaction.
///
/// A pure value; what a transaction changed is committed or rolled back with it.
struct ArrivalOrder: Hashable, Sendable {
  /// The values that the database keeps.
  struct Kept: Hashable, Sendable {
    /// The newest time at which a favourite was set.
    var favourite: Timestamp
    /// The most milliseconds by which the time in a photo's id has been ahead of its arrival.
    var lead: Int64
  }

  /// The milliseconds by which the time of a request may lie behind that of another one before it without the clock
  /// having been put back.
  private static let tolerance: Int64 = 10_000
  /// The least that ``Kept/lead`` is taken to be.
  static let leastLead: Int64 = 86_400_000

  private var committed: Kept
  private(set) var current: Kept

  /// Goes on from what was kept.
  init(_ kept: Kept) { (committed, current) = (kept, kept) }

  /// The time that a favourite gets which was asked for at `time`.
  mutating func time(ofFavouriteAt time: Timestamp) -> Timestamp {
    let (behind, isTooFar) = current.favourite.milliseconds.subtractingReportingOverflow(time.milliseconds)
    guard behind > Self.tolerance, !isTooFar else {
      current.favourite = max(current.favourite, time)
      return time
    }
    if current.favourite == committed.favourite {
      current.favourite = Timestamp(milliseconds: committed.favourite.milliseconds + 1)
    }
    return current.favourite
  }

  /// Notes a photo that has come in.
  ///
  /// - Returns: `true` if its id is further ahead than that of any photo before it.
  mutating func note(_ id: PhotoID, createdAt: Timestamp) -> Bool {
    let lead = id.createdAt.milliseconds - createdAt.milliseconds
    guard lead > current.lead else { return false }
    current.lead = lead
    return true
  }

  /// Commits what the transaction changed.
  mutating func commit() { committed = current }

  /// Discards what the transaction changed.
  mutating func rollBack() { current = committed }
}

// MARK: In the database

extension ArrivalOrder {
  /// Reads what was kept, and what the journal of favourites says beyond it.
  init(in database: Database, pending: PendingFavourites.Contents) throws(SQLiteError) {
    let stored = try database[.newestFavourite].first { (columns) throws(SQLiteError) in
      try columns.next(Timestamp.self)
    }
    let times = pending.pairs.values.compactMap(\.setAt) + [stored].compactMap(\.self)
    self.init(
      Kept(favourite: times.max() ?? Timestamp(milliseconds: .min), lead: try Self.lead(in: database)))
  }

  /// Keeps the newest favourite; together with a fold, as until then the journal tells of it.
  func keepFavourite(in database: Database) throws(SQLiteError) {
    try database[.keepNumber].run("newest-favourite", current.favourite.milliseconds)
  }

  /// Keeps how far ids are ahead.
  func keepLead(in database: Database) throws(SQLiteError) {
    try database[.keepNumber].run("photo-id-lead", current.lead)
  }

  /// The most milliseconds by which the time in a photo's id has been ahead of its arrival.
  static func lead(in database: Database) throws(SQLiteError) -> Int64 {
    let lead = try database[.photoIDLead].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    return max(leastLead, lead ?? 0)
  }
}

extension SQL {
  // Without a number that was kept, each account's newest favourite is one step in its index.
  fileprivate static let newestFavourite = SQL(
    """
    SELECT newest FROM (
      SELECT coalesce(
        (SELECT value FROM installation WHERE name = 'newest-favourite'),
        (SELECT max((SELECT max(set_at) FROM favourite_order WHERE account = account.number)) FROM account)) AS newest)
    WHERE newest IS NOT NULL
    """)
  fileprivate static let photoIDLead = SQL("SELECT value FROM installation WHERE name = 'photo-id-lead'")
  fileprivate static let keepNumber = SQL("INSERT OR REPLACE INTO installation (name, value) VALUES (?1, ?2)")
}
