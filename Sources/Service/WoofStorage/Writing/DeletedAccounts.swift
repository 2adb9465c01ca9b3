// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

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
