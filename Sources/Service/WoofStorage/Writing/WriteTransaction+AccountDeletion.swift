// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// The next step in the deletion of an account.
enum AccountDeletionStep: Sendable {
  /// Unsets its favourites, from the one behind this on.
  case favourites(after: FavouritePlace?)
  /// Deletes its photos.
  case photos
  /// Forgets its idempotency keys.
  case idempotencyKeys
  /// Forgets the numbers of its edits.
  case edits

  /// A favourite in an account's list.
  struct FavouritePlace: Sendable {
    let setAt: Timestamp
    let photo: Int64
  }
}

extension WriteTransaction {
  private static let favouritesAtOnce = 200
  private static let photosAtOnce = 20

  /// Lets nobody sign in with an account any more, and notes that all it has is to go.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func beginDeletion(of name: AccountName) throws -> AccountID {
    let account = AccountID(rawValue: try existingNumber(of: name))
    try database[.deleteAccount].run(account, deletion.time.now())
    try database[.noteAccountDeletion].run(account)
    deletedAccounts.insert(account)
    try removeTickets(of: account)
    try removeAppPasswords(of: account)
    try removeBrowserSessions(of: account)
    try leaveAlbums(of: account)
    try removeLinks(of: account)
    try removeInvitations(of: account)
    try forgetArchives(of: account)
    // From here on it sets no favourite, so all others are in the tables.
    for photo in favourites.unfoldedPhotos(likedBy: account) { try unsetFavourite(ofPhoto: photo, by: account) }
    try advanceGeneration()
    return account
  }

  /// Takes away a part of what a deleted account has.
  ///
  /// - Returns: The next step; `nil` where nothing is left.
  mutating func continueDeletion(
    of account: AccountID, _ step: AccountDeletionStep
  ) throws(SQLiteError) -> AccountDeletionStep? {
    switch step {
    case .favourites(let place): return try unsetFavourites(of: account, after: place)
    case .photos: return try deletePhotos(of: account)
    case .idempotencyKeys:
      return try idempotencyKeys.forget(of: account) ? .idempotencyKeys : .edits
    case .edits:
      if try edits.forget(of: account) { return .edits }
      try database[.endAccountDeletion].run(account)
      return nil
    }
  }

  private mutating func unsetFavourites(
    of account: AccountID, after place: AccountDeletionStep.FavouritePlace?
  ) throws(SQLiteError) -> AccountDeletionStep {
    let start = place ?? AccountDeletionStep.FavouritePlace(setAt: Timestamp(milliseconds: .min), photo: 0)
    let found = try database[.favouritesOfAccount].all(account, start.setAt, start.photo, Self.favouritesAtOnce) {
      (columns) throws(SQLiteError) in
      AccountDeletionStep.FavouritePlace(setAt: try columns.next(), photo: try columns.next())
    }
    for favourite in found { try unsetFavourite(ofPhoto: favourite.photo, by: account) }
    return found.count == Self.favouritesAtOnce ? .favourites(after: found.last) : .photos
  }

  private mutating func deletePhotos(of account: AccountID) throws(SQLiteError) -> AccountDeletionStep {
    let found = try database[.photosOfAccount].all(account, Self.photosAtOnce) { (columns) throws(SQLiteError) in
      try columns.next(PhotoID.self)
    }
    for id in found {
      guard let place = try place(of: id) else { continue }
      _ = try change(at: place, by: .deletionWithAccount)
    }
    return found.count == Self.photosAtOnce ? .photos : .idempotencyKeys
  }

  private mutating func unsetFavourite(ofPhoto number: Int64, by account: AccountID) throws(SQLiteError) {
    let id = try database[.photoID].first(number) { (columns) throws(SQLiteError) in try columns.next(PhotoID.self) }
    guard let id, let place = try place(of: id) else { return }
    try unsetFavourite(at: place, by: account)
  }
}

extension Database {
  /// The deleted accounts of which something is left.
  func accountsToDelete() throws(SQLiteError) -> [AccountID] {
    try self[.accountsToDelete].all { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension SQL {
  fileprivate static let deleteAccount = SQL(
    """
    UPDATE account SET deleted_at = ?2, is_disabled = 1, is_administrator = 0, password_hash = '' WHERE number = ?1
    """)
  fileprivate static let noteAccountDeletion = SQL("INSERT OR IGNORE INTO account_deletion (account) VALUES (?1)")
  fileprivate static let endAccountDeletion = SQL("DELETE FROM account_deletion WHERE account = ?1")
  fileprivate static let accountsToDelete = SQL("SELECT account FROM account_deletion ORDER BY account")
  fileprivate static let favouritesOfAccount = SQL(
    """
    SELECT set_at, photo FROM favourite_order WHERE account = ?1 AND (set_at, photo) > (?2, ?3)
    ORDER BY set_at, photo LIMIT ?4
    """)
  fileprivate static let photosOfAccount = SQL("SELECT id FROM photo WHERE owner = ?1 AND is_deleted = 0 LIMIT ?2")
  fileprivate static let photoID = SQL("SELECT id FROM photo WHERE number = ?1")
}

/// The accounts that have been deleted: what they ask for may still be waiting when they are.
struct DeletedAccounts {
  private var committed: Set<AccountID>
  private var added: Set<AccountID> = []

  init(_ accounts: Set<AccountID> = []) { committed = accounts }

  /// Returns `true` if an account has been deleted, even by the transaction under way.
  func contains(_ account: AccountID) -> Bool { committed.contains(account) || added.contains(account) }

  /// Notes that the transaction under way deletes an account.
  mutating func insert(_ account: AccountID) { added.insert(account) }

  /// Keeps what the transaction has noted.
  mutating func commit() {
    guard !added.isEmpty else { return }
    committed.formUnion(added)
    added = []
  }

  /// Forgets what the transaction has noted.
  mutating func rollBack() { added = [] }
}
