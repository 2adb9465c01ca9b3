// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofConfiguration

@Suite struct `JSON5 parser` {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), (" false ", "false"), ("'it\\'s'", "\"it's\""),
    ("\"a\\\nb\"", "\"ab\""), ("'a\\\r\nb'", "\"ab\""), ("'\\x41\\u00e9\\ud83d\\udc36'", "\"Aé🐶\""),
    ("'\\0\\v\\q'", "\"\\u0000\\u000bq\""), ("'\u{2028}'", "\"\\u2028\""), ("[]", "[]"), ("[1,2,]", "[1, 2]"),
    ("{}", "{}"), ("{a:1,'b c':2,\"d\":{$e_1:[],},}", "{a: 1, b c: 2, d: {$e_1: []}}"),
    ("\u{FEFF}// comment\r{/* * **/a/**/:/**/1/**/}//", "{a: 1}"), ("{\\u0061b: 1, été: 2}", "{ab: 1, été: 2}"),
  ])
  func `a text of the grammar gives its value`(text: String, expected: String) throws {
    #expect(try parsed(text).shape == expected)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("+12", "12"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", "9.223372036854776e+18"),
    ("0x1F", "31"), ("-0XfF", "-255"), ("0xFFFFFFFFFFFFFFFFF", "2.9514790517935283e+20"), (".5", "0.5"), ("5.", "5.0"),
    ("-1.25e-2", "-0.0125"), ("1E3", "1000.0"), ("Infinity", "inf"), ("-Infinity", "-inf"), ("NaN", "nan"),
    ("1e999", "inf"),
  ])
  func `a number has its value`(text: String, expected: String) throws {
    #expect(try parsed(text).shape == expected)
  }

  @Test(arguments: [
    ("", 0), ("{", 1), ("{a}", 2), ("{a 1}", 3), ("{a:1 b:2}", 5), ("{,}", 1), ("[,]", 1), ("[1,,2]", 3), ("[1", 2),
    ("{a:1}}", 5), ("'a", 0), ("'a\nb'", 0), ("'\\1'", 2), ("'\\08'", 2), ("'\\xg0'", 3), ("'\\u12'", 5),
    ("'\\ud800'", 3), ("'\\ud800\\u0041'", 3), ("'\\udc00'", 3), ("01", 0), ("1a", 1), ("0x", 2), ("0xg", 2),
    (".", 1), ("1e", 2), ("+-1", 1), ("--1", 1), ("nul", 0), ("nullx", 0), ("True", 0), ("/* x", 0), ("/", 1),
    ("{1a:1}", 1), ("{a-b:1}", 2), ("{\\x61:1}", 2), ("{\\u0031:1}", 1), ("\u{0}", 0), ("1 2", 2), ("Infinityx", 0),
  ])
  func `a text outside of the grammar is refused at the right position`(text: String, offset: Int) {
    let error = #expect(throws: JSON5SyntaxError.self) { try parsed(text) }
    #expect(error?.offset == offset, "\(error?.message ?? "")")
  }

  @Test func `values can be nested up to the limit and no deeper`() throws {
    let deepest = JSON5Parser.maximumDepth
    _ = try parsed(String(repeating: "[", count: deepest) + String(repeating: "]", count: deepest))
    let error = #expect(throws: JSON5SyntaxError.self) { try parsed(String(repeating: "[", count: 100_000)) }
    #expect(error?.offset == deepest)
  }

  @Test func `duplicate members are all kept in order`() throws {
    #expect(try parsed("{a: 1, b: 2, a: 3}").shape == "{a: 1, b: 2, a: 3}")
  }

  @Test(arguments: [(0, 1, 1), (2, 1, 3), (4, 2, 1), (5, 3, 1), (6, 3, 2), (7, 4, 1), (8, 4, 2)])
  func `positions are counted as editors count them`(offset: Int, line: Int, column: Int) {
    let location = TextLocation(of: offset, in: Array("ab\r\n\né\u{2028}x".unicodeScalars))
    #expect(location.line == line)
    #expect(location.column == column)
  }
}
