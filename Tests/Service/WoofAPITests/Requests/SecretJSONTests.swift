// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@testable import WoofAPI

@Suite struct SecretJSONTests {
  /// Members and their values, as far as texts and flags go; `nil` where the text is no object.
  private func read(_ json: String) -> [String: String]? {
    SecretJSON.members(of: WipedBytes(json))?.mapValues { value in
      switch value {
      case .text(let text): text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      case .flag(let flag): "<\(flag)>"
      case .other: "<other>"
      }
    }
  }

  @Test func `strings, flags and other values are told apart`() {
    #expect(read("{}") == [:])
    #expect(
      read(#" {"name" : "ada","admin":true , "b":false,"c":null,"d":-1.5E+3,"e":[1,"]",{"x":"}"}],"f":{}} "#)
        == [
          "name": "ada", "admin": "<true>", "b": "<false>", "c": "<other>", "d": "<other>", "e": "<other>",
          "f": "<other>",
        ])
  }

  @Test func `escapes are decoded`() {
    #expect(
      read(#"{"new":"a\"b\\c\/d\b\f\n\r\te\u00e4\uD83D\uDC15\u0000"}"#)
        == ["new": "a\"b\\c/d\u{8}\u{C}\n\r\teä🐕\0"])
    #expect(read(#"{"pässwort":"🐕"}"#) == ["pässwort": "🐕"])
  }

  @Test(arguments: [
    "", "[]", "{", "}", "null", #"{"a"}"#, #"{"a":}"#, #"{"a":"b"#, #"{"a":"b",}"#, #"{"a":"b"} x"#, #"{"a":"b"}{"#,
    #"{"a":"b" "c":"d"}"#, #"{a:"b"}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\uD83D"}"#, #"{"a":"\uD83Dx"}"#,
    #"{"a":"\uDC15"}"#, #"{"a":"\uD83D\uD83D"}"#, "{\"a\":\"b\nc\"}", #"{"a":"b","a":"c"}"#, #"{"a":[}"#, #"{"a":["}"#,
  ])
  func `text that is not an object gives no value`(json: String) {
    #expect(read(json) == nil)
  }

  @Test func `bytes that are not UTF-8 give no value`() {
    let bytes: [UInt8] = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    #expect(bytes.withUnsafeBytes { SecretJSON.members(of: WipedBytes(copying: $0)) } == nil)
  }
}
