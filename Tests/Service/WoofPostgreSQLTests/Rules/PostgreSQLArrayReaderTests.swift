// SPDX-License-Identifier: Apache-2.0

import Testing
@testable import TestKit
@testable import WoofPostgreSQL

struct PostgreSQLArrayReaderTests {
  private static func bytes(_ value: PostgreSQLValue) -> [UInt8] {
    var bytes: [UInt8] = []
    #expect(value.append(to: &bytes))
    return bytes
  }

  private static func integers(of bytes: [UInt8]) -> [Int64?]? {
    bytes.withUnsafeBytes { bytes in
      PostgreSQLArrayReader.elements(of: bytes, .integer) {
        $0.count == 8 ? Int64(bigEndian: $0.loadUnaligned(as: Int64.self)) : nil
      }
    }
  }

  @Test(arguments: [[], [1], [nil], [.min, nil, .max, 0]] as [[Int64?]])
  func `an array that was written is read again`(values: [Int64?]) {
    #expect(Self.integers(of: Self.bytes(.integers(values))) == values)
  }

  @Test func `an array that is cut anywhere, or has more behind it, is none`() {
    let bytes = Self.bytes(.integers([1, nil, 3]))
    for count in 0..<bytes.count { #expect(Self.integers(of: Array(bytes[..<count])) == nil) }
    #expect(Self.integers(of: bytes + [0]) == nil)
  }

  @Test func `an array of another type, or with elements of another length, is none`() {
    #expect(Self.integers(of: Self.bytes(.texts(["eight by", "tes each"]))) == nil)
    var bytes = Self.bytes(.texts(["four"]))
    bytes.replaceSubrange(8..<12, with: [0, 0, 0, 20])
    #expect(Self.integers(of: bytes) == nil)
  }

  @Test func `no bytes are too strange to be read`() {
    var generator = SeededGenerator(seed: 16)
    let sound = Self.bytes(.integers([7, 8, 9, nil]))
    for _ in 0..<20_000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = [0, 1, 0x7F, 0xFF].randomElement(using: &generator) ?? 0
      }
      if let values = Self.integers(of: bytes) { #expect(values.count <= bytes.count / 4) }
    }
  }
}
