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
}
