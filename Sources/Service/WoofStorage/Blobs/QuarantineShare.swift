// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The rule by which pictures of the quarantine give way to a new one. An account that has as many as it may have loses
/// its own oldest; if there are too many in all, the accounts that have most lose their oldest. A pure value.
struct QuarantineShare: Hashable, Sendable {
  /// A picture that was set aside.
  struct Held: Hashable, Sendable {
    let digest: Digest
    /// The account that sent it; `nil` where that is not known, as for what an earlier version set aside.
    let account: AccountID?
    /// Grows with every picture that is set aside.
    let number: Int64
    let byteCount: Int64
  }

  /// The maximum number of pictures that are kept of one account; 10 by default.
  var countPerAccount = 10
  /// The maximum number of pictures that are kept of all accounts together; 100 by default.
  var count = 100
  /// The maximum total size in bytes of the pictures that are kept; 1 GB by default.
  var byteCount: Int64 = 1_000_000_000

  /// The pictures that give way to a new one.
  ///
  /// - Returns: `nil` where there is no room for it whatever gives way.
  func givingWay(to new: Held, among held: [Held]) -> [Held]? {
    guard new.byteCount <= byteCount else { return nil }
    var rest = held.sorted { $0.number < $1.number }
    var gone: [Held] = []
    while rest.count(where: { $0.account == new.account }) >= countPerAccount,
      let index = rest.firstIndex(where: { $0.account == new.account })
    {
      gone.append(rest.remove(at: index))
    }
    while let index = firstBeyondShare(rest, new) { gone.append(rest.remove(at: index)) }
    return gone
  }

  /// The oldest picture of an account that has more than its share, where all together are too many.
  private func firstBeyondShare(_ held: [Held], _ new: Held) -> Int? {
    guard !held.isEmpty else { return nil }
    if held.count + 1 > count {
      let counts = Dictionary((held + [new]).map { ($0.account, 1) }, uniquingKeysWith: +)
      let level = FairShare.level(of: counts.values, within: count) ?? 0
      return held.firstIndex { counts[$0.account, default: 0] > level } ?? 0
    }
    let sizes = Dictionary((held + [new]).map { ($0.account, $0.byteCount) }, uniquingKeysWith: +)
    guard sizes.values.reduce(0, +) > byteCount else { return nil }
    let owners = Set(held.map(\.account))
    let most = owners.max { sizes[$0, default: 0] < sizes[$1, default: 0] }
    return held.firstIndex { $0.account == most }
  }
}
