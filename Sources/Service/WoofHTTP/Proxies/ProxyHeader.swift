// SPDX-License-Identifier: Apache-2.0

/// The header that a proxy sends before the first byte that it passes on.
///
/// It is that of the PROXY protocol, versions 1 and 2, as HAProxy specifies it.
struct ProxyHeader: Hashable {
  /// The address that connected to the proxy; `nil` if the proxy speaks for itself, or for a peer without an IP
  /// address.
  var source: IPAddress?
  /// The port of ``source``.
  var port = 0
  /// `true` if the connection to the proxy was encrypted; `nil` if the proxy does not say.
  var isSecure: Bool?

  /// The result of parsing the bytes received so far.
  enum Result: Hashable {
    /// The header is not complete.
    case needsMore
    /// The header is complete and took the first `consumed` bytes.
    case header(ProxyHeader, consumed: Int)
    /// The bytes are no header; the reason is a sentence without its full stop.
    case malformed(String)
  }

  /// The largest size of a header in bytes, 8,192. Longer headers are refused.
  static let byteLimit = 8 * 1024

  /// Looks at all bytes received since the start of the connection.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> Result {  // lent for this call
    guard let first = bytes.first else { return .needsMore }
    return first == signature[0] ? parseBinary(bytes) : parseText(bytes)
  }

  // MARK: Version 1

  private static let textStart = Array("PROXY ".utf8)
  /// The longest line, with its end.
  private static let textByteLimit = 107

  private static func parseText(_ bytes: UnsafeRawBufferPointer) -> Result {
    guard zip(bytes, textStart).allSatisfy(==) else { return .malformed("the connection has no header of a proxy") }
    guard let lineFeed = bytes.prefix(textByteLimit).firstIndex(of: UInt8(ascii: "\n")) else {
      return bytes.count < textByteLimit ? .needsMore : .malformed("the header of the proxy has no end")
    }
    guard lineFeed > textStart.count, bytes[lineFeed - 1] == UInt8(ascii: "\r") else {
      return .malformed("the header of the proxy does not end with CR LF")
    }
    guard let header = header(ofLine: bytes[textStart.count..<lineFeed - 1]) else {
      return .malformed("the header of the proxy is malformed")
    }
    return .header(header, consumed: lineFeed + 1)
  }

  private static func header(ofLine line: Slice<UnsafeRawBufferPointer>) -> ProxyHeader? {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    if words[0].elementsEqual("UNKNOWN".utf8) { return ProxyHeader() }
    guard words.count == 5, let source = IPAddress(utf8: words[1]), let destination = IPAddress(utf8: words[2]),
      let port = port(words[3]), Self.port(words[4]) != nil
    else { return nil }
    let isTCP4 = words[0].elementsEqual("TCP4".utf8)
    guard isTCP4 || words[0].elementsEqual("TCP6".utf8) else { return nil }
    // An IPv4 address within IPv6 is read as the former, and still stands in a line of the latter.
    for (word, address) in [(words[1], source), (words[2], destination)] {
      guard word.contains(UInt8(ascii: ":")) != isTCP4, address.isIPv4 || !isTCP4 else { return nil }
    }
    return ProxyHeader(source: source, port: port)
  }

  private static func port(_ word: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard (1...5).contains(word.count), word.allSatisfy({ (0x30...0x39).contains($0) }),
      word.count == 1 || word.first != UInt8(ascii: "0")
    else { return nil }
    return UInt16(String(decoding: word, as: UTF8.self)).map(Int.init)
  }

  // MARK: Version 2

  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  /// The bytes of the signature, the command, the family and the count of what follows.
  private static let fixedCount = 16

  private static func parseBinary(_ bytes: UnsafeRawBufferPointer) -> Result {
    guard zip(bytes, signature).allSatisfy(==) else { return .malformed("the connection has no header of a proxy") }
    if bytes.count > 12, bytes[12] != 0x20, bytes[12] != 0x21 {
      return .malformed("the header of the proxy has a version or command that is not known")
    }
    guard bytes.count >= fixedCount else { return .needsMore }
    let end = fixedCount + number(bytes[14..<16])
    guard end <= byteLimit else { return .malformed("the header of the proxy has more than \(byteLimit) bytes") }
    guard bytes.count >= end else { return .needsMore }
    // The proxy speaks for itself, as when it asks whether the service is well.
    if bytes[12] == 0x20 { return .header(ProxyHeader(), consumed: end) }
    guard let header = header(ofFamily: bytes[13], bytes[fixedCount..<end]) else {
      return .malformed("the header of the proxy is malformed")
    }
    return .header(header, consumed: end)
  }

  private static func header(ofFamily family: UInt8, _ bytes: Slice<UnsafeRawBufferPointer>) -> ProxyHeader? {
    var header = ProxyHeader()
    let addressCount: Int
    switch family {
    case 0x00: return header
    case 0x11, 0x12: addressCount = 4
    case 0x21, 0x22: addressCount = 16
    case 0x31, 0x32: addressCount = 108
    default: return nil
    }
    let portCount = addressCount == 108 ? 0 : 2
    let start = bytes.startIndex
    let addressesEnd = start + 2 * (addressCount + portCount)
    guard addressesEnd <= bytes.endIndex else { return nil }
    if portCount > 0 {
      header.source = IPAddress(bytes: bytes[start..<start + addressCount])
      header.port = number(bytes[start + 2 * addressCount..<start + 2 * addressCount + 2])
    }
    guard let records = records(bytes[addressesEnd...]) else { return nil }
    for record in records where record.type == encryptionType {
      guard let client = record.value.first, record.value.count >= 5 else { return nil }
      header.isSecure = client & 1 == 1
    }
    return header
  }

  /// The type of the record that tells of the encryption (`PP2_TYPE_SSL`).
  private static let encryptionType: UInt8 = 0x20

  /// The records behind the addresses: a type, a count of two bytes, and so many bytes; `nil` where they do not add up.
  private static func records(
    _ bytes: Slice<UnsafeRawBufferPointer>
  ) -> [(type: UInt8, value: Slice<UnsafeRawBufferPointer>)]? {
    var records: [(type: UInt8, value: Slice<UnsafeRawBufferPointer>)] = []
    var rest = bytes
    while let type = rest.first {
      guard rest.count >= 3 else { return nil }
      let start = rest.startIndex + 3
      let count = number(rest[start - 2..<start])
      guard rest.endIndex - start >= count else { return nil }
      records.append((type, rest[start..<start + count]))
      rest = rest[(start + count)...]
    }
    return records
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
