// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofCommandLine

@Suite struct `Text for a terminal` {
  @Test(arguments: [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
    "\u{200E}",
    "\u{200F}", "\u{61C}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{FFF9}", "\u{E0001}", "\u{0}", "\u{1B}",
    "\u{7F}",
    "\u{9B}", "\u{85}", "\u{2028}", "\u{2029}", "\t", "\r\n",
  ])
  func `characters that control a terminal, reverse the direction or are invisible are replaced`(text: String) {
    let shown = "a\(text)gpj.exe".printable
    #expect(shown == "a\(String(repeating: "\u{FFFD}", count: text.unicodeScalars.count))gpj.exe")
  }

  @Test(arguments: [
    "Rex at the lake", "ä é 犬 ﾜ", "👩‍💻 👨‍👩‍👧 🏳️‍🌈 ❤️‍🔥 👍🏽", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "می‌خواهم",
    "क्‍ष", "שלום",
    "e\u{301}", "\u{FFFD}",
  ])
  func `ordinary text is kept`(text: String) { #expect(text.printable == text) }

  @Test func `a joiner is kept only between characters that it joins`() {
    #expect("a\u{200D}b".printable == "a\u{FFFD}b")
    #expect("\u{200D}犬".printable == "\u{FFFD}犬")
    #expect("犬\u{200D}\u{200D}犬".printable == "犬\u{FFFD}\u{FFFD}犬")
    #expect("a\u{E0041}".printable == "a\u{FFFD}")
  }

  @Test func `JSON escapes the same characters, and keeps its meaning`() throws {
    let text = "a\u{202E}gpj\u{9B}\u{E0001} 👩‍💻"
    let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
    let shown = json.printableJSON
    #expect(shown == #"["a\u202egpj\u009b\udb40\udc01 👩‍💻"]"#)
    #expect(try JSONDecoder().decode([String].self, from: Data(shown.utf8)) == [text])
  }
}
