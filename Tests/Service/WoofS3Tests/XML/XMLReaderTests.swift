// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofS3

@Suite struct XMLReaderTests {
  private static let document = """
    <?xml version='1.0' encoding="UTF-8"?>\r
    <List xmlns="http://s3.amazonaws.com/doc/2006-03-01/" a = '>"' >
      <Key>a&amp;b &lt;&#x1F415;&#233;&gt; \u{E9}</Key><Empty/><Empty a="b" />
      <Owner><ID></ID ></Owner>
    </List>\n
    """

  private func failure(_ text: String, limits: XMLLimits = XMLLimits()) -> XMLError.Reason? {
    do {
      _ = try XMLReader.document(Array(text.utf8), limits: limits)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `elements, attributes, text, entities and references are read`() throws {
    let root = try XMLReader.document(Array(Self.document.utf8))
    #expect(root.name == "List")
    #expect(root.text(of: "Key") == "a&b <\u{1F415}\u{E9}> \u{E9}")
    #expect(root.children("Empty").count == 2)
    #expect(root.child("Owner")?.text(of: "ID") == "")
  }

  @Test func `white space may come before the declaration`() throws {
    #expect(try XMLReader.document(Array(" \r\n<?xml version='1.0'?><A/>".utf8)).name == "A")
  }

  @Test func `the ends of lines become line feeds`() throws {
    #expect(try XMLReader.document(Array("<A>1\r\n2\r3&#13;\n4</A>".utf8)).text == "1\n2\n3\r\n4")
  }

  @Test func `a document is the same in all pieces`() throws {
    let bytes = Array(Self.document.utf8)
    let whole = try XMLReader.document(bytes)
    for first in 0...bytes.count {
      var reader = XMLReader()
      try reader.read(bytes[..<first])
      try reader.read(bytes[first...])
      #expect(try reader.finish() == whole)
    }
    var reader = XMLReader()
    for byte in bytes { try reader.read(CollectionOfOne(byte)) }
    #expect(try reader.finish() == whole)
  }

  @Test(
    arguments: [
      ("", .incomplete), ("<A>", .incomplete), ("<A", .incomplete), ("<?xml", .incomplete), ("text", .misplacedByte),
      ("<A/><B/>", .misplacedByte), ("<A/>text", .misplacedByte), ("<A></B>", .mismatchedTag), ("</A>", .misplacedByte),
      ("<A><B></A></B>", .mismatchedTag), ("< A/>", .misplacedByte), ("<A b/>", .misplacedByte),
      ("<A b=c/>", .misplacedByte), ("<A b='<'/>", .misplacedByte), ("<A/ >", .misplacedByte), ("<1/>", .misplacedByte),
      ("<A>&nbsp;</A>", .unknownReference), ("<A>&#0;</A>", .unknownReference), ("<A>&#xD800;</A>", .unknownReference),
      ("<A>&#-1;</A>", .unknownReference), ("<A>&#+65;</A>", .unknownReference), ("<A>& </A>", .unknownReference),
      ("<A>&#x110000;</A>", .unknownReference), ("<A>&#xFFFF;</A>", .unknownReference),
      ("<A>\u{1}</A>", .misplacedByte), ("<!DOCTYPE A [<!ENTITY b 'c'>]><A/>", .unsupportedMarkup),
      ("<A><!-- --></A>", .unsupportedMarkup), ("<A><![CDATA[]]></A>", .unsupportedMarkup),
      ("<A><?b c?></A>", .unsupportedMarkup), ("<?xml?><?xml?><A/>", .unsupportedMarkup),
    ] as [(String, XMLError.Reason)])
  func `what is no such document is refused`(_ text: String, _ reason: XMLError.Reason) {
    #expect(failure(text) == reason)
  }

  @Test func `bytes that are no UTF-8 are refused, in text and in names`() {
    #expect(throws: XMLError.self) { try XMLReader.document(Array("<A>".utf8) + [0xC3, 0x28] + Array("</A>".utf8)) }
    #expect(throws: XMLError.self) { try XMLReader.document([0x3C, 0xFF, 0x2F, 0x3E]) }
  }

  @Test func `a document has its limits`() {
    var limits = XMLLimits()
    limits.depth = 2
    #expect(failure("<A><B/></A>", limits: limits) == nil)
    #expect(failure("<A><B><C/></B></A>", limits: limits) == .tooDeep)
    limits.byteCount = 10
    #expect(failure("<A></A>", limits: limits) == nil)
    #expect(failure("<A>1234567</A>", limits: limits) == .tooLarge)
    limits.nameByteCount = 3
    limits.byteCount = 100
    #expect(failure("<ABC></ABC>", limits: limits) == nil)
    #expect(failure("<ABCD/>", limits: limits) == .tooLarge)
  }

  /// Documents with bytes put in, taken out and changed: the reader never fails otherwise than by its error, and means the
  /// same in whatever pieces.
  @Test(arguments: 0..<64 as Range<UInt64>)
  func `damaged documents mean the same in all pieces`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("<>/&;#='\"?!x1 \r\n-[]".utf8) + [0x00, 0x80, 0xC3, 0xFF]
    for _ in 0..<200 {
      var bytes = Array(Self.document.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
        default: bytes[index] = alphabet.randomElement(using: &random) ?? 0
        }
      }
      let whole = Result { try XMLReader.document(bytes) }
      let inPieces = Result {
        var reader = XMLReader()
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = Int.random(in: 1...rest.count, using: &random)
          try reader.read(rest.prefix(count))
          rest = rest.dropFirst(count)
        }
        return try reader.finish()
      }
      #expect(try description(whole) == description(inPieces))
    }
  }

  private func description(_ result: Result<XMLElement, any Error>) throws -> String {
    switch result {
    case .success(let root): return "\(root)"
    case .failure(let error as XMLError): return "\(error)"
    case .failure(let error): throw error
    }
  }

  @Test(arguments: ["a&b<c>", "\u{1F415} \u{E9}", "]]>", "a\r\nb", "\"quotes'"])
  func `what is written is read again`(_ text: String) throws {
    let written = XMLWriter.document("Root", XMLWriter.element("Key", text))
    #expect(try XMLReader.document(written).text(of: "Key") == text)
  }
}
