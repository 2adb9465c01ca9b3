// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// An address with or without a port, as fields of proxies have it: `192.0.2.1`, `192.0.2.1:4711`, `[2001:db8::1]:4711`,
/// `2001:db8::1` (RFC 7239 §6, and what `X-Forwarded-For` has in practice).
struct ForwardedNode: Hashable {
  let address: IPAddress
  /// The port; 0 where none was said.
  let port: Int

  /// Reads a node; `nil` for everything that names no address, `unknown` and hidden names (`_gazonk`) among it.
  init?(_ bytes: ArraySlice<UInt8>) {
    let host: ArraySlice<UInt8>
    var rest: ArraySlice<UInt8> = []
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = bytes[bytes.index(after: bytes.startIndex)..<end]
      guard host.contains(UInt8(ascii: ":")) else { return nil }
      rest = bytes[bytes.index(after: end)...]
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), !bytes[(colon + 1)...].contains(UInt8(ascii: ":")) {
      host = bytes[..<colon]
      rest = bytes[colon...]
    } else {
      host = bytes
    }
    guard let address = IPAddress(utf8: host), let port = Self.port(rest) else { return nil }
    self.address = address
    self.port = port
  }

  /// The number after a colon; 0 where there is nothing, or a hidden port (`:_x`), and `nil` for anything else.
  private static func port(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let colon = bytes.first else { return 0 }
    let text = bytes.dropFirst()
    guard colon == UInt8(ascii: ":"), let first = text.first else { return nil }
    if first == UInt8(ascii: "_") { return 0 }
    guard text.count <= 5, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt16(String(decoding: text, as: UTF8.self)).map(Int.init)
  }
}

/// The fields in which proxies say for whom they ask.
enum ForwardedField {
  /// The statement of a proxy about one hop.
  struct Element: Hashable {
    /// The node that connected to the proxy (`for`); `nil` if it is hidden or not given.
    var node: ForwardedNode?
    /// `true` if that connection was encrypted (`proto`); `nil` if the proxy does not say.
    var isSecure: Bool?
  }

  /// The elements of all lines of a field that is a plain list, in their order, without the space around them.
  static func list(of fields: HTTPFields, _ name: HTTPFieldName) -> [ArraySlice<UInt8>] {
    var elements: [ArraySlice<UInt8>] = []
    fields.forEachValue(of: name) { value in
      for element in value.split(separator: UInt8(ascii: ",")) {
        var scanner = FieldValueScanner(element)
        scanner.skipWhitespace()
        var text = element[scanner.index...]
        while let last = text.last, HTTPToken.isWhitespace(last) { text.removeLast() }
        if !text.isEmpty { elements.append(text) }
      }
    }
    return elements
  }

  /// Returns `true` for the scheme `https`, `false` for `http`, and `nil` for any other.
  static func isSecure(_ scheme: ArraySlice<UInt8>) -> Bool? {
    if scheme.matches("https") { return true }
    return scheme.matches("http") ? false : nil
  }

  /// The elements of one line of `Forwarded` (RFC 7239 §4); `nil` where it breaks the rules anywhere. Space around
  /// semicolons is taken, as some proxies write it.
  static func elements(of line: ArraySlice<UInt8>) -> [Element]? {
    var scanner = FieldValueScanner(line)
    var elements: [Element] = []
    scanner.skipEmptyElements()
    while !scanner.isAtEnd {
      guard let element = takeElement(&scanner), scanner.takeListSeparator() else { return nil }
      elements.append(element)
    }
    return elements
  }

  private static func takeElement(_ scanner: inout FieldValueScanner) -> Element? {
    var element = Element()
    var names: Set<[UInt8]> = []
    while true {
      scanner.skipWhitespace()
      if scanner.take(";") { continue }
      guard let name = scanner.takeToken() else { return names.isEmpty ? nil : element }
      guard scanner.take("="), let value = takeValue(&scanner),
        names.insert(name.map(HTTPToken.lowercased)).inserted
      else { return nil }
      if name.matches("for") { element.node = ForwardedNode(value) }
      if name.matches("proto") { element.isSecure = isSecure(value) }
      scanner.skipWhitespace()
      guard scanner.take(";") else { return element }
    }
  }

  private static func takeValue(_ scanner: inout FieldValueScanner) -> ArraySlice<UInt8>? {
    scanner.next == UInt8(ascii: "\"") ? scanner.takeQuotedString().map { $0[...] } : scanner.takeToken()
  }
}
