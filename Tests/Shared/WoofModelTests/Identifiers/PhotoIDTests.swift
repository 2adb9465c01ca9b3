// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@Suite struct PhotoIDTests {
  private let id = PhotoID(high: 0x0193_A7B2_C4D5_7E6F, low: 0x8123_4567_89AB_CDEF)
  private let text = "0193a7b2-c4d5-7e6f-8123-456789abcdef"

  @Test func `an id writes the canonical text in lower case`() {
    #expect(id.description == text)
    var bytes = Array("id=".utf8)
    id.write(to: &bytes)
    #expect(bytes == Array("id=\(text)".utf8))
  }

  @Test func `the text of an id reads back as the same id`() {
    #expect(PhotoID(text) == id)
    #expect(PhotoID(utf8: Array(text.utf8)) == id)
    #expect(PhotoID(utf8: text.utf8.lazy.map(\.self)) == id)
  }

  @Test func `the smallest and the greatest id read back`() {
    for id in [PhotoID(high: 0, low: 0), PhotoID(high: .max, low: .max)] { #expect(PhotoID(id.description) == id) }
  }

  @Test func `a text with any character replaced by another than a digit is refused`() {
    for position in text.indices {
      for wrong in ["g", "G", "A", "-", "0", " ", "\0", "/", ":", "`", "é"] {
        let isMark = text[position] == "-"
        guard String(text[position]) != wrong, isMark || wrong != "0" else { continue }
        let changed = text.replacingCharacters(at: position, with: wrong)
        #expect(PhotoID(changed) == nil, "\(changed)")
      }
    }
  }

  @Test(arguments: ["", "0193a7b2", "0193a7b2c4d57e6f8123456789abcdef", "{0193a7b2-c4d5-7e6f-8123-456789abcdef}"])
  func `a text of another length is refused`(text: String) {
    #expect(PhotoID(text) == nil)
  }

  @Test func `a text one character longer or shorter is refused`() {
    #expect(PhotoID(text + "0") == nil)
    #expect(PhotoID(String(text.dropLast())) == nil)
  }

  @Test func `ids are ordered like their texts`() {
    let words: [UInt64] = [0, 1, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max]
    let ids = words.flatMap { high in words.map { PhotoID(high: high, low: $0) } }
    #expect(ids.shuffled().sorted().map(\.description) == ids.map(\.description).sorted())
  }

  @Test func `JSON holds the text, and a malformed one is refused`() throws {
    #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([PhotoID].self, from: Data("[\"\(text)\"]".utf8)) == [id])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PhotoID].self, from: Data("[\"\(text.uppercased())\"]".utf8))
    }
  }
}

extension String {
  fileprivate func replacingCharacters(at index: Index, with text: String) -> String {
    self[..<index] + text + self[self.index(after: index)...]
  }
}
