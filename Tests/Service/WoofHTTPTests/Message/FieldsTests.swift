// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct FieldsTests {
  private func wire(_ fields: HTTPFields) -> String { String(decoding: fields.wireBytes, as: UTF8.self) }

  @Test func `fields are kept as they are written`() {
    let fields = HTTPFields([.contentType: "image/png", .eTag: "\"x\"", .vary: ""])
    #expect(wire(fields) == "Content-Type: image/png\r\nETag: \"x\"\r\nVary: \r\n")
    #expect(fields.count == 3)
    #expect(!fields.isEmpty)
    #expect(HTTPFields().isEmpty)
  }

  @Test func `fields are found by their names`() throws {
    var fields = HTTPFields([.eTag: "a", .vary: "b", .eTag: "c"])
    fields.append(try #require(HTTPFieldName("x-OWN")), "d")
    #expect(fields[.eTag] == "a")
    #expect(fields.values(of: .eTag) == ["a", "c"])
    #expect(fields.count(of: .eTag) == 2)
    #expect(fields[.vary] == "b")
    #expect(fields[try #require(HTTPFieldName("X-Own"))] == "d")
    #expect(fields.bytes(of: .vary) == ArraySlice("b".utf8))
    #expect(fields.contains(.vary))
    #expect(!fields.contains(.range))
    #expect(fields[.range] == nil)
    #expect(fields.values(of: .range).isEmpty)
  }

  @Test(arguments: ["a\r\nSet-Cookie: x", "a\nb", "a\rb", "a\0b", "a\u{7F}b", "\u{1B}[0m", "a\u{0B}b\u{0C}"])
  func `no value can contain a line end`(value: String) {
    var fields = HTTPFields()
    fields.append(.location, value)
    fields.append(.vary, utf8: AnyCollection(value.utf8))
    #expect(fields.count == 2)
    #expect(fields.wireBytes.count { $0 == UInt8(ascii: "\r") } == 2)
    #expect(fields.wireBytes.count { $0 == UInt8(ascii: "\n") } == 2)
    #expect(fields.values(of: .location) == fields.values(of: .vary))
    #expect(fields[.location]?.utf8.count == value.utf8.count)
    #expect(fields[.location]?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } == true)
  }

  @Test func `tabs and bytes above ASCII are kept`() {
    #expect(HTTPFields([.vary: "a\tb é"])[.vary] == "a\tb é")
  }

  @Test func `a list takes the fields of another`() {
    var fields = HTTPFields([.eTag: "a"])
    fields.append(contentsOf: HTTPFields([.vary: "b", .eTag: "c"]))
    fields.append(contentsOf: HTTPFields())
    #expect(wire(fields) == "ETag: a\r\nVary: b\r\nETag: c\r\n")
    #expect(fields.values(of: .eTag) == ["a", "c"])
    #expect(fields[.vary] == "b")
  }

  @Test func `an element joins the list of a field, and later fields are found where they are`() {
    var fields = HTTPFields([.vary: "Cookie", .eTag: "a", .vary: "Origin"])
    fields.addElement("Accept", to: .vary)
    fields.addElement("Range", to: .vary)
    #expect(wire(fields) == "Vary: Cookie, Accept, Range\r\nETag: a\r\nVary: Origin\r\n")
    #expect(fields[.eTag] == "a" && fields.values(of: .vary) == ["Cookie, Accept, Range", "Origin"])
    fields.addElement("origin", to: .vary)
    fields.addElement("b", to: .location)
    #expect(fields.values(of: .vary) == ["Cookie, Accept, Range", "Origin"] && fields[.location] == "b")
  }

  @Test(arguments: ["Accept", "a, accept ,b", ",,ACCEPT", "*"])
  func `an element that a list has is not added`(value: String) {
    var fields = HTTPFields([.vary: value])
    fields.addElement("Accept", to: .vary)
    #expect(fields.values(of: .vary) == [value])
  }

  @Test(arguments: ["a", "accepted", "Accept-Encoding", "a Accept", "\"Accept", "x=Accept"])
  func `an element that a list has not got is added`(value: String) {
    var fields = HTTPFields([.vary: value])
    fields.addElement("Accept", to: .vary)
    #expect(fields.values(of: .vary) == ["\(value), Accept"])
  }

  @Test func `an empty list shares the storage that it takes`() {
    let prepared = HTTPFields([.eTag: "a"])
    var fields = HTTPFields()
    fields.append(contentsOf: prepared)
    let isShared =
      fields.wireBytes.withUnsafeBufferPointer { $0.baseAddress }
      == prepared.wireBytes.withUnsafeBufferPointer { $0.baseAddress }
    #expect(isShared)
    fields.append(.vary, "b")
    #expect(prepared.count == 1)
    #expect(prepared[.vary] == nil)
  }

  @Test func `every name among many is found, and others are not`() throws {
    let names = try (0..<300).map { try #require(HTTPFieldName("x-\($0 * 7)-name")) }
    let others = try (0..<300).map { try #require(HTTPFieldName("x-\($0 * 7 + 1)-name")) }
    var fields = HTTPFields()
    for name in names { fields.append(name, name.text) }
    for name in names { #expect(fields[name] == name.text) }
    for name in others { #expect(!fields.contains(name)) }
  }

  @Test(arguments: ["", "a b", "a:", "a\r", "é", "a\0", "(a)"])
  func `a name that is not a token is refused`(text: String) {
    #expect(HTTPFieldName(text) == nil)
  }

  @Test func `names are equal whatever their case is`() {
    #expect(HTTPFieldName("etag") == .eTag)
    #expect(Set([HTTPFieldName("VARY"), HTTPFieldName("vary")]).count == 1)
    #expect(HTTPFieldName("^a") != HTTPFieldName("~a"))
  }

  @Test func `all fields are visited in their order`() {
    var visited: [String] = []
    HTTPFields([.eTag: "a", .vary: "b"]).forEach { name, value in
      visited.append("\(String(decoding: name, as: UTF8.self))=\(String(decoding: value, as: UTF8.self))")
    }
    #expect(visited == ["ETag=a", "Vary=b"])
  }
}
