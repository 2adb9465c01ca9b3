// SPDX-License-Identifier: Apache-2.0

/// Reads a document as its bytes arrive, in pieces of any size.
///
/// It takes what object stores write, and nothing else of XML 1.0: elements, attributes (which it skips), text, the five
/// entities, references to characters, and a declaration before the first element, after white space too. Comments, CDATA,
/// instructions and document types, with all their entities, are errors.
package struct XMLReader: Sendable {
  private enum State: Hashable, Sendable {
    case outside
    case declaration(seesQuestionMark: Bool)
    case content
    case tag
    case startName
    case endName
    case afterEndName
    case betweenAttributes
    case attributeName
    case afterAttributeName
    case beforeValue
    case value(quote: UInt8)
    case emptyTag
    case reference
  }

  private let limits: XMLLimits
  private var state = State.outside
  private var stack = XMLStack()
  private var offset = 0
  private var word: [UInt8] = []
  private var text: [UInt8] = []
  private var hasDeclaration = false
  private var followsCarriageReturn = false

  /// Makes a reader.
  package init(limits: XMLLimits = XMLLimits()) { self.limits = limits }

  /// Takes the next bytes.
  ///
  /// - Throws: ``XMLError`` where they are no document; the reader is of no use then.
  package mutating func read(_ bytes: some Sequence<UInt8>) throws(XMLError) {
    for byte in bytes {
      guard offset < limits.byteCount else { throw error(.tooLarge) }
      try take(byte)
      offset += 1
    }
  }

  /// The root element, when all bytes have been read.
  ///
  /// - Throws: ``XMLError`` where it has not ended.
  package func finish() throws(XMLError) -> XMLElement {
    guard state == .outside, let root = stack.root else { throw error(.incomplete) }
    return root
  }

  /// Reads a document that is all there.
  ///
  /// - Throws: ``XMLError`` where it is none.
  package static func document(
    _ bytes: some Sequence<UInt8>, limits: XMLLimits = XMLLimits()
  ) throws(XMLError) -> XMLElement {
    var reader = XMLReader(limits: limits)
    try reader.read(bytes)
    return try reader.finish()
  }

  private func error(_ reason: XMLError.Reason) -> XMLError { XMLError(reason: reason, offset: offset) }
}

extension XMLReader {
  private mutating func take(_ byte: UInt8) throws(XMLError) {
    switch state {
    case .outside: try takeOutside(byte)
    case .declaration(let seesQuestionMark):
      if seesQuestionMark, byte == UInt8(ascii: ">") {
        state = .outside
      } else {
        guard byte != UInt8(ascii: "<"), Self.isCharacter(byte) else { throw error(.misplacedByte) }
        state = .declaration(seesQuestionMark: byte == UInt8(ascii: "?"))
      }
    case .content: try takeContent(byte)
    case .reference: try takeReference(byte)
    case .tag: try takeAfterAngle(byte)
    case .startName, .endName, .afterEndName, .emptyTag: try takeTag(byte)
    case .betweenAttributes, .attributeName, .afterAttributeName, .beforeValue, .value: try takeAttribute(byte)
    }
  }

  private mutating func takeOutside(_ byte: UInt8) throws(XMLError) {
    if Self.isSpace(byte) { return }
    guard byte == UInt8(ascii: "<"), stack.root == nil else { throw error(.misplacedByte) }
    state = .tag
  }

  private mutating func takeContent(_ byte: UInt8) throws(XMLError) {
    defer { followsCarriageReturn = byte == 0x0D }
    switch byte {
    case UInt8(ascii: "<"):
      try endText()
      state = .tag
    case UInt8(ascii: "&"):
      word = []
      state = .reference
    case 0x0D: text.append(0x0A)
    case 0x0A where followsCarriageReturn: break
    case _ where Self.isCharacter(byte): text.append(byte)
    default: throw error(.misplacedByte)
    }
  }

  private mutating func endText() throws(XMLError) {
    guard !text.isEmpty else { return }
    guard let valid = String(validating: text, as: UTF8.self) else { throw error(.invalidText) }
    stack.append(valid)
    text = []
  }

  private mutating func takeAfterAngle(_ byte: UInt8) throws(XMLError) {
    switch byte {
    case UInt8(ascii: "?") where stack.depth == 0 && !hasDeclaration:
      hasDeclaration = true
      state = .declaration(seesQuestionMark: false)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): throw error(.unsupportedMarkup)
    case UInt8(ascii: "/") where stack.depth > 0:
      word = []
      state = .endName
    case _ where Self.startsName(byte):
      word = [byte]
      state = .startName
    default: throw error(.misplacedByte)
    }
  }

  private mutating func takeTag(_ byte: UInt8) throws(XMLError) {
    switch (state, byte) {
    case (.startName, _) where Self.isInName(byte), (.endName, _) where Self.isInName(byte): try extendName(byte)
    case (.startName, UInt8(ascii: ">")), (.startName, UInt8(ascii: "/")): try beginElement(byte)
    case (.startName, _) where Self.isSpace(byte): try beginElement(byte)
    case (.endName, UInt8(ascii: ">")), (.afterEndName, UInt8(ascii: ">")): try endElement()
    case (.endName, _) where Self.isSpace(byte), (.afterEndName, _) where Self.isSpace(byte): state = .afterEndName
    case (.emptyTag, UInt8(ascii: ">")):
      stack.endEmpty()
      leaveElement()
    default: throw error(.misplacedByte)
    }
  }

  private mutating func extendName(_ byte: UInt8) throws(XMLError) {
    guard word.count < limits.nameByteCount else { throw error(.tooLarge) }
    word.append(byte)
  }

  private mutating func beginElement(_ byte: UInt8) throws(XMLError) {
    guard stack.depth < limits.depth else { throw error(.tooDeep) }
    guard let name = String(validating: word, as: UTF8.self) else { throw error(.invalidText) }
    stack.begin(name)
    state = byte == UInt8(ascii: ">") ? .content : byte == UInt8(ascii: "/") ? .emptyTag : .betweenAttributes
    followsCarriageReturn = false
  }

  private mutating func endElement() throws(XMLError) {
    guard let name = String(validating: word, as: UTF8.self), stack.end(name) else {
      throw error(.mismatchedTag)
    }
    leaveElement()
  }

  private mutating func leaveElement() {
    state = stack.depth == 0 ? .outside : .content
    followsCarriageReturn = false
  }

  private mutating func takeAttribute(_ byte: UInt8) throws(XMLError) {
    switch (state, byte) {
    case (.betweenAttributes, UInt8(ascii: ">")): state = .content
    case (.betweenAttributes, UInt8(ascii: "/")): state = .emptyTag
    case (.betweenAttributes, _) where Self.isSpace(byte), (.beforeValue, _) where Self.isSpace(byte): break
    case (.betweenAttributes, _) where Self.startsName(byte): state = .attributeName
    case (.attributeName, _) where Self.isInName(byte): break
    case (.attributeName, UInt8(ascii: "=")), (.afterAttributeName, UInt8(ascii: "=")): state = .beforeValue
    case (.attributeName, _) where Self.isSpace(byte), (.afterAttributeName, _) where Self.isSpace(byte):
      state = .afterAttributeName
    case (.beforeValue, UInt8(ascii: "\"")), (.beforeValue, UInt8(ascii: "'")): state = .value(quote: byte)
    case (.value(byte), _): state = .betweenAttributes
    case (.value, _) where byte != UInt8(ascii: "<") && Self.isCharacter(byte): break
    default: throw error(.misplacedByte)
    }
  }

  private mutating func takeReference(_ byte: UInt8) throws(XMLError) {
    guard byte == UInt8(ascii: ";") else {
      guard word.count < 8, Self.isInName(byte) || byte == UInt8(ascii: "#") else { throw error(.unknownReference) }
      return word.append(byte)
    }
    guard let character = Self.character(of: word) else { throw error(.unknownReference) }
    text += character.utf8
    followsCarriageReturn = false
    state = .content
  }

  private static func character(of reference: [UInt8]) -> String? {
    let word = String(decoding: reference, as: UTF8.self)
    if let entity = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][word] { return entity }
    guard word.hasPrefix("#") else { return nil }
    let isHexadecimal = word.hasPrefix("#x")
    let digits = word.dropFirst(isHexadecimal ? 2 : 1)
    guard !digits.isEmpty, digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
    else { return nil }
    let isAllowed = number >= 0x20 ? number != 0xFFFE && number != 0xFFFF : [0x09, 0x0A, 0x0D].contains(number)
    return isAllowed ? String(Character(scalar)) : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isCharacter(_ byte: UInt8) -> Bool { byte >= 0x20 || isSpace(byte) }

  private static func startsName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    startsName(byte) || (0x30...0x3A).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

/// A reason for which bytes are not taken for a document.
package struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of reasons.
  package enum Reason: String, Hashable, Sendable {
    case misplacedByte = "a byte that cannot stand there"
    case unknownReference = "a reference to a character that is none"
    case invalidText = "text that is not UTF-8"
    case mismatchedTag = "an end tag without its start tag"
    case unsupportedMarkup = "markup that responses of object stores do not have"
    case tooLarge = "more bytes than the limit"
    case tooDeep = "more elements within each other than the limit"
    case incomplete = "an end before the root element's"
  }

  /// The reason.
  package let reason: Reason
  /// The number of bytes before the place.
  package let offset: Int

  /// The reason and the place, without anything of the document.
  package var description: String { "XML with \(reason.rawValue), at byte \(offset)" }
}

/// The limits of a document.
package struct XMLLimits: Hashable, Sendable {
  /// The most bytes; 8 MB by default, some ten times a list of 1000 objects.
  package var byteCount = 8 << 20
  /// The most elements within each other; 16 by default.
  package var depth = 16
  /// The most bytes of a name; 128 by default.
  package var nameByteCount = 128

  /// Makes limits with their defaults.
  package init() {}
}
