// SPDX-License-Identifier: Apache-2.0

/// A set of numbers of photos, with a bit for each number up to the greatest.
struct PhotoSet: Equatable {
  /// The number of photos in the set.
  private(set) var count = 0
  private var words: [UInt64]

  /// Makes an empty set.
  ///
  /// - Parameter greatest: The greatest number that a photo has; greater ones are never in the set, as a damaged index might
  ///   name any.
  init(upTo greatest: Int64) { words = Array(repeating: 0, count: Int(clamping: (max(greatest, 0) >> 6) + 1)) }

  /// The room that the set takes.
  var byteCount: Int { words.count * MemoryLayout<UInt64>.size }

  /// `true` if so few of all photos are in the set that looking each of them up takes less time than going through all.
  var isSparse: Bool { count < max(Self.fewPhotos, words.count * UInt64.bitWidth / Self.sparseShare) }

  private static let fewPhotos = 1000
  private static let sparseShare = 16

  /// Returns `true` if the set has a number.
  func contains(_ number: Int64) -> Bool {
    let word = Int(truncatingIfNeeded: number >> 6)
    return words.indices.contains(word) && words[word] & Self.bit(number) != 0
  }

  /// Adds a number.
  mutating func insert(_ number: Int64) {
    let word = Int(truncatingIfNeeded: number >> 6)
    guard words.indices.contains(word), words[word] & Self.bit(number) == 0 else { return }
    words[word] |= Self.bit(number)
    count += 1
  }

  /// Takes a number out.
  mutating func remove(_ number: Int64) {
    guard contains(number) else { return }
    words[Int(truncatingIfNeeded: number >> 6)] &= ~Self.bit(number)
    count -= 1
  }

  /// Takes out what another set has.
  mutating func subtract(_ other: PhotoSet) {
    for index in words.indices.prefix(other.words.count) { words[index] &= ~other.words[index] }
    count = words.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// Hands over all numbers, the smallest first.
  func forEach<Failure: Error>(_ body: (Int64) throws(Failure) -> Void) throws(Failure) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        try body(Int64(index) << 6 + Int64(rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  private static func bit(_ number: Int64) -> UInt64 { 1 << UInt64(truncatingIfNeeded: number & 63) }
}
