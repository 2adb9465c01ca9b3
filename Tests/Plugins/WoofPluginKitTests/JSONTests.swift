// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofPluginKit

@testable import TestKit

struct JSONTests {
  private func parse(_ text: String) throws(JSON.Fault) -> JSON { try JSON(parsing: Array(text.utf8).span.bytes) }

  @Test(arguments: [
    "null", "true", "false", "0", "-1", "12", "1.5", "-0.25", "\"\"", "\"dog\"", "[]", "[1,[2,{}]]", "{}",
    "{\"a\":1,\"b\":[true,null]}", "9223372036854775807",
  ])
  func `a value is written as it was read`(text: String) throws { #expect(try parse(text).description == text) }

  @Test(arguments: [
    (" \t\r\n{ \"a\" : [ 1 , 2 ] } ", "{\"a\":[1,2]}"), ("1e3", "1000.0"), ("1E-2", "0.01"),
    ("9223372036854775808", "9.223372036854776e+18"), ("\"\\u0041\\n\\/\\ud83d\\udc36\"", "\"A\\u000a/🐶\""),
  ])
  func `different spellings give the same value`(text: String, written: String) throws {
    #expect(try parse(text).description == written)
  }

  @Test(arguments: [
    "", " ", "tru", "nul", "+1", "01", "-", "1.", ".5", "1e", "1e999", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"",
    "\"\\ude00\"", "\"\\ud83d\\u0041\"", "\"\u{1}\"", "[", "[1", "[1,", "[1,]", "[,1]", "{", "{\"a\"", "{\"a\":",
    "{\"a\":1,}", "{a:1}", "{1:1}", "1 2", "{}x", "'a'",
  ])
  func `malformed JSON is refused`(text: String) { #expect(throws: JSON.Fault.self) { try parse(text) } }

  @Test func `a string that is not UTF-8 is refused with its position`() {
    #expect(throws: JSON.Fault.self) { try JSON(parsing: [0x22, 0xC3, 0x28, 0x22].span.bytes) }
  }

  @Test func `values nested deeper than 32 are refused`() throws {
    let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(try parse(nested(32)).elements?.count == 1)
    let fault = #expect(throws: JSON.Fault.self) { try parse(nested(33)) }
    #expect(fault?.reason == "values are nested too deep" && fault?.offset == 33)
    #expect(throws: JSON.Fault.self) { try parse(String(repeating: "[{\"a\":", count: 100_000)) }
  }

  @Test func `members and kinds are looked up by name, and absent ones are nil`() throws {
    let object = try parse(#"{"size":3,"ratio":0.5,"name":"rex","on":true,"list":[1],"size":4}"#)
    #expect(object["size"]?.integer == 4)
    #expect(object["size"]?.number == 4)
    #expect(object["ratio"]?.number == 0.5)
    #expect(object["ratio"]?.integer == nil)
    #expect(object["name"]?.string == "rex")
    #expect(object["on"]?.bool == true)
    #expect(object["list"]?.elements == [1])
    #expect(object["none"] == nil)
    #expect(JSON.null["size"] == nil)
  }

  @Test func `numbers that are not finite are written as null`() {
    #expect(JSON.array([.number(.infinity), .number(.nan)]).description == "[null,null]")
  }

  @Test func `mutated texts are parsed or refused, and parsed ones read back the same`() throws {
    var generator = SeededGenerator(seed: 9663)
    let seed = Array(#"{"a":[1,-2.5e3,"\u00e9\n",true,null,{"b":{}}],"c":"🐕"}"#.utf8)
    for _ in 0..<5_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      bytes.removeLast(Int.random(in: 0...3, using: &generator))
      if let value = try? JSON(parsing: bytes.span.bytes) { #expect(try parse(value.description) == value) }
    }
  }
}
