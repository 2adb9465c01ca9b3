// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// The photos that changed after a position, with what else an account is told of them.
  ///
  /// - Returns: A part that ends at the end of the log and has no view where the snapshot is not of one moment.
  func changes(
    after start: Int64, limit: Int, account: AccountID, _ cache: ViewCache
  ) throws(SQLiteError) -> AccountChangeLogPage {
    let page = try changes(after: start, limit: limit, reader: .account(account))
    let liked = try favourites(among: page.photos.map(\.id), of: account)
    return AccountChangeLogPage(page: page, liked: liked, view: page.hasMore ? nil : try view(of: account, cache))
  }

  /// The view of an account as of ``sequence``; `nil` where the snapshot is not of that moment.
  func view(of account: AccountID, _ cache: ViewCache) throws(SQLiteError) -> StoredView? {
    guard try isNoNewerThanItsSequence() else { return nil }
    var everybodys = try ViewSum.read(.public, in: database)
    var own = try ViewSum.read(.own(account), in: database)
    if let pending {
      let differences = pending.withContents { $0.viewDifferences }
      everybodys += differences[.public]
      own += differences[.own(account)]
    }
    let known = cache.favourites(of: account, at: sequence)
    let favourites = if let known { known } else { try sumOfFavourites(of: account) }
    // What has become pending since may have been counted, or not.
    guard pending.map({ $0.sequence <= sequence }) ?? true else { return nil }
    cache.keep(favourites, of: account, at: sequence)
    return StoredView(
      own: own.digest, public: everybodys.digest, favourites: favourites,
      photoCount: own.photoCount + everybodys.photoCount, sequence: sequence)
  }

  /// Returns `true` if the tables hold no change that was committed after the snapshot was asked for and before it began.
  private func isNoNewerThanItsSequence() throws(SQLiteError) -> Bool {
    let newest = try database[.newestSequence].first { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    return newest ?? 0 <= sequence
  }

  private func sumOfFavourites(of account: AccountID) throws(SQLiteError) -> ViewDigest {
    var digest = ViewDigest()
    let changed = pending?.pairs(of: account) ?? [:]
    try database[.favouritesToSum].rows(account) { (columns) throws(SQLiteError) in
      let (number, id): (Int64, PhotoID) = (try columns.next(), try columns.next())
      let access = PhotoAccess(owner: try columns.next(), visibility: try columns.next())
      if changed[number] == nil, access.allowsFinding(by: .account(account)) { digest.insert(.favourite(id)) }
      return true
    }
    for (number, pair) in changed where pair.setAt != nil {
      guard let record = try photo(number: number), !record.isDeleted,
        record.access.allowsFinding(by: .account(account))
      else { continue }
      digest.insert(.favourite(record.id))
    }
    return digest
  }
}

extension SQL {
  fileprivate static let favouritesToSum = SQL(
    """
    SELECT photo.number, photo.id, photo.owner, photo.visibility
    FROM favourite_order JOIN photo ON photo.number = favourite_order.photo
    WHERE account = ?1 AND is_deleted = 0
    """)
}
