// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The hosts that a server is known by. Requests that name others are refused, as they may come from pages whose own
/// name has been made to lead to this server (DNS rebinding).
///
/// Addresses are always accepted, as such an attack needs a name. So are `localhost` and the names below it, which lead
/// only to this machine (RFC 6761 §6.3).
package struct HTTPHostRule: Hashable, Sendable {
  /// The names in lower case; one that starts with `*.` stands for all names with one label in the star's place.
  private let names: [[UInt8]]
  private let takesEverything: Bool

  /// Makes a rule that takes names as well; `*` stands for any name.
  package init(names: [String] = []) {
    takesEverything = names.contains("*")
    self.names = names.map { Array($0.lowercased().utf8) }
  }

  /// Returns `true` if the value of a `Host` field, which is an authority (RFC 9110 §7.2), names one of the hosts.
  ///
  /// The port is ignored, as it may have been mapped on the way.
  package func takes(_ host: ArraySlice<UInt8>) -> Bool {
    if takesEverything || host.first == UInt8(ascii: "[") { return true }
    var name = host.prefix { $0 != UInt8(ascii: ":") }
    if name.last == UInt8(ascii: ".") { name.removeLast() }
    return Self.isIPv4(name) || name.matches("localhost") || name.suffix(10).matches(".localhost")
      || names.contains { Self.matches(name, $0) }
  }

  private static func matches(_ name: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    if pattern.count > 2, pattern[0] == UInt8(ascii: "*"), pattern[1] == UInt8(ascii: ".") {
      let label = name.prefix { $0 != UInt8(ascii: ".") }
      return !label.isEmpty && areEqual(name[label.endIndex...], pattern[1...])
    }
    return areEqual(name, pattern[...])
  }

  private static func areEqual(_ name: ArraySlice<UInt8>, _ lowercased: ArraySlice<UInt8>) -> Bool {
    name.count == lowercased.count && zip(name, lowercased).allSatisfy { HTTPToken.lowercased($0) == $1 }
  }

  /// Returns `true` if the bytes are four decimal numbers with dots between them.
  ///
  /// Browsers convert other spellings of an address to this form.
  private static func isIPv4(_ name: ArraySlice<UInt8>) -> Bool {
    guard let last = name.last, (0x30...0x39).contains(last) else { return false }
    var (dotCount, digitCount, number) = (0, 0, 0)
    for byte in name {
      switch byte {
      case UInt8(ascii: "."):
        guard digitCount > 0 else { return false }
        (dotCount, digitCount, number) = (dotCount + 1, 0, 0)
      case 0x30...0x39:
        (digitCount, number) = (digitCount + 1, number * 10 + Int(byte - 0x30))
        guard digitCount <= 3, number < 256 else { return false }
      default: return false
      }
    }
    return dotCount == 3
  }
}
