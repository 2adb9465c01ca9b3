// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct ContentRangeTests {
  private func read(_ text: String) -> HTTPContentRange? { HTTPContentRange(parsing: Array(text.utf8)[...]) }

  @Test func `a content range is read`() {
    #expect(read("bytes 5-9/20") == HTTPContentRange(5..<10, of: 20))
    #expect(read("Bytes 0-0/*") == HTTPContentRange(0..<1, of: nil))
  }

  @Test(arguments: ["bytes 5-9/20", "bytes 0-0/*"])
  func `a content range is written as it was read`(text: String) {
    #expect(read(text)?.description == text)
  }

  @Test(arguments: [
    "", "bytes */20", "bytes 9-5/20", "bytes 5-20/20", "bytes -5/20", "items 0-1/2", "bytes 1-2", "bytes +1-2/3",
    "bytes 0-1/2 ", "bytes 0-9223372036854775807/*", "bytes 0-99999999999999999999/*",
  ])
  func `a malformed content range is ignored`(field: String) {
    #expect(read(field) == nil)
  }
}
