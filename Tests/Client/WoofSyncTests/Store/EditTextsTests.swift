// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient

@testable import WoofSync

@Suite struct EditTextsTests {
  @Test func `each text says what it says, however many came before`() throws {
    let texts = EditTexts()
    for _ in 0..<2 {
      for number in 0..<2_000 {
        let change = PendingEdit.Change.metadata(
          MetadataEdit(caption: "caption \(number)", base: MetadataEdit.Base(Sample.photo(1, version: 1))))
        #expect(texts.change(try JSONText.encode(change)) == change)
      }
    }
  }

  @Test func `a text that says nothing says nothing the second time either`() {
    let texts = EditTexts()
    for _ in 0..<2 {
      #expect(texts.change("{}") == nil)
      #expect(texts.upload("[") == nil)
    }
  }
}
