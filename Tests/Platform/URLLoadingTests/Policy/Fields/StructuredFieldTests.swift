// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

struct StructuredFieldTests {
  @Test(arguments: [
    ("42", StructuredField.Item.integer(42)), ("-0", .integer(0)), ("999999999999999", .integer(999_999_999_999_999)),
    ("4.5", .decimal(4.5)), ("?1", .boolean(true)), ("?0", .boolean(false)), ("\"a\\\"b\"", .string("a\"b")),
    ("foo/bar:baz", .token("foo/bar:baz")), (":aGk=:", .bytes(Data("hi".utf8))), ("@1659578233", .date(1_659_578_233)),
    ("  7 ", .integer(7)), ("7;a;b=?0;c=\"x\"", .integer(7)),
  ])
  func `an item is read`(text: String, item: StructuredField.Item) {
    #expect(StructuredField.item([text]) == item)
  }

  @Test(arguments: [
    "", "1000000000000000", "1.", "1.2345", "- 1", "?2", "?", "\"open", "\"a\\x\"", "(1 2", "1 2", "1,2", "\u{E9}",
    ":a",
    "1;A=2",
  ])
  func `a malformed item is ignored`(text: String) {
    #expect(StructuredField.item([text]) == nil)
  }

  @Test func `a repeated field is ignored`() {
    #expect(StructuredField.item(["1", "2"]) == nil)
    #expect(StructuredField.item([]) == nil)
  }

  @Test func `a dictionary is read from all lines`() {
    let members = StructuredField.dictionary(["a=1, b;x=2", "c=(1 2);q=\"z\", a=3"])
    #expect(members?["a"]?.item == .integer(3))
    #expect(members?["b"]?.item == .boolean(true))
    #expect(members?["b"]?.parameters == ["x": .integer(2)])
    #expect(members?["c"]?.items == [.integer(1), .integer(2)])
    #expect(members?["c"]?.item == nil)
  }

  @Test(arguments: ["a=1,", "a=1 b=2", "A=1", "a=", "a=(1,2)", "=1"])
  func `a malformed dictionary is ignored`(text: String) {
    #expect(StructuredField.dictionary([text]) == nil)
  }

  @Test func `a count is an integer that is not negative`() {
    #expect(StructuredField.count(["5"]) == 5)
    #expect(StructuredField.count(["-5"]) == nil)
    #expect(StructuredField.count(["5.0"]) == nil)
    #expect(StructuredField.boolean(["1"]) == nil)
  }

  @Test func `reading ends, whatever a server writes`() {
    var generator = SeededGenerator(seed: 41)
    for _ in 0..<3000 {
      let line = Mutation.mutated("max-size=100, a=(1 2.5 \"x\");q=?0, b=:aGk=:, c=@5, d", using: &generator)
      _ = StructuredField.dictionary([line])
      _ = StructuredField.item([line])
    }
  }
}
