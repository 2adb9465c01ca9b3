// SPDX-License-Identifier: Apache-2.0

/// ``WoofCore/PhotoAccess`` in SQL: conditions on rows of `photo` that say who finds and who reads a photo.
///
/// They are written as the indexes have them, so that there is an index for each. An account is given as a parameter, such as
/// `$1`.
enum PhotoAccessSQL {
  /// Photos that everybody finds.
  static let listed = "visibility = 0 AND NOT is_deleted"

  /// Photos that an account finds, and others do not.
  static func hidden(of account: String) -> String { "\(owned(by: account)) AND visibility <> 0" }

  /// Photos of an account, as it finds them itself.
  static func owned(by account: String) -> String { "owner = \(account) AND NOT is_deleted" }

  /// Photos of an account that others find.
  static func listed(of account: String) -> String { "owner = \(account) AND \(listed)" }

  /// All photos that an account finds.
  static func found(by account: String) -> String { "NOT is_deleted AND (visibility = 0 OR owner = \(account))" }

  /// Photos that an account may read where it knows of them.
  static func readable(by account: String) -> String { "NOT is_deleted AND (visibility <> 2 OR owner = \(account))" }
}
