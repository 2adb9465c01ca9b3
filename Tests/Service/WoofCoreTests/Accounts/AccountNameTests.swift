// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore

@Suite struct AccountNameTests {
  @Test(arguments: ["a", "0", "ada", "ada.lovelace", "a_b-c.d", "9lives", String(repeating: "a", count: 64)])
  func `a name in lower case is accepted`(text: String) {
    #expect(AccountName(text)?.text == text)
  }

  @Test(arguments: [
    "", "Ada", "ada lovelace", ".ada", "_ada", "-ada", "ada:", "ada/", "ädä", "ada\0", "ada\n",
    String(repeating: "a", count: 65), "аda",
  ])
  func `any other name is refused`(text: String) {
    #expect(AccountName(text) == nil)
  }
}
