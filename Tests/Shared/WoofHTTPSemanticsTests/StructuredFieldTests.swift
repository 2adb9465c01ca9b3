// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct StructuredFieldTests {
  private func item(_ text: String) -> StructuredItem? { StructuredFieldParser.item(ArraySlice(text.utf8)) }

  private func dictionary(_ text: String) -> [String: StructuredMember]? {
    StructuredFieldParser.dictionary(ArraySlice(text.utf8))
  }

  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("42", .integer(42)), ("-42", .integer(-42)), ("007", .integer(7)),
      ("999999999999999", .integer(999_999_999_999_999)), ("1.5", .decimal(1_500)), ("-1.005", .decimal(-1_005)),
      ("123456789012.1", .decimal(123_456_789_012_100)), ("\"a\"", .string("a")), ("a", .token("a")),
      ("*a/b:c.d!", .token("*a/b:c.d!")), ("A1", .token("A1")), (":YQ==:", .bytes([0x61])), (":YQ:", .bytes([0x61])),
      ("::", .bytes([])), ("?1", .boolean(true)), ("?0", .boolean(false)), ("@1659578233", .date(1_659_578_233)),
      ("@-1", .date(-1)), ("%\"f%c3%bc\"", .displayString("fü")), ("%\"\"", .displayString("")), ("  1  ", .integer(1)),
      ("1;a=2;b;*c=?0", .integer(1)), ("1; a", .integer(1)),
    ] as [(String, StructuredItem)])
  func `an item is read`(text: String, expected: StructuredItem) {
    #expect(item(text) == expected)
  }

  @Test(arguments: [
    "", " ", "-", "--1", "1.", ".1", "1.0001", "1234567890123.1", "1000000000000000", "1 2", "1,2", "\t1", "?", "?2",
    "?true", "@", "@1.5", "@a", ":a:", ":YQ", ":Y*==:", "\"", "\"\\a\"", "%", "%\"%C3%bc\"", "%\"%c3\"", "%\"%\"",
    "%\"a",
    "é", "1;", "1;A", "1;a=", "1 ;a", "(1)", "{}", "1.-1",
  ])
  func `a malformed item is refused`(text: String) {
    #expect(item(text) == nil)
  }

  @Test func `a dictionary has members of every kind`() {
    let members = dictionary("a=1, b;x=2,c=(1 \"d\";q  tok);z ,\td=?0,*e-f_1.*=:YQ==:")
    #expect(
      members == [
        "a": .item(.integer(1)), "b": .item(.boolean(true)),
        "c": .innerList([.integer(1), .string("d"), .token("tok")]), "d": .item(.boolean(false)),
        "*e-f_1.*": .item(.bytes([0x61])),
      ])
    #expect(dictionary("") == [:])
    #expect(dictionary("a=()") == ["a": .innerList([])])
    #expect(dictionary("a=1,a=2") == ["a": .item(.integer(2))])
  }

  @Test(arguments: ["a,", ",a", "a b", "A", "1", "a=", "a= 1", "a=(1", "a=(1,2)", "a=(1\"b\")", "a=1;", "-", "a=1,,b"])
  func `a malformed dictionary is refused`(text: String) {
    #expect(dictionary(text) == nil)
  }

  @Test func `an item's parameters come with it where they are asked for, the last of each name`() throws {
    let found = try #require(StructuredFieldParser.parameterizedItem(ArraySlice(#""a"; n=1;flag;n=2"#.utf8)))
    #expect(found.item == .string("a"))
    #expect(found.parameters == ["n": .integer(2), "flag": .boolean(true)])
  }

  @Test(arguments: [#""a";"#, #""a";n="#, #""a";N=1"#, #""a" n=1"#, ";n=1"])
  func `an item with broken parameters is none`(text: String) {
    #expect(StructuredFieldParser.parameterizedItem(ArraySlice(text.utf8)) == nil)
  }
}
