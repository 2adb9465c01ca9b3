// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

struct HTMLTextTests {
  @Test(arguments: [
    ("a dog", "a dog"), ("<script>", "&lt;script&gt;"), ("\"x\" & 'y'", "&quot;x&quot; &amp; &#39;y&#39;"),
    ("كلب 🐕 ñ", "كلب 🐕 ñ"), ("&amp;", "&amp;amp;"), ("", ""),
  ])
  func `what means something in HTML is escaped, and nothing else`(text: String, escaped: String) {
    #expect(HTMLText.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("<p>{a}</p>", "<p>1</p>"), ("{a}{b}", "12"), ("{c}", ""), ("no parts", "no parts"), ("{a", "{a"),
    ("a} {b}", "a} 2"),
  ])
  func `each name in braces is replaced by its part`(frame: String, filled: String) {
    #expect(HTMLText.filling(frame, with: ["a": "1", "b": "2"]) == filled)
  }

  @Test func `braces in a part mean nothing`() {
    #expect(HTMLText.filling("{a} {b}", with: ["a": "{b}", "b": "}{"]) == "{b} }{")
  }
}
