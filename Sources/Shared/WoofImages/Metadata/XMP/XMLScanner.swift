// SPDX-License-Identifier: Apache-2.0

/// Reads the tags and texts of an XML document one after another, as far as XMP needs it.
///
/// It is strict: what is not well formed ends it, and so does a document type declaration, which is where the dangers of
/// XML are. Each byte is looked at once or twice.
struct XMLScanner {
  enum Part {
    /// A start tag; `isWhole` says that it is its own end.
    case start(name: Substring, attributes: [(name: Substring, value: String)], isWhole: Bool)
    case end(name: Substring)
    case text(String)
  }

  /// The document is not well formed, or not of the kind that is read.
  struct Fault: Error {}

  private let bytes: [UInt8]
  private var position = 0

  private static let mostAttributes = 256
  private static let longestName = 128

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes
    if bytes.starts(with: mark) { position = mark.count }
  }

  /// The next part; `nil` at the end.
  mutating func next() throws(Fault) -> Part? {
    while position < bytes.count, bytes[position] != 0 {
      guard bytes[position] == UInt8(ascii: "<") else { return .text(takeText()) }
      if take("<?") {
        try skip(past: "?>")
      } else if take("<!--") {
        try skip(past: "-->")
      } else if take("<![CDATA[") {
        let start = position
        try skip(past: "]]>")
        return .text(String(decoding: bytes[start..<position - 3], as: UTF8.self))
      } else if take("</") {
        let name = try takeName()
        skipBlanks()
        guard take(">") else { throw Fault() }
        return .end(name: name)
      } else if take("<") {
        return try takeStart()
      }
    }
    return nil
  }

  private mutating func takeStart() throws(Fault) -> Part {
    let name = try takeName()
    var attributes: [(name: Substring, value: String)] = []
    while true {
      let isSeparated = skipBlanks()
      if take("/>") { return .start(name: name, attributes: attributes, isWhole: true) }
      if take(">") { return .start(name: name, attributes: attributes, isWhole: false) }
      guard isSeparated, attributes.count < Self.mostAttributes else { throw Fault() }
      attributes.append(try takeAttribute())
    }
  }

  private mutating func takeAttribute() throws(Fault) -> (name: Substring, value: String) {
    let name = try takeName()
    skipBlanks()
    guard take("=") else { throw Fault() }
    skipBlanks()
    guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]),
      let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
    else { throw Fault() }
    defer { position = end + 1 }
    return (name, XMLReferences.resolved(bytes[position + 1..<end]))
  }

  private mutating func takeText() -> String {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    defer { position = end }
    return XMLReferences.resolved(bytes[position..<end])
  }

  private mutating func takeName() throws(Fault) -> Substring {
    let name = bytes[position...].prefix { byte in
      switch byte {
      case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x80..., UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard !name.isEmpty, name.count <= Self.longestName else { throw Fault() }
    position = name.endIndex
    return Substring(decoding: name, as: UTF8.self)
  }

  private mutating func take(_ mark: StaticString) -> Bool {
    let isThere = mark.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isThere { position += mark.utf8CodeUnitCount }
    return isThere
  }

  private mutating func skip(past mark: StaticString) throws(Fault) {
    while position < bytes.count {
      if take(mark) { return }
      position += 1
    }
    throw Fault()
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = position
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    return position > start
  }
}

/// References to characters in an XML text (XML 1.0 §4.1).
enum XMLReferences {
  private static let longest = 10

  /// The text with its references to characters and to the five entities that every document has resolved; others stay
  /// as they are.
  static func resolved(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var resolved: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == UInt8(ascii: "&"),
        let end = text[position...].prefix(longest).firstIndex(of: UInt8(ascii: ";")),
        let character = character(text[position + 1..<end])
      {
        resolved += UTF8.encode(character).map(Array.init) ?? []
        position = end + 1
      } else {
        resolved.append(text[position])
        position += 1
      }
    }
    return String(decoding: resolved, as: UTF8.self)
  }

  private static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let name = String(decoding: name, as: UTF8.self)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case _ where name.hasPrefix("#x"): return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
