// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Hosts that are reached without a proxy.
struct ProxyExceptions: Hashable, Sendable {
  private enum Pattern: Hashable, Sendable {
    case every
    /// A name, and all that end in it after a dot.
    case name(String)
    /// Addresses whose first so many bits are these.
    case network([UInt8], bits: Int)
  }

  private let patterns: [Pattern]
  private let exceptsSimpleNames: Bool

  /// - Parameters:
  ///   - list: Names, which stand for those below them too and may begin with `.` or `*.`; addresses; networks as
  ///     `10.0.0.0/8`; or `*` for all hosts.
  ///   - exceptsSimpleNames: Whether names without a dot are reached directly.
  init(_ list: [String] = [], exceptsSimpleNames: Bool = false) {
    patterns = list.compactMap(Self.pattern)
    self.exceptsSimpleNames = exceptsSimpleNames
  }

  /// Returns `true` if a host is reached directly.
  func contains(_ host: String) -> Bool {
    let host = Self.bare(host)
    let address = Self.address(host)
    if exceptsSimpleNames, address == nil, !host.contains(".") { return true }
    return patterns.contains { pattern in
      switch pattern {
      case .every: true
      case .name(let name): address == nil && (host == name || host.hasSuffix("." + name))
      case .network(let network, let bits): address.map { Self.isIn($0, network, bits) } ?? false
      }
    }
  }

  private static func pattern(_ text: String) -> Pattern? {
    let text = bare(text.trimmingCharacters(in: .whitespaces))
    if text == "*" { return .every }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let network = address(padded(parts[0])) {
      guard let bits = Int(parts[1]), (0...network.count * 8).contains(bits) else { return nil }
      return .network(network, bits: bits)
    }
    if let address = address(text) { return .network(address, bits: address.count * 8) }
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text.drop { $0 == "." }
    return name.isEmpty ? nil : .name(String(name))
  }

  /// Small letters, without the brackets of an address and the dot that ends a full name.
  private static func bare(_ host: String) -> String {
    var host = host.lowercased()[...]
    if host.hasSuffix("."), host != "." { host.removeLast() }
    if host.hasPrefix("["), let end = host.lastIndex(of: "]") { host = host[host.index(after: host.startIndex)..<end] }
    return String(host)
  }

  /// `169.254` as `169.254.0.0`.
  private static func padded(_ text: Substring) -> String {
    let missing = 4 - text.split(separator: ".").count
    guard !text.contains(":"), (1...3).contains(missing) else { return String(text) }
    return text + String(repeating: ".0", count: missing)
  }

  /// The bytes of an address, 4 or 16.
  private static func address(_ text: String) -> [UInt8]? {
    let family = text.contains(":") ? AF_INET6 : AF_INET
    var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }

  private static func isIn(_ address: [UInt8], _ network: [UInt8], _ bits: Int) -> Bool {
    guard address.count == network.count else { return false }
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    guard address.prefix(whole) == network.prefix(whole) else { return false }
    return rest == 0 || (address[whole] ^ network[whole]) >> UInt8(8 - rest) == 0
  }
}
