// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Limits how often guests of share links do something, by the part of the network that they come from.
///
/// A pure value: all times are given.
struct GuestThrottle: Sendable {
  /// Something that a guest does.
  enum Deed: Hashable, Sendable, CaseIterable {
    /// Gives a name.
    case naming
    /// Sets or takes back a like.
    case liking
    /// Begins to add a photo.
    case adding

    /// The number that is free, and the milliseconds after which one more is.
    var rule: (allowance: Int, interval: Int64) {
      switch self {
      case .naming: (20, 60_000)
      case .liking: (300, 1_000)
      case .adding: (300, 2_000)
      }
    }
  }

  private struct Key: Hashable {
    let deed: Deed
    let network: ClientNetwork
  }

  private static let capacity = 65_536

  private var counts = RecentlyUsed<Key, LeakyCount>(capacity: capacity)

  /// Lets somebody do something, and counts it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests`.
  mutating func admit(_ deed: Deed, from network: ClientNetwork, at time: Timestamp) throws(WoofError) {
    let (allowance, interval) = deed.rule
    let (key, now) = (Key(deed: deed, network: network), time.milliseconds)
    var count = counts[key] ?? LeakyCount()
    guard count.level(at: now, forgettingEvery: interval) < allowance else {
      throw WoofError(
        .tooManyRequests, "Too much of this comes from here at once; try again later.",
        retryAfter: Int(max(1, interval / 1_000)))
    }
    count.add(at: now, forgettingEvery: interval, upTo: allowance)
    counts.insert(count, for: key)
  }
}
