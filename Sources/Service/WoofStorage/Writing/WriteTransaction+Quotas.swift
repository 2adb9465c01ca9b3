// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// Sets what an account may have.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func setQuota(_ quota: AccountQuota, of name: AccountName) throws {
    try database[.updateQuota].run(
      try existingNumber(of: name), NullableValue(quota.byteCount), NullableValue(quota.photoCount),
      NullableValue(quota.uploadCount))
  }

  /// Makes sure that an account has room for a photo.
  ///
  /// - Parameter standard: The quota of an account for which none was set.
  /// - Throws: As ``WoofModel/AccountQuota/admit(byteCount:to:)``; ``SQLiteError``.
  func requireRoom(for byteCount: Int64, of account: AccountID, _ standard: AccountQuota) throws {
    let found = try database[.quotaAndUse].first(account) { (columns) throws(SQLiteError) in
      (
        quota: AccountQuota(byteCount: try columns.next(), photoCount: try columns.next()),
        use: AccountUse(byteCount: try columns.next(), photoCount: try columns.next())
      )
    }
    guard let found else { return }
    try found.quota.resolved(by: standard).admit(byteCount: byteCount, to: found.use)
  }
}

extension SQL {
  fileprivate static let updateQuota = SQL(
    "UPDATE account SET byte_limit = ?2, photo_limit = ?3, upload_limit = ?4 WHERE number = ?1")
  fileprivate static let quotaAndUse = SQL(
    """
    SELECT byte_limit, photo_limit, ifnull(byte_count + deleted_byte_count, 0),
      ifnull(photo_count + deleted_photo_count, 0)
    FROM account LEFT JOIN account_tally ON account_tally.account = number WHERE number = ?1
    """)
}
