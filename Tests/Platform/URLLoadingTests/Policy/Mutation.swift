// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Changes texts at random, as a hostile server might.
enum Mutation {
  /// The text with one to four bytes, or runs of them, changed, doubled or left out.
  static func mutated(_ text: String, using generator: inout SeededGenerator) -> String {
    String(decoding: mutated(Array(text.utf8), using: &generator), as: UTF8.self)
  }

  /// The bytes with one to four of them, or runs of them, changed, doubled or left out.
  static func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, index + Int.random(in: 1...8, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[index] = Array("\"\\,;=: \t()?*-9".utf8).randomElement(using: &generator) ?? 0
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }
}
