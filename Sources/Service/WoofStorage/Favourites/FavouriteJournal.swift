// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// The form in which the favourites of one transaction stand in a row of the journal: for each entry six integers,
/// zigzag-coded in groups of seven bits, least significant first, the high bit telling that more follow. An unset
/// favourite has the time `Int64.min`.
enum FavouriteJournal {
  static func encode(_ entries: [FavouriteEntry]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 24)
    for entry in entries {
      append(entry.photo, to: &bytes)
      append(entry.account.rawValue, to: &bytes)
      append(entry.setAt?.milliseconds ?? .min, to: &bytes)
      append(Int64(entry.favouriteCount), to: &bytes)
      append(entry.version, to: &bytes)
      append(entry.sequence, to: &bytes)
    }
    return bytes
  }

  /// Reads what ``encode(_:)`` wrote; `nil` for anything else.
  static func decode(_ bytes: [UInt8]) -> [FavouriteEntry]? {
    var rest = bytes[...]
    var entries: [FavouriteEntry] = []
    while !rest.isEmpty {
      guard let photo = next(from: &rest), let account = next(from: &rest), let setAt = next(from: &rest),
        let count = next(from: &rest), let version = next(from: &rest), let sequence = next(from: &rest)
      else { return nil }
      entries.append(
        FavouriteEntry(
          photo: photo, account: AccountID(rawValue: account),
          setAt: setAt == .min ? nil : Timestamp(milliseconds: setAt), favouriteCount: Int(count), version: version,
          sequence: sequence))
    }
    return entries
  }

  private static func append(_ number: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func next(from bytes: inout ArraySlice<UInt8>) -> Int64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
    }
    return nil
  }
}

/// A favourite that was set or unset: what became of it and of its photo, in absolute terms, so that writing it down
/// twice changes nothing.
struct FavouriteEntry: Hashable {
  /// The number of the photo.
  var photo: Int64
  /// The account that likes the photo, or no longer does.
  var account: AccountID
  /// The time since which the account likes the photo; `nil` if it does not.
  var setAt: Timestamp?
  /// The photo's count after it.
  var favouriteCount: Int
  /// The photo's version after it.
  var version: Int64
  /// The position in the change log.
  var sequence: Int64
}

/// One account and one photo.
struct FavouriteKey: Hashable {
  /// The number of the photo.
  var photo: Int64
  /// The account that likes the photo.
  var account: AccountID

  /// Feeds both numbers to a hasher as one, which takes half the time: they are small, and nobody chooses them.
  func hash(into hasher: inout Hasher) { hasher.combine(photo &<< 32 ^ account.rawValue) }
}
