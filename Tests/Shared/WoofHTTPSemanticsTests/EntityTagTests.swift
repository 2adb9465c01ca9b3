// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct EntityTagTests {
  @Test func `a tag is written in quotes`() {
    #expect(HTTPEntityTag("sha256-x")?.description == "\"sha256-x\"")
    #expect(HTTPEntityTag("7", isWeak: true)?.description == "W/\"7\"")
    #expect(HTTPEntityTag("")?.description == "\"\"")
    #expect(HTTPEntityTag("é")?.description == "\"é\"")
  }

  @Test(arguments: ["a\"b", " ", "a b", "a\u{7F}", "a\n", "\t"])
  func `text that cannot be quoted is refused as a tag`(text: String) {
    #expect(HTTPEntityTag(text) == nil)
  }

  @Test func `a list has its tags in order, and leaves out what follows an error`() {
    let tags = { (text: String) in HTTPEntityTag.tags(in: Array(text.utf8)[...]).map(\.description) }
    #expect(tags(" , \"a\",W/\"b\"\t, \"\"") == ["\"a\"", "W/\"b\"", "\"\""])
    #expect(tags("\"a\" \"b\"") == ["\"a\""])
    #expect(tags("\"a\", b, \"c\"") == ["\"a\""])
    #expect(tags("*").isEmpty && tags("").isEmpty)
  }

  @Test func `bytes that are no text name no tag`() {
    #expect(HTTPEntityTag.tags(in: Array("\"".utf8) + [0xFF] + Array("\", \"a\"".utf8)).map(\.opaqueTag) == ["a"])
  }
}
