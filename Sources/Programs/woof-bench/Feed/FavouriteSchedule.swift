// SPDX-License-Identifier: Apache-2.0

/// The order in which favourites change, so that every request changes something and the counts are known beforehand.
struct FavouriteSchedule: Sendable {
  /// One request.
  struct Change: Equatable {
    var photo: Int
    var account: Int
    var isSet: Bool
  }

  let photoCount: Int
  let accountCount: Int

  /// Returns the change with a number, from 0: the photos take turns, then the accounts, then setting and unsetting.
  func change(_ number: Int) -> Change {
    let pass = number / photoCount
    return Change(
      photo: number % photoCount, account: pass % accountCount, isSet: (pass / accountCount).isMultiple(of: 2))
  }

  /// Returns the number of favourites of a photo after a number of changes.
  func count(afterChanges changes: Int) -> Int {
    let rest = changes % (2 * accountCount)
    return rest <= accountCount ? rest : 2 * accountCount - rest
  }
}
