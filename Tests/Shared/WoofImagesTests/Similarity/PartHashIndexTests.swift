// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit

struct PartHashIndexTests {
  private static let windows = 0..<PartHashes.count

  private static func random(_ generator: inout SeededGenerator) -> PartHashes? {
    PartHashes(windows.map { _ in UInt64.random(in: 1...UInt64.max, using: &generator) })
  }

  /// Hashes with some of another picture's windows at other places, each changed in so many bits.
  private static func crop(
    of parts: PartHashes, windows: [(from: Int, to: Int)], bits: Int, isMirrored: Bool,
    _ generator: inout SeededGenerator
  ) -> PartHashes? {
    var values = random(&generator)?.values ?? []
    for (from, to) in windows {
      let hash = isMirrored ? PartHashes.mirrored(parts.values[from]) : parts.values[from]
      values[to] = (0..<bits).reduce(hash) { hash, bit in hash ^ 1 << UInt64(bit * 9 + to % 3) }
    }
    return PartHashes(values)
  }

  private func index(of all: [PartHashes], threshold: Int) -> PartHashIndex<Int> {
    var index = PartHashIndex<Int>(tableThreshold: threshold)
    for (identifier, parts) in all.enumerated() { index.insert(parts, for: identifier) }
    return index
  }

  @Test(arguments: [0, 900, 1 << 18], [false, true])
  func `a crop is found by its original, and the original by it`(threshold: Int, isMirrored: Bool) throws {
    var generator = SeededGenerator(seed: 11)
    let all = (0..<200).compactMap { _ in Self.random(&generator) }
    let index = index(of: all, threshold: threshold)
    for number in 0..<20 {
      // The largest window of the crop shows what a smaller one of the original does, and the other way round.
      for windows in [[(18, 0), (19, 2)], [(3, 18), (8, 19)], [(1, 1), (6, 6)]] {
        let crop = try #require(
          Self.crop(of: all[number], windows: windows, bits: 7, isMirrored: isMirrored, &generator))
        let isAsked = windows.contains { PartHashes.indexed.contains($0.0) && PartHashes.asked.contains($0.1) }
        #expect(index.candidates(like: crop, limit: 10).contains(number) == isAsked)
        #expect(all[number].distance(to: crop) == 7 && crop.distance(to: all[number]) == 7)
      }
    }
    #expect(index.candidates(like: try #require(Self.random(&generator)), limit: 10).isEmpty)
  }

  @Test func `the tables find the same as comparing with every entry`() throws {
    var generator = SeededGenerator(seed: 12)
    var all = (0..<300).compactMap { _ in Self.random(&generator) }
    for bits in 0...12 {
      all += (0..<10).compactMap { number in
        Self.crop(of: all[number], windows: [(0, 18), (20, 1)], bits: bits, isMirrored: false, &generator)
      }
    }
    let (tables, rows) = (index(of: all, threshold: 0), index(of: all, threshold: .max))
    for parts in all.prefix(40) {
      #expect(tables.candidates(like: parts, limit: 500) == rows.candidates(like: parts, limit: 500))
      #expect(rows.candidates(like: parts, limit: 500).count >= 1)
    }
  }

  @Test(arguments: [0, 1 << 18])
  func `removed or replaced hashes are not found any more`(threshold: Int) {
    var generator = SeededGenerator(seed: 13)
    let all = (0..<60).compactMap { _ in Self.random(&generator) }
    var index = index(of: all, threshold: threshold)
    for number in stride(from: 0, to: 60, by: 2) { index.remove(number) }
    index.remove(1000)
    index.insert(all[0], for: 1)
    #expect(index.count == 30)
    for (number, parts) in all.enumerated() {
      let expected = number == 0 ? [1] : number % 2 == 0 || number == 1 ? [] : [number]
      #expect(index.candidates(like: parts, limit: 9) == expected)
    }
  }

  @Test func `the most alike come first, up to a limit`() throws {
    var generator = SeededGenerator(seed: 14)
    let first = try #require(Self.random(&generator))
    let others = [5, 1, 3].compactMap { bits in
      Self.crop(of: first, windows: [(0, 0), (4, 4)], bits: bits, isMirrored: false, &generator)
    }
    #expect(index(of: others, threshold: 0).candidates(like: first, limit: 2) == [1, 2])
  }

  @Test func `plain windows match none`() throws {
    let empty = try #require(PartHashes(Self.windows.map { _ in 0 }))
    let index = index(of: [empty, empty], threshold: 0)
    #expect(index.candidates(like: empty, limit: 9).isEmpty && empty.distance(to: empty) == nil)
    #expect(PartHashes([]) == nil)
  }

  @Test func `one pair of windows alone does not make pictures alike`() throws {
    var generator = SeededGenerator(seed: 15)
    let first = try #require(Self.random(&generator))
    func other(_ windows: [(Int, Int)]) -> PartHashes? {
      Self.crop(of: first, windows: windows, bits: 0, isMirrored: false, &generator)
    }
    #expect(first.distance(to: try #require(other([(0, 18)]))) == nil)
    #expect(first.distance(to: try #require(other([(0, 18), (0, 20)]))) == nil)
    #expect(first.distance(to: try #require(other([(0, 18), (9, 20)]))) == 0)
  }
}
