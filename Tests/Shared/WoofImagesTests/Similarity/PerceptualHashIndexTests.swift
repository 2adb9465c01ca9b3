// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit

struct PerceptualHashIndexTests {
  /// Hashes of which many are near each other: some at random, and around each of them others.
  private static func hashes(_ count: Int, seed: UInt64) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    var hashes: [UInt64] = []
    while hashes.count < count {
      let centre = UInt64.random(in: 0...UInt64.max, using: &generator)
      for bits in 0..<20 {
        hashes.append((0..<bits).reduce(centre) { hash, _ in hash ^ 1 << UInt64.random(in: 0..<64, using: &generator) })
      }
    }
    return hashes
  }

  /// - Parameter threshold: From how many hashes on there are tables.
  private func index(of hashes: [UInt64], threshold: Int) -> PerceptualHashIndex<Int> {
    var index = PerceptualHashIndex<Int>(tableThreshold: threshold)
    for (identifier, hash) in hashes.enumerated() { index.insert(PerceptualHash(rawValue: hash), for: identifier) }
    return index
  }

  @Test(arguments: [0, 1, 2, 3, 4, 7, 8, 10, 11, 12, 14, 15, 16, 24, 64], [0, 1_500, 8_192])
  func `all hashes within the distance are found once, as by a full comparison`(distance: Int, threshold: Int) {
    let hashes = Self.hashes(2_000, seed: 7)
    let index = index(of: hashes, threshold: threshold)
    for asked in hashes.prefix(60) + [0, .max, 0x0123_4567_89AB_CDEF] {
      let found = index.neighbours(of: PerceptualHash(rawValue: asked), within: distance)
      let expected = hashes.indices.filter { (hashes[$0] ^ asked).nonzeroBitCount <= distance }
      #expect(found.map(\.identifier).sorted() == expected)
      #expect(found.map(\.distance) == found.map(\.distance).sorted())
      #expect(found.allSatisfy { $0.distance == ($0.hash.rawValue ^ asked).nonzeroBitCount })
    }
  }

  @Test(arguments: [0, 499, 8_192])
  func `removed or replaced hashes are not found any more`(threshold: Int) {
    let hashes = Self.hashes(500, seed: 3)
    var index = index(of: hashes, threshold: threshold)
    var left = Dictionary(uniqueKeysWithValues: hashes.enumerated().map { ($0, $1) })
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<600 {
      let identifier = Int.random(in: 0..<hashes.count, using: &generator)
      let hash = hashes[Int.random(in: 0..<hashes.count, using: &generator)] ^ 1
      if Bool.random(using: &generator) {
        index.remove(identifier)
        left[identifier] = nil
      } else {
        index.insert(PerceptualHash(rawValue: hash), for: identifier)
        left[identifier] = hash
      }
    }
    #expect(index.count == left.count)
    for asked in hashes.prefix(100) {
      let found = index.neighbours(of: PerceptualHash(rawValue: asked), within: 10)
      #expect(Set(found.map(\.identifier)) == Set(left.filter { ($0.value ^ asked).nonzeroBitCount <= 10 }.keys))
    }
  }

  @Test func `an empty index and a negative distance find nothing`() {
    #expect(PerceptualHashIndex<Int>().neighbours(of: PerceptualHash(rawValue: 0), within: 64).isEmpty)
    #expect(index(of: [0], threshold: 0).neighbours(of: PerceptualHash(rawValue: 0), within: -1).isEmpty)
  }
}
