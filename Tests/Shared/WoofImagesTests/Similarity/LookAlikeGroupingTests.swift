// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit

struct LookAlikeGroupingTests {
  private func index(of hashes: [UInt64], threshold: Int = 8_192) -> PerceptualHashIndex<Int> {
    var index = PerceptualHashIndex<Int>(tableThreshold: threshold)
    for (identifier, hash) in hashes.enumerated() { index.insert(PerceptualHash(rawValue: hash), for: identifier) }
    return index
  }

  /// The groups of pictures that are numbered from 0 on, which are better the smaller their numbers are.
  private func groups(of hashes: [UInt64], within distance: Int, atOnce count: Int = 7) -> [[Int]] {
    var grouping = LookAlikeGrouping(
      bestFirst: Array(hashes.indices), in: index(of: hashes), within: distance)
    while !grouping.isDone { grouping.advance(by: count) }
    return grouping.groups
  }

  /// Hashes of which many are near each other.
  private static func hashes(_ count: Int, seed: UInt64) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count / 10).flatMap { _ in
      let centre = UInt64.random(in: 0...UInt64.max, using: &generator)
      return (0..<10).map { bits in
        (0..<bits).reduce(centre) { hash, _ in hash ^ 1 << UInt64.random(in: 0..<64, using: &generator) }
      }
    }.shuffled(using: &generator)
  }

  @Test func `pictures that look alike are a group, with the best and then the nearest first`() {
    #expect(groups(of: [~0, 0b0, 0b1_1111, 0b1, ~0b11], within: 8) == [[0, 4], [1, 3, 2]])
  }

  @Test func `a picture that looks like no other is in no group`() {
    #expect(groups(of: [0, 0xFFFF, 0xFFFF_FFFF], within: 8).isEmpty)
    #expect(groups(of: [0], within: 8).isEmpty)
    #expect(groups(of: [], within: 8).isEmpty)
  }

  /// The first is near the second, and that near the third, which is not near the first.
  @Test func `a chain of pictures does not make a group of those that do not look like its best`() {
    #expect(groups(of: [0, 0xFF, 0xFFFF], within: 8) == [[0, 1]])
    #expect(groups(of: [0xFF, 1, 0xFFFF], within: 8) == [[0, 1, 2]])
  }

  @Test(arguments: [1, 64, 10_000])
  func `each picture is in the group of the best that it looks like, by however many at once`(count: Int) {
    let hashes = Self.hashes(600, seed: 21)
    let groups = groups(of: hashes, within: 8, atOnce: count)
    #expect(groups == self.groups(of: hashes, within: 8))
    let grouped = groups.flatMap(\.self)
    #expect(Set(grouped).count == grouped.count && grouped.count > 100)
    let isNear = { (left: Int, right: Int) in (hashes[left] ^ hashes[right]).nonzeroBitCount <= 8 }
    for group in groups { #expect(group.dropFirst().allSatisfy { $0 > group[0] && isNear($0, group[0]) }) }
    let bests = groups.map { $0[0] }
    for picture in hashes.indices where !bests.contains(picture) {
      let home = groups.first { $0.contains(picture) }?[0]
      #expect(home == bests.first { $0 < picture && isNear($0, picture) })
    }
  }

  @Test(arguments: [0, 1, 3, 8, 11, 16, 30])
  func `those that have a look-alike are found as by a full comparison`(distance: Int) {
    let hashes = Self.hashes(800, seed: 5)
    var search = NeighbourSearch(among: index(of: hashes).pictures.map(\.hash), within: distance)
    while !search.isDone { search.advance() }
    let expected = hashes.indices.filter { place in
      hashes.indices.contains { $0 != place && (hashes[$0] ^ hashes[place]).nonzeroBitCount <= distance }
    }
    #expect(search.found == expected && (distance == 0 || !expected.isEmpty))
  }
}
