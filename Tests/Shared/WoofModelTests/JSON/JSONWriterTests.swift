// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@Suite struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func `commas stand between members and elements, and nowhere else`() {
    let text = written { writer in
      writer.beginObject()
      writer.name("a")
      writer.value(1)
      writer.name("b")
      writer.beginArray()
      writer.value(true)
      writer.null()
      writer.beginObject()
      writer.endObject()
      writer.beginArray()
      writer.endArray()
      writer.endArray()
      writer.name(String("c"))
      writer.value("d")
      writer.endObject()
    }
    #expect(text == #"{"a":1,"b":[true,null,{},[]],"c":"d"}"#)
  }

  @Test func `a writer appends to existing bytes`() {
    var writer = JSONWriter(appendingTo: Array("data: ".utf8))
    writer.value(1)
    #expect(writer.bytes == Array("data: 1".utf8))
  }

  @Test func `lines follow one another without commas`() {
    let text = written { writer in
      for number in 1...2 {
        writer.beginObject()
        writer.name("n")
        writer.value(number)
        writer.endObject()
        writer.newline()
      }
    }
    #expect(text == "{\"n\":1}\n{\"n\":2}\n")
  }

  @Test func `every Unicode scalar of the basic plane reads back, as value and as name`() throws {
    for start in stride(from: UInt32(0), to: 0xFFFF, by: 257) {
      let scalars = (start..<start + 257).compactMap { Unicode.Scalar($0) }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(try read([String].self, written { $0.value(.array([.string(text)])) }) == [text])
      #expect(try read([String: Int].self, written { $0.value(.object([text: 1])) }) == [text: 1])
    }
  }

  @Test(arguments: [
    ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#), ("\n", #""\n""#), ("\r", #""\r""#), ("\t", #""\t""#),
    ("\u{8}", #""\b""#), ("\u{C}", #""\f""#), ("\0", #""\u0000""#), ("\u{1F}", #""\u001f""#), ("\u{7F}", "\"\u{7F}\""),
    ("é", #""é""#), ("🐕", #""🐕""#), ("a\"b\\c", #""a\"b\\c""#),
  ])
  func `a string is escaped where it must be`(text: String, expected: String) {
    #expect(written { $0.value(text) } == expected)
  }

  @Test(arguments: [("\u{85}", #""\u0085""#), ("\u{2028}", #""\u2028""#), ("\u{2029}", #""\u2029""#)])
  func `a string contains no separator at which a reader of lines would split`(text: String, expected: String) {
    #expect(written { $0.value(text) } == expected)
    #expect(written { $0.value("a\(text)b\(text)") }.allSatisfy { !$0.isNewline })
  }

  @Test(arguments: ["\u{84}", "\u{86}", "\u{2027}", "\u{202A}", "\u{2428}", "€", "¢", "\u{20A8}"])
  func `characters next to the separators are kept`(text: String) {
    #expect(written { $0.value(text) } == "\"\(text)\"")
  }

  @Test(arguments: [0, 1, -1, 9, 10, 99, 100, 12_345, -9_876_543_210, .max, .min] as [Int64])
  func `integers are written in full`(number: Int64) throws {
    #expect(written { $0.value(number) } == "\(number)")
  }

  @Test func `ids, digests and timestamps are written as their texts`() throws {
    let id = PhotoID(high: 1, low: 2)
    let digest = try #require(Digest([UInt8](repeating: 9, count: 32)))
    let timestamp = Timestamp(milliseconds: 5)
    #expect(written { $0.value(id) } == "\"\(id)\"")
    #expect(written { $0.value(digest) } == "\"\(digest)\"")
    #expect(written { $0.value(timestamp) } == "\"\(timestamp)\"")
  }

  @Test func `any JSON value reads back the same`() throws {
    let value: JSONValue = .object([
      "null": .null, "yes": true, "number": .number(-1.5e-7), "integer": .integer(.min), "text": "“Rex”\n",
      "list": .array([1, .array([]), .object(["deep": .array([.null])])]),
    ])
    #expect(try read(JSONValue.self, written { $0.value(value) }) == value)
  }

  @Test func `members of a value are ordered by name`() {
    let value: JSONValue = .object(["b": 1, "a": 2, "c": 3, "B": 4])
    #expect(written { $0.value(value) } == #"{"B":4,"a":2,"b":1,"c":3}"#)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a number that JSON cannot express becomes null`(number: Double) {
    #expect(written { $0.value(.number(number)) } == "null")
  }

  @Test(arguments: [1e300, .leastNonzeroMagnitude, -0.0, 1e16, 123_456_789.125, 0.1] as [Double])
  func `a number reads back exactly`(number: Double) throws {
    #expect(try read([Double].self, written { $0.value(.array([.number(number)])) }) == [number])
  }

  @Test func `raw JSON is written unchanged, with its comma`() {
    let text = written { writer in
      writer.beginArray()
      writer.raw("1.0")
      writer.raw(Array("[2]".utf8))
      writer.endArray()
    }
    #expect(text == "[1.0,[2]]")
  }
}
