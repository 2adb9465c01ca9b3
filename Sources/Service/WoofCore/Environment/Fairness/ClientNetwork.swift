// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The part of the address space that one client is likely to hold: one IPv4 address, or the 64-bit prefix of an IPv6
/// address, within which a client takes addresses as it likes (RFC 4291 §2.5.4, RFC 8981).
struct ClientNetwork: Hashable, Sendable {
  fileprivate enum Extent: Hashable {
    case address(UInt32)
    case prefix(UInt64)
    case text(String)
  }

  private let extent: Extent

  /// Takes the text of an address without a port. Text that is no address stands for itself, as the word for a Unix
  /// socket does.
  init(_ address: String) {
    if let word = Self.word(ofIPv4: address) {
      extent = .address(word)
    } else if address.utf8.contains(UInt8(ascii: ":")), let words = Self.words(ofIPv6: address) {
      let isMapped = words.high == 0 && words.low >> 32 == 0xFFFF
      extent = isMapped ? .address(UInt32(truncatingIfNeeded: words.low)) : .prefix(words.high)
    } else {
      extent = .text(address)
    }
  }

  /// A text that stands for the same network.
  var text: String {
    switch extent {
    case .address(let word):
      return (0..<4).map { "\(word >> UInt32(24 - 8 * $0) & 0xFF)" }.joined(separator: ".")
    case .prefix(let word):
      return (0..<4).map { String(word >> UInt64(48 - 16 * $0) & 0xFFFF, radix: 16) }.joined(separator: ":") + "::"
    case .text(let text): return text
    }
  }

  /// The /24 of IPv4 or the /56 of IPv6 that it lies in: what one household, office or rented server has.
  var block: AddressBlock { block(ofIPv4: 24, ofIPv6: 56) }

  /// The /16 of IPv4 or the /32 of IPv6 that it lies in: what one provider has.
  var wideBlock: AddressBlock { block(ofIPv4: 16, ofIPv6: 32) }

  private func block(ofIPv4 short: Int, ofIPv6 long: Int) -> AddressBlock {
    switch extent {
    case .address(let word): AddressBlock(extent: .address(word >> UInt32(32 - short)), prefixLength: short)
    case .prefix(let word): AddressBlock(extent: .prefix(word >> UInt64(64 - long)), prefixLength: long)
    case .text: AddressBlock(extent: extent, prefixLength: 0)
    }
  }

  /// A run of addresses that share a prefix.
  struct AddressBlock: Hashable, Sendable {
    fileprivate let extent: Extent
    fileprivate let prefixLength: Int
  }

  private static func word(ofIPv4 text: String) -> UInt32? {
    var word: UInt32 = 0
    var part: UInt32?
    var partCount = 1
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        // A zero before other digits would make it octal to some.
        guard part != 0 else { return nil }
        let value = (part ?? 0) * 10 + UInt32(byte - UInt8(ascii: "0"))
        guard value < 256 else { return nil }
        part = value
      case UInt8(ascii: "."):
        guard let value = part, partCount < 4 else { return nil }
        word = word << 8 | value
        part = nil
        partCount += 1
      default: return nil
      }
    }
    guard let part, partCount == 4 else { return nil }
    return word << 8 | part
  }

  private static func words(ofIPv6 text: String) -> (high: UInt64, low: UInt64)? {
    let withoutZone = text.utf8.firstIndex(of: UInt8(ascii: "%")).map { String(text[..<$0]) } ?? text
    var address = in6_addr()
    guard inet_pton(AF_INET6, withoutZone, &address) == 1 else { return nil }
    return withUnsafeBytes(of: &address) { bytes in
      (bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
    }
  }
}
