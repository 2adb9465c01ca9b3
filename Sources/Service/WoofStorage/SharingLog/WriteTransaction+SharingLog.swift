// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

// Whatever changes albums and links leaves the position 0 behind. They get theirs all together at the end of the
// transaction, behind its photos: once each, however often they have changed, and in an order that observers can rely on.

extension WriteTransaction {
  /// Gives positions in the change log to what has changed of albums and links.
  mutating func numberSharing() throws(SQLiteError) {
    let start = sequence
    for number in [SQL.numberAlbums, .numberLinks, .numberWithdrawals] {
      let before = database.changeCount
      try database[number].run(sequence)
      advance(by: database.changeCount - before)
    }
    guard sequence > start else { return }
    try database[.keepSharingSequence].run(sequence)
    sharingSequence = sequence
  }

  // MARK: Losses

  /// Notes that an album which is about to be deleted is lost to all who see it: its owner, who is `account`, and others.
  func withdraw(album: Int64, from account: AccountID) throws(SQLiteError) {
    try database[.withdrawDeletedAlbum].run(album, account)
  }

  /// Notes that the albums of an account of which nothing is to be left are lost to all others who see them, and forgets
  /// what the account has lost.
  func withdrawAlbums(of account: AccountID) throws(SQLiteError) {
    try database[.withdrawAlbumsOfAccount].run(account)
    try database[.forgetWithdrawals].run(account)
  }

  /// Notes that an album which is about to be public no longer is lost to everybody who is no member of it.
  func withdrawFromEverybody(album: Int64) throws(SQLiteError) {
    try database[.withdrawAlbum].run(SharingReader.everybody, album)
  }

  /// Notes that an album is lost to an account that is about to contribute to it no longer.
  func withdraw(album: Int64, fromContributor account: AccountID) throws(SQLiteError) {
    try database[.withdrawAlbum].run(account.rawValue, album)
  }
}

/// The number by which the table of losses names a reader, if it is no account.
enum SharingReader {
  /// Everybody who sees what is public.
  static let everybody: Int64 = 0
  /// Administrators.
  static let administrators: Int64 = -1
}

extension SQL {
  fileprivate static let numberAlbums = SQL(
    """
    UPDATE album SET sequence = ?1 + place
    FROM (
      SELECT number AS placed, row_number() OVER (ORDER BY number) AS place FROM album WHERE sequence = 0)
    WHERE number = placed
    """)
  fileprivate static let numberLinks = SQL(
    """
    UPDATE share_link SET sequence = ?1 + place
    FROM (
      SELECT id AS placed, row_number() OVER (ORDER BY id) AS place FROM share_link WHERE sequence = 0)
    WHERE id = placed
    """)
  fileprivate static let numberWithdrawals = SQL(
    """
    UPDATE withdrawal SET sequence = ?1 + place
    FROM (
      SELECT account AS placed_account, subject AS placed_subject, id AS placed,
        row_number() OVER (ORDER BY subject, id, account) AS place
      FROM withdrawal WHERE sequence = 0)
    WHERE account = placed_account AND subject = placed_subject AND id = placed
    """)
  fileprivate static let keepSharingSequence = SQL(
    "UPDATE installation SET value = ?1 WHERE name = 'sharing-sequence'")
  /// The beginning of a statement that notes losses.
  static let intoWithdrawal =
    "INSERT OR REPLACE INTO withdrawal (account, subject, id, sequence, version, reason)"
  fileprivate static let withdrawAlbum = SQL(
    "\(intoWithdrawal) SELECT ?1, 1, id, 0, version + 1, 'hidden' FROM album WHERE number = ?2")
  fileprivate static let withdrawDeletedAlbum = SQL(
    """
    \(intoWithdrawal)
    SELECT account, 1, id, 0, version + 1, 'deleted' FROM album_contributor JOIN album ON number = album
      WHERE album = ?1
    UNION ALL SELECT column1, 1, id, 0, version + 1, 'deleted' FROM album, (VALUES (?2), (-1)) WHERE number = ?1
    UNION ALL SELECT 0, 1, id, 0, version + 1, 'deleted' FROM album WHERE number = ?1 AND visibility = 0
    """)
  fileprivate static let withdrawAlbumsOfAccount = SQL(
    """
    \(intoWithdrawal)
    SELECT account, 1, id, 0, version + 1, 'account-deleted'
      FROM album CROSS JOIN album_contributor ON album = number WHERE owner = ?1 AND is_deleted = 0
    UNION ALL SELECT -1, 1, id, 0, version + 1, 'account-deleted' FROM album WHERE owner = ?1 AND is_deleted = 0
    UNION ALL SELECT 0, 1, id, 0, version + 1, 'account-deleted' FROM album
      WHERE owner = ?1 AND is_deleted = 0 AND visibility = 0
    """)
  fileprivate static let forgetWithdrawals = SQL("DELETE FROM withdrawal WHERE account = ?1")
}
