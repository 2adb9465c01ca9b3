// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofPostgresStorage

struct FoldedWordsTests {
  @Test(arguments: [
    ("Käthe läuft über die Straße", ["kathe", "lauft", "uber", "die", "straße"]),
    ("Ka\u{308}the ÉCOLE Ǖber tiếng VIỆT", ["kathe", "ecole", "uber", "tieng", "viet"]),
    ("img_1234.JPG, wi-fi/2024-06", ["img", "1234", "jpg", "wi", "fi", "2024", "06"]),
    ("Щенок ΣΚΎΛΟΣ كلب 犬", ["щенок", "σκύλοσ", "كلب", "犬"]), ("🐶 ... \u{0} '", []), ("İ ø Ł", ["i", "ø", "ł"]),
  ])
  func `words are told apart and folded`(_ text: String, _ words: [String]) {
    #expect(FoldedWords.words(in: text) == words)
  }

  @Test func `a word that is too long counts as its beginning`() {
    #expect(FoldedWords.words(in: String(repeating: "É", count: 1000)).map(\.count) == [255])
  }

  @Test func `a vector has the places of words, with a gap before each text`() {
    #expect(WordVector(["a Dog a", "", "Cat"]).text == "'a':2,4 'cat':6 'dog':3")
    #expect(WordVector([]).text == "")
  }

  @Test func `a vector ends before it is longer than the database allows`() {
    let many = WordVector([(0..<100_000).map { "word\($0)" }.joined(separator: " ")])
    #expect(many.text.utf8.count < 500_000)
    let repeated = WordVector([String(repeating: "dog ", count: 100_000)]).text
    #expect(repeated.split(separator: ",").count == 255)
  }
}
