// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct CaptionTests {
  @Test(arguments: [
    "", "Rex at the lake", "Größe: 5 m²", "🐕‍🦺 good boy", "a\u{A0}b", "right \u{200F}to left", "\u{2028}",
  ])
  func `plain text is accepted unchanged`(text: String) throws {
    #expect(try Caption.checked(text) == text)
  }

  @Test func `2,000 characters are accepted, one more is not`() throws {
    #expect(try Caption.checked(String(repeating: "é", count: 2000)).count == 2000)
    #expect(throws: WoofError.self) { try Caption.checked(String(repeating: "é", count: 2001)) }
  }

  @Test func `few characters of many bytes are refused, too`() {
    let tower = "a" + String(repeating: "\u{301}", count: 9000)
    #expect(tower.count == 1)
    #expect(throws: WoofError.self) { try Caption.checked(tower) }
  }

  @Test func `every control character is refused, wherever it stands`() {
    let controls = (0...0x1F).map { UInt32($0) } + (0x7F...0x9F)
    for control in controls.compactMap({ Unicode.Scalar($0) }) {
      for text in ["\(control)", "\(control)dog", "dog\(control)", "d\(control)og"] {
        #expect(throws: WoofError.self) { try Caption.checked(text) }
      }
    }
  }

  @Test func `the refusal names the parameter`() {
    let error = #expect(throws: WoofError.self) { try Caption.checked("a\nb") }
    #expect(error?.code == .invalidParameter)
    #expect(error?.details["parameter"] == "caption")
  }
}
