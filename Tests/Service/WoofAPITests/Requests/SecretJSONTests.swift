// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofHTTP
import WoofModel

@testable import TestKit
@testable import WoofAPI

@Suite struct SecretJSONTests {
  /// Members and their values, as far as texts and flags go; `nil` where the text is no object.
  private func read(_ json: String) -> [String: String]? {
    SecretJSON.members(of: WipedBytes(json))?.mapValues { value in
      switch value {
      case .text(let text): Self.string(text)
      case .texts(let texts): "<\(texts.map(Self.string).joined(separator: "|"))>"
      case .flag(let flag): "<\(flag)>"
      case .null: "<null>"
      case .other: "<other>"
      }
    }
  }

  private static func string(_ text: WipedBytes) -> String {
    text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `strings, flags and other values are told apart`() {
    #expect(read("{}") == [:])
    #expect(
      read(#" {"name" : "ada","admin":true , "b":false,"c":null,"d":-1.5E+3,"e":[1,"]",{"x":"}"}],"f":{}} "#)
        == [
          "name": "ada", "admin": "<true>", "b": "<false>", "c": "<null>", "d": "<other>", "e": "<other>",
          "f": "<other>",
        ])
  }

  @Test func `an array of more texts than any member has is not kept`() {
    let texts = [String](repeating: #""x""#, count: 8)
    #expect(read(#"{"a":[\#(texts.joined(separator: ","))]}"#) == ["a": "<x|x|x|x|x|x|x|x>"])
    #expect(read(#"{"a":[\#((texts + texts).joined(separator: ","))],"b":["x"]}"#) == ["a": "<other>", "b": "<x>"])
  }

  @Test func `arrays of texts are read, and arrays of anything else are told apart`() {
    #expect(
      read(#"{"a":[],"b":[ "x" ],"c":["x" , "\u0079\"]","",","],"d":["x",null],"e":["x",["y"]],"f":[1],"g":["x",{}]}"#)
        == ["a": "<>", "b": "<x>", "c": "<x|y\"]||,>", "d": "<other>", "e": "<other>", "f": "<other>", "g": "<other>"])
  }

  @Test(arguments: ["Null", "NULL", "nul", "nulll", "null1"]) func `nothing but null is null`(word: String) {
    #expect(read(#"{"a":\#(word)}"#)?["a"] != "<null>")
    #expect(read(#"{"a":null,"b":[null]}"#) == ["a": "<null>", "b": "<other>"])
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
    #"{"a":["b"}"#, #"{"a":["b",}"#, #"{"a":["b","c"}"#, #"{"a":["b"#, #"{"a":["\x"]}"#, "{\"a\":[\"b\nc\"]}",
    #"{"a":["b"]"#,
    #"{"a":["b"] "c"}"#, #"{"a":nullnull"#, #"{"a":null,}"#, #"{"a":null"b":null}"#, #"{"a":null,"a":["b"]}"#,
  ])
  func `text that is not an object gives no value`(json: String) {
    #expect(read(json) == nil)
  }

  @Test func `bytes that are not UTF-8 give no value`() {
    let bytes: [UInt8] = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    #expect(bytes.withUnsafeBytes { SecretJSON.members(of: WipedBytes(copying: $0)) } == nil)
  }

  @Test func `whatever the bytes are, reading ends, and what is cut off gives no value`() {
    let json = #"{"name":"a\u00e4\n","allows":["b","c\"]"],"flag":true,"none":null,"other":[{"x":["}"]},-1.5e3]}"#
    let bytes = Array(json.utf8)
    #expect(read(json)?.count == 5)
    for count in bytes.indices { #expect(members(of: bytes[..<count]) == nil, "\(count)") }
    var generator = SeededGenerator(seed: 1)
    let alphabet = Array(#"{}[]",:\ untrfalse0d8EA"#.utf8) + [0, 0x0A, 0x1F, 0x7F, 0x80, 0xC3, 0xFF]
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0...generator.below(4) {
        let index = generator.below(changed.count)
        switch generator.below(3) {
        case 0: changed[index] = alphabet[generator.below(alphabet.count)]
        case 1: changed.insert(alphabet[generator.below(alphabet.count)], at: index)
        default: changed.remove(at: index)
        }
      }
      // No text is longer than what it was read from.
      for case .texts(let texts) in (members(of: changed[...]) ?? [:]).values {
        #expect(texts.reduce(0) { $0 + $1.count } < changed.count)
      }
    }
  }

  private func members(of bytes: ArraySlice<UInt8>) -> [String: SecretJSON.Value]? {
    bytes.withUnsafeBytes { SecretJSON.members(of: WipedBytes(copying: $0)) }
  }

  // MARK: Members

  private func read(_ json: String, allowing names: [String] = ["a", "b"]) async throws -> SecretMembers {
    let fields = HTTPFields([.contentType: "application/json"])
    let request = TestRequest.make(.post, "/", fields: fields, body: Array(json.utf8))
    return try await SecretMembers.read(from: request, allowing: names)
  }

  /// The parameter that a refusal names.
  private func refused(_ body: () async throws -> Void) async throws -> JSONValue? {
    let error = try #require(await #expect(throws: WoofError.self) { try await body() })
    #expect(error.code == .invalidParameter)
    return error.details["parameter"]
  }

  @Test func `a list of texts may be missing, and is nothing else`() async throws {
    #expect(try await read(#"{"a":["x","y"]}"#).texts("a", "a list") == ["x", "y"])
    #expect(try await read(#"{"a":[]}"#).texts("a", "a list") == [])
    #expect(try await read("{}").texts("a", "a list") == nil)
    for json in [#"{"a":null}"#, #"{"a":"x"}"#, #"{"a":["x",1]}"#, #"{"a":{}}"#, #"{"a":true}"#] {
      #expect(try await refused { _ = try await read(json).texts("a", "a list") } == "a", "\(json)")
    }
  }

  @Test func `a secret that is null is told apart from one that is missing`() async throws {
    let given = try #require(try await read(#"{"a":"x"}"#).optionalSecret("a", "a secret"))
    #expect(given.map(Self.string) == "x")
    let null = try #require(try await read(#"{"a":null}"#).optionalSecret("a", "a secret"))
    #expect(null == nil)
    let missing = try await read("{}").optionalSecret("a", "a secret")
    guard case .none = missing else { return #expect(Bool(false), "it was there") }
    for json in [#"{"a":1}"#, #"{"a":["x"]}"#, #"{"a":false}"#] {
      #expect(try await refused { _ = try await read(json).optionalSecret("a", "a secret") } == "a", "\(json)")
    }
    #expect(try await refused { _ = try await read(#"{"a":null}"#).secret("a", "a secret") } == "a")
  }

  @Test func `a text that need not be there is nothing but a text where it is`() async throws {
    #expect(try await read(#"{"a":"x"}"#).optionalText("a", "a text") == "x")
    #expect(try await read("{}").optionalText("a", "a text") == nil)
    for json in [#"{"a":null}"#, #"{"a":["x"]}"#, #"{"a":0}"#] {
      #expect(try await refused { _ = try await read(json).optionalText("a", "a text") } == "a", "\(json)")
    }
  }

  @Test func `an unknown member is refused by its name, whatever it is`() async throws {
    for value in ["null", "[]", #"["x"]"#, #""x""#, "1"] {
      #expect(try await refused { _ = try await read(#"{"a":"x","z":\#(value)}"#) } == "z", "\(value)")
    }
  }
}
