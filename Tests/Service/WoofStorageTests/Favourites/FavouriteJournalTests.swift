// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import TestKit
@testable import WoofStorage

@Suite struct FavouriteJournalTests {
  private static let entries = [
    FavouriteEntry(
      photo: 1, account: AccountID(rawValue: 2), setAt: Timestamp(milliseconds: 1_780_000_000_000), favouriteCount: 1,
      version: 2, sequence: 3),
    FavouriteEntry(
      photo: .max, account: AccountID(rawValue: .max), setAt: nil, favouriteCount: 0, version: .max, sequence: .max),
    FavouriteEntry(
      photo: 64, account: AccountID(rawValue: 63), setAt: Timestamp(milliseconds: -1), favouriteCount: 127,
      version: 128, sequence: -129),
  ]

  @Test func `entries read back as written`() {
    #expect(FavouriteJournal.decode(FavouriteJournal.encode(Self.entries)) == Self.entries)
    #expect(FavouriteJournal.decode([]) == [])
  }

  @Test func `a row is refused if it is truncated within an entry`() {
    let bytes = FavouriteJournal.encode(Self.entries)
    let ends = (0...3).map { FavouriteJournal.encode(Array(Self.entries.prefix($0))).count }
    for count in 0...bytes.count {
      let read = FavouriteJournal.decode(Array(bytes.prefix(count)))
      #expect((read != nil) == ends.contains(count))
    }
  }

  @Test func `a number without an end is refused`() {
    #expect(FavouriteJournal.decode([UInt8](repeating: 0x80, count: 100)) == nil)
  }

  @Test func `any bytes are read or refused, and never trap`() {
    var numbers = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<80, using: &numbers)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      guard let entries = FavouriteJournal.decode(bytes) else { continue }
      #expect(FavouriteJournal.decode(FavouriteJournal.encode(entries)) == entries)
    }
  }

  @Test func `an ordinary entry takes less than twenty bytes`() {
    #expect(FavouriteJournal.encode([Self.entries[0]]).count < 20)
  }
}
