internal import Glibc

/// What one client is likely to hold of the address space: one IPv4 address, or the 64-bit prefix of an IPv6 address,
/// within which a client takes addresses as it likes (RFC 4291 §2.5.4, RFC 8981).
struct ClientNetwork: Hashable, Sendable {
  private enum Extent: Hashable {
    case address(String)
    case prefix(UInt64)
  }

  private let extent: Extent

  /// Takes the text of an address without a port. Text that is no IPv6 address stands for itself, as that of an IPv4
  /// address and the word for a Unix socket do.
  init(_ address: String) {
    guard address.utf8.contains(UInt8(ascii: ":")), let words = Self.words(ofIPv6: address) else {
      extent = .address(address)
      return
    }
    if words.high == 0, words.low >> 32 == 0xFFFF {
      extent = .address(Self.textOfIPv4(UInt32(truncatingIfNeeded: words.low)))
    } else {
      extent = .prefix(words.high)
    }
  }

  private static func words(ofIPv6 text: String) -> (high: UInt64, low: UInt64)? {
    let withoutZone = text.utf8.firstIndex(of: UInt8(ascii: "%")).map { String(text[..<$0]) } ?? text
    var address = in6_addr()
    guard inet_pton(AF_INET6, withoutZone, &address) == 1 else { return nil }
    return withUnsafeBytes(of: &address) { bytes in
      (bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  private static func textOfIPv4(_ word: UInt32) -> String {
    "\(word >> 24).\(word >> 16 & 255).\(word >> 8 & 255).\(word & 255)"
  }
}
