// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import URLLoading

@Suite struct LineSplitterTests {
  /// The lines of pieces.
  private func lines(_ pieces: [[UInt8]]) -> [String] {
    var splitter = LineSplitter()
    var lines: [String] = []
    for piece in pieces {
      piece.withUnsafeBufferPointer { bytes in
        var position = 0
        while let line = splitter.next(in: bytes, from: &position) { lines.append(line) }
      }
    }
    if let last = splitter.last() { lines.append(last) }
    return lines
  }

  private static let text =
    "one\ntwo\r\nthree\rfour\u{0B}five\u{0C}six\u{85}seven\u{2028}eight\u{2029}nine\n\n\r\n"
    + "é \u{80} â € \u{2027}\u{202A} 🐕 a line that is longer than one block of sixteen bytes\nlast"

  private static let expected = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    "é \u{80} â € \u{2027}\u{202A} 🐕 a line that is longer than one block of sixteen bytes", "last",
  ]

  @Test func `every separator ends a line, and empty lines are skipped`() {
    #expect(lines([Array(Self.text.utf8)]) == Self.expected)
  }

  @Test func `the position of cuts in the text does not matter`() {
    let bytes = Array(Self.text.utf8)
    for cut in 0...bytes.count { #expect(lines([Array(bytes[..<cut]), Array(bytes[cut...])]) == Self.expected) }
    #expect(lines(bytes.map { [$0] }) == Self.expected)
  }

  @Test func `a line can have any length`() {
    let expected = (1...100).map { String(repeating: "x", count: $0) }
    for separator in ["\n", "\r", "\u{0B}", "\u{85}", "\u{2029}"] {
      #expect(lines([Array(expected.joined(separator: separator).utf8)]) == expected)
    }
  }

  @Test func `bytes that resemble separators do not end a line`() {
    let text = String(
      decoding: (0x00...0x7F as ClosedRange<UInt8>).filter { !(0x0A...0x0D).contains($0) }, as: UTF8.self)
    let others = "\u{7F}\u{84}\u{86}\u{0A05}\u{2020}\u{2027}\u{202A}\u{20A8}\u{1F4A8}"
    #expect(lines([Array((text + others).utf8)]) == [text + others])
  }

  @Test func `bytes that are not UTF-8 are repaired`() {
    #expect(lines([[0x61, 0xFF, 0x62, 0x0A, 0xE2, 0x80]]) == ["a\u{FFFD}b", "\u{FFFD}"])
  }

  @Test func `scalars are decoded byte by byte like those of strings`() {
    let samples: [[UInt8]] = [
      Array("aé€🐕".utf8), [0xC0, 0x80], [0xE2, 0x28, 0xA1], [0xF0, 0x90, 0x28], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF4, 0x90, 0x80, 0x80], [0xFF, 0x41, 0xC3],
    ]
    for sample in samples {
      var decoder = ScalarDecoder()
      var scalars: [UnicodeScalar] = []
      for byte in sample {
        decoder.add(byte)
        while let scalar = decoder.next() { scalars.append(scalar) }
      }
      while let scalar = decoder.last() { scalars.append(scalar) }
      #expect(scalars == Array(String(decoding: sample, as: UTF8.self).unicodeScalars))
    }
  }
}
