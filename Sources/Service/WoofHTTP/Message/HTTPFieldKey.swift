// SPDX-License-Identifier: Apache-2.0

/// The part of a field name that a look-up compares first: the length and three of the bytes, case left out.
struct HTTPFieldKey: Hashable, Sendable {
  private let bits: UInt32

  /// The key of a name of at least one byte.
  init(_ name: [UInt8]) { self.init(count: name.count) { name[$0] } }

  /// The key of a name of `count` bytes, at least one, read through `byte`.
  @inline(__always)
  init(count: Int, byte: (Int) -> UInt8) {
    let first = UInt32(byte(0) | 0x20)
    let middle = UInt32(byte(count / 2) | 0x20)
    let last = UInt32(byte(count - 1) | 0x20)
    bits = UInt32(truncatingIfNeeded: count) << 24 | first << 16 | middle << 8 | last
  }

  /// One of 64 bits; a list of fields whose ``HTTPFieldKeySet`` has not got it has no field of the name.
  fileprivate var setBit: UInt64 { 1 << UInt64((bits &* 0x9E37_79B1) >> 26) }
}

/// Tells in one step that none of a few names is in a list of fields. It may err the other way.
struct HTTPFieldKeySet: Sendable {
  private var bits: UInt64 = 0

  /// Makes the empty set.
  init() {}

  /// Makes the set of some names.
  init(_ names: [HTTPFieldName]) {
    for name in names { insert(name.key) }
  }

  /// Adds a key.
  mutating func insert(_ key: HTTPFieldKey) { bits |= key.setBit }

  /// Adds what another set has.
  mutating func formUnion(_ other: HTTPFieldKeySet) { bits |= other.bits }

  /// Returns `true` if the key may have been added; `false` is certain.
  func mayContain(_ key: HTTPFieldKey) -> Bool { bits & key.setBit != 0 }

  /// Returns `true` if the two sets may have a key in common; `false` is certain.
  func mayIntersect(_ other: HTTPFieldKeySet) -> Bool { bits & other.bits != 0 }
}
