// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofSystem

/// An IPv4 or IPv6 address. An IPv4 address within IPv6 (`::ffff:192.0.2.1`, RFC 4291 §2.5.5.2) is the IPv4 address.
package struct IPAddress: Hashable, Sendable, LosslessStringConvertible {
  /// The 128 bits, an IPv4 address as it stands within IPv6.
  let high: UInt64
  let low: UInt64

  private static let mappedPrefix: UInt64 = 0xFFFF

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an IPv4 address of its 32 bits.
  init(ipv4: UInt32) { self.init(high: 0, low: Self.mappedPrefix << 32 | UInt64(ipv4)) }

  /// Makes an address of its 4 or 16 bytes in network order; `nil` for any other count.
  init?(bytes: some Collection<UInt8>) {
    switch bytes.count {
    case 4: self.init(ipv4: bytes.reduce(0) { $0 << 8 | UInt32($1) })
    case 16:
      self.init(
        high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
        low: bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
      )
    default: return nil
    }
  }

  /// Reads an address in its usual form, without brackets, port or zone; `nil` where the text is none.
  package init?(_ text: String) { self.init(utf8: text.utf8) }

  /// Reads an address in its usual form; see ``init(_:)``.
  init?(utf8 text: some Collection<UInt8>) {
    guard text.count <= Self.longestText, text.allSatisfy(Self.isAddressByte) else { return nil }
    let isIPv6 = text.contains(UInt8(ascii: ":"))
    var room = in6_addr()
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, String(decoding: text, as: UTF8.self), &room) == 1 else { return nil }
    let address = withUnsafeBytes(of: &room) { IPAddress(bytes: $0.prefix(isIPv6 ? 16 : 4)) }
    guard let address else { return nil }
    self = address
  }

  /// `true` for an IPv4 address, which is kept as an IPv4-mapped IPv6 address.
  package var isIPv4: Bool { high == 0 && low >> 32 == Self.mappedPrefix }

  /// `true` for an address of this machine itself: one of 127.0.0.0/8, or `::1`.
  var isLoopback: Bool { isIPv4 ? low & 0xFF00_0000 == 0x7F00_0000 : high == 0 && low == 1 }

  /// The address in its usual form (RFC 5952), without brackets.
  package var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { room in
      guard let base = room.baseAddress else { return "" }
      let bytes = (high.bigEndian, low.bigEndian)
      let text = withUnsafeBytes(of: bytes) { bytes in
        let (family, start) = isIPv4 ? (AF_INET, 12) : (AF_INET6, 0)
        return inet_ntop(family, bytes.baseAddress.map { $0 + start }, base, socklen_t(room.count))
      }
      return text.map { String(cString: $0) } ?? ""
    }
  }

  /// The key by which connections are counted: an IPv4 address, or the /64 network of an IPv6 address.
  package var countingKey: UInt64 { isIPv4 ? low & 0xFFFF_FFFF : high }

  private static let longestText = 45

  private static func isAddressByte(_ byte: UInt8) -> Bool {
    Hexadecimal.value(of: byte) != nil || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
  }
}

/// A network of IPv4 or IPv6 addresses, as `192.0.2.0/24`, or one address.
package struct IPNetwork: Hashable, Sendable, LosslessStringConvertible {
  /// The first address.
  private let first: IPAddress
  /// The number of leading bits, out of 128, that all addresses of the network share.
  private let prefixLength: Int

  /// Reads a network: an address, and after a slash how many of its bits count, all of them where there is no slash. Bits
  /// that do not count are taken as zero. `nil` where the text is no network.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(utf8: parts[0].utf8) else { return nil }
    let offset = address.isIPv4 && !parts[0].contains(":") ? 96 : 0
    var length = 128
    if parts.count > 1 {
      guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let count = Int(parts[1]), count <= 128 - offset
      else { return nil }
      length = count + offset
    }
    prefixLength = length
    first = Self.masked(address, length)
  }

  /// Returns `true` if the network contains an address. An IPv6 network contains no IPv4 addresses.
  package func contains(_ address: IPAddress) -> Bool {
    address.isIPv4 == first.isIPv4 && Self.masked(address, prefixLength) == first
  }

  /// The network as it is read.
  package var description: String {
    if prefixLength == 128 { return first.description }
    return "\(first)/\(first.isIPv4 ? prefixLength - 96 : prefixLength)"
  }

  private static func masked(_ address: IPAddress, _ length: Int) -> IPAddress {
    IPAddress(high: address.high & mask(length), low: address.low & mask(length - 64))
  }

  /// The so many highest bits; all, or none, beyond the ends.
  private static func mask(_ length: Int) -> UInt64 {
    length <= 0 ? 0 : length >= 64 ? .max : ~(UInt64.max >> UInt64(length))
  }
}
