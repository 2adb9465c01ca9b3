// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct ProxyHeaderTests {
  /// Returns the result of parsing the bytes, which is the same however they are cut.
  private func parse(_ bytes: [UInt8]) -> ProxyHeader.Result {
    outcomeOfEveryChunking(of: bytes) { chunks in
      var received: [UInt8] = []
      for chunk in chunks {
        received += chunk
        let result = received.withUnsafeBytes { ProxyHeader.parse($0) }
        if result != .needsMore { return result }
      }
      return .needsMore
    }
  }

  private func parse(_ text: String) -> ProxyHeader.Result { parse(Array(text.utf8)) }

  private func isMalformed(_ result: ProxyHeader.Result) -> Bool { if case .malformed = result { true } else { false } }

  // MARK: Version 1

  @Test(arguments: [
    ("PROXY TCP4 203.0.113.9 10.0.0.1 56324 443\r\n", "203.0.113.9", 56_324),
    ("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n", "255.255.255.255", 65_535),
    ("PROXY TCP6 2001:db8::9 2001:db8::1 0 443\r\n", "2001:db8::9", 0),
    ("PROXY TCP6 ::ffff:203.0.113.9 ::ffff:10.0.0.1 1 2\r\n", "203.0.113.9", 1),
    (
      "PROXY TCP6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 65535 65535\r\n",
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 65_535
    ),
  ])
  func `a line names the client, and takes no bytes after itself`(_ line: String, _ address: String, _ port: Int) {
    for rest in ["", "GET / HTTP/1.1\r\n", "\u{16}\u{3}"] {
      let expected = ProxyHeader(source: IPAddress(address), port: port)
      #expect(parse(line + rest) == .header(expected, consumed: line.utf8.count))
    }
  }

  @Test(arguments: [
    "PROXY UNKNOWN\r\n", "PROXY UNKNOWN ffff::1 ffff::2 65535 65535\r\n", "PROXY UNKNOWN what ever\r\n",
  ])
  func `a line can name no client`(_ line: String) {
    #expect(parse(line) == .header(ProxyHeader(), consumed: line.utf8.count))
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "proxy TCP4 1.1.1.1 2.2.2.2 1 2\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 1 2\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 1 2 3\r\n", "PROXY  TCP4 1.1.1.1 2.2.2.2 1 2\r\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 1 65536\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 01 2\r\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 1 \r\n",
    "PROXY TCP4 ::1 ::2 1 2\r\n", "PROXY TCP6 1.1.1.1 2.2.2.2 1 2\r\n", "PROXY TCP4 1.1.1 2.2.2.2 1 2\r\n",
    "PROXY UDP4 1.1.1.1 2.2.2.2 1 2\r\n", "PROXY \r\n", "PROXY\r\n", "PROXY TCP4 1.1.1.1 x 1 2\r\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 -1 2\r\n", "PROXY UNKNOWNS\r\n", "\u{16}\u{3}\u{1}",
    "PROXY UNKNOWN \(String(repeating: "x", count: 100))\r\n",
  ])
  func `a malformed line is refused`(_ text: String) { #expect(isMalformed(parse(text))) }

  @Test(arguments: [
    "", "P", "\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r", "PROXY UNKNOWN \(String(repeating: "x", count: 92))",
  ])
  func `an incomplete line is waited for`(_ text: String) { #expect(parse(text) == .needsMore) }

  // MARK: Version 2

  private static let signature = Array("\r\n\r\n\0\r\nQUIT\n".utf8)

  private func header(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
    Self.signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 255)] + rest
  }

  private static let addresses4: [UInt8] = [203, 0, 113, 9, 10, 0, 0, 1, 0xDC, 0x04, 1, 187]
  private static let addresses6 =
    [UInt8]([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [9])
    + [UInt8](repeating: 1, count: 16) + [0xDC, 0x04, 1, 187]

  @Test func `a binary header of either family names the client, and takes no bytes after itself`() {
    for (family, addresses, text) in [
      (UInt8(0x11), Self.addresses4, "203.0.113.9"), (0x12, Self.addresses4, "203.0.113.9"),
      (0x21, Self.addresses6, "2001:db8::9"), (0x22, Self.addresses6, "2001:db8::9"),
    ] {
      let bytes = header(0x21, family, addresses)
      let expected = ProxyHeader(source: IPAddress(text), port: 56_324)
      #expect(parse(bytes) == .header(expected, consumed: bytes.count))
      #expect(parse(bytes + Array("GET".utf8)) == .header(expected, consumed: bytes.count))
    }
  }

  @Test func `a binary header names no client for the proxy itself, unknown and Unix clients`() {
    let bodies: [(UInt8, UInt8, [UInt8])] = [
      (0x20, 0x00, []), (0x20, 0x11, Self.addresses4), (0x20, 0xFF, [1, 2, 3]), (0x21, 0x00, []), (0x21, 0x00, [1, 2]),
      (0x21, 0x31, [UInt8](repeating: 65, count: 216)),
    ]
    for (command, family, rest) in bodies {
      let bytes = header(command, family, rest)
      #expect(parse(bytes) == .header(ProxyHeader(), consumed: bytes.count))
    }
  }

  @Test(arguments: [(UInt8(0), false), (1, true), (2, false), (7, true)])
  func `a record says whether the client uses TLS`(_ client: UInt8, _ isSecure: Bool) {
    let records: [UInt8] = [0x01, 0, 2, 104, 50] + [0x20, 0, 8, client, 0, 0, 0, 0, 0x21, 0, 0] + [0x04, 0, 1, 0]
    let bytes = header(0x21, 0x11, Self.addresses4 + records)
    let expected = ProxyHeader(source: IPAddress("203.0.113.9"), port: 56_324, isSecure: isSecure)
    #expect(parse(bytes) == .header(expected, consumed: bytes.count))
  }

  @Test func `a malformed binary header is refused`() {
    let wrong: [[UInt8]] = [
      header(0x22, 0x11, Self.addresses4), header(0x11, 0x11, Self.addresses4), header(0x2F, 0x00, []),
      header(0x21, 0x41, Self.addresses4), header(0x21, 0x13, Self.addresses4), header(0x21, 0x01, Self.addresses4),
      header(0x21, 0x11, Array(Self.addresses4.dropLast())), header(0x21, 0x21, Self.addresses4),
      header(0x21, 0x31, Self.addresses4), header(0x21, 0x11, Self.addresses4 + [1]),
      header(0x21, 0x11, Self.addresses4 + [1, 0, 2, 0]), header(0x21, 0x11, Self.addresses4 + [0x20, 0, 1, 1]),
      Array("\r\n\r\nHTTP".utf8), [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0B],
      Self.signature + [0x21, 0x11, 0xFF, 0xFF],
    ]
    for bytes in wrong { #expect(isMalformed(parse(bytes)), "\(bytes)") }
  }

  @Test func `an incomplete binary header is waited for`() {
    let bytes = header(0x21, 0x11, Self.addresses4)
    for count in 0..<bytes.count { #expect(parse(Array(bytes.prefix(count))) == .needsMore) }
  }
}
