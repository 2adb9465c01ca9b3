// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCommandLine

@Suite struct `Secret line` {
  private func typed(_ keys: String) -> (state: SecretLine.State, text: String) {
    var line = SecretLine()
    var state = SecretLine.State.open
    for byte in keys.utf8 where state == .open { state = line.consume(byte) }
    return (state, String(decoding: line.bytes, as: UTF8.self))
  }

  @Test(arguments: ["\n", "\r"])
  func `enter ends the line`(enter: String) {
    #expect(typed("wüff 1" + enter + "x") == (.complete, "wüff 1"))
  }

  @Test(arguments: ["\u{7F}", "\u{8}"])
  func `backspace takes a whole letter`(backspace: String) {
    #expect(typed("aü" + backspace + "🐶" + backspace + "b") == (.open, "ab"))
    #expect(typed(backspace + backspace + "a") == (.open, "a"))
  }

  @Test func `control U deletes the line`() {
    #expect(typed("abc\u{15}d\n") == (.complete, "d"))
  }

  @Test(arguments: ["\u{3}", "\u{1C}"])
  func `control C and control backslash interrupt`(key: String) {
    #expect(typed("abc" + key + "d").state == .interrupted)
  }

  @Test func `control D ends the input only where the line is empty`() {
    #expect(typed("\u{4}").state == .ended)
    #expect(typed("a\u{4}b\n") == (.complete, "ab"))
  }

  @Test func `a line of absurd length is refused`() {
    #expect(typed(String(repeating: "x", count: 1024) + "\n").state == .complete)
    #expect(typed(String(repeating: "x", count: 1025)).state == .tooLong)
  }
}
