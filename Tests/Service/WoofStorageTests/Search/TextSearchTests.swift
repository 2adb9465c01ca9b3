// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// The words by which photos are found, and the order in which they come.
@Suite(.timeLimit(.minutes(2))) struct TextSearchTests {
  @Test func `whatever bytes are looked for, a search finds or is refused as invalid`() async throws {
    try await withStorage { storage in
      let (stores, ada) = (storage.stores, try await storage.stores.account("ada"))
      try await stores.add(1, by: ada, caption: "Rex AND \"Bella\" 🐶 كلب")
      var random = SeededGenerator(seed: 15)
      let pieces = [
        "\"", "*", "(", ")", "{", "}", ":", "^", "-", "+", "NEAR", "AND", "OR", "NOT", " ", "\u{0}", "rex", "b", "é",
        "🐶", "كلب", "\u{301}", "\u{FEFF}", "\u{10FFFF}", "犬", "\n", "_", ".", ",", "/", "\\", "'", "%", "9",
      ]
      for round in 0..<2000 {
        let length = random.below(40)
        let text =
          round % 2 == 0
          ? (0..<length).map { _ in pieces[random.below(pieces.count)] }.joined()
          : String(decoding: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, as: UTF8.self)
        do {
          let found = try await stores.found(text, by: round % 3 == 0 ? ada : nil)
          #expect(found == [] || found == [1], "\(text)")
        } catch let error as WoofError {
          #expect(error.code == .invalidParameter, "\(text)")
        }
      }
    }
  }
}

@Suite struct SearchTextTests {
  @Test(arguments: ["", " ", "\n\t ", String(repeating: "a", count: 201)])
  func `a text that is empty or too long is refused`(text: String) {
    let error = #expect(throws: WoofError.self) { try SearchText(text) }
    #expect(error?.code == .invalidParameter)
    #expect(error?.details["parameter"] == "q")
  }

  @Test func `spaces at both ends do not count`() throws {
    let text = try SearchText("  \(String(repeating: "a", count: 200))\n")
    #expect(text.beginning?.count == 200)
  }

  @Test func `words are told apart by what is no letter and no digit, and each is looked for once`() throws {
    let text = try SearchText("a dog \u{0} dog - a\u{A0}b wi-fi \"Rex\"_1")
    #expect(text.words == ["a", "dog", "b", "wi", "fi", "Rex"])
    #expect(text.beginning == "1")
  }

  @Test func `a date is one word`() throws {
    let text = try SearchText("2024-06-03 1-2-3-4 img-2024 2024/06")
    #expect(text.words == ["2024-06-03", "1", "2", "3", "4", "img", "2024"])
    #expect(text.beginning == "2024-06")
  }
}
