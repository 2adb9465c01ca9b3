// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofModel

/// The digests of accounts' favourites as of the position at which they were last computed, of accounts that were asked for
/// lately. May be used from any thread.
final class ViewCache: Sendable {
  private struct Entry {
    let sequence: Int64
    let digest: ViewDigest
  }

  private static let capacity = 1000

  private let entries = Mutex(RecentlyUsed<AccountID, Entry>(capacity: ViewCache.capacity))

  /// The digest of an account's favourites as of a position; `nil` where it is not known.
  func favourites(of account: AccountID, at sequence: Int64) -> ViewDigest? {
    entries.withLock { entries in entries[account].flatMap { $0.sequence == sequence ? $0.digest : nil } }
  }

  /// Keeps the digest of an account's favourites as of a position.
  func keep(_ digest: ViewDigest, of account: AccountID, at sequence: Int64) {
    entries.withLock { $0.insert(Entry(sequence: sequence, digest: digest), for: account) }
  }
}
