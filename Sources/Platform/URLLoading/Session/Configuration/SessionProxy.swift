// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The proxies of a session, by the scheme they are for.
struct SessionProxy: Sendable {
  private let byScheme: [String: TransferProxyServer]
  private let exceptions: ProxyExceptions

  /// Reads the keys that Apple documents for `connectionProxyDictionary`.
  ///
  /// - Parameter environment: The variables that decide where there is no dictionary.
  init(_ dictionary: [AnyHashable: Any]?, environment: @autoclosure () -> [String: String]) {
    guard let dictionary else {
      let environment = ProxyEnvironment(environment())
      exceptions = environment.exceptions
      byScheme = ["http", "https"].reduce(into: [:]) { $0[$1] = environment.server(for: $1) }
      return
    }
    exceptions = ProxyExceptions(
      dictionary["ExceptionsList"] as? [String] ?? [],
      exceptsSimpleNames: (Self.number(dictionary["ExcludeSimpleHostnames"]) ?? 0) != 0)
    let socks = Self.server("SOCKS", .socks5, port: 1080, in: dictionary)
    byScheme = ["http": 80, "https": 443].reduce(into: [:]) { servers, entry in
      let (scheme, port) = entry
      servers[scheme] = Self.server(scheme.uppercased(), .http, port: port, in: dictionary) ?? socks
    }
  }

  /// The proxy on the way to a URL, with the credential that the configuration or the environment has for it; `nil`
  /// where the URL is reached directly.
  func server(for url: URL) -> TransferProxyServer? {
    guard !byScheme.isEmpty, let scheme = url.scheme?.lowercased(), let server = byScheme[scheme] else { return nil }
    return exceptions.contains(url.host() ?? "") ? nil : server
  }

  private static func server(
    _ prefix: String, _ kind: TransferProxyServer.Kind, port: Int, in dictionary: [AnyHashable: Any]
  ) -> TransferProxyServer? {
    let isEnabled = (number(dictionary["\(prefix)Enable"]) ?? 0) != 0
    guard isEnabled, let host = dictionary["\(prefix)Proxy"] as? String else { return nil }
    var server = TransferProxyServer(kind: kind, host: host, port: number(dictionary["\(prefix)Port"]) ?? port)
    if let user = dictionary["\(prefix)User"] as? String {
      server.credential = TransferProxyServer.Credential(
        user: user, password: dictionary["\(prefix)Password"] as? String ?? "")
    }
    return server
  }

  private static func number(_ value: Any?) -> Int? {
    switch value {
    case let value as Int: value
    case let value as Bool: value ? 1 : 0
    case let value as NSNumber: value.intValue
    case let value as String: Int(value)
    default: nil
    }
  }
}

/// The proxy settings of the environment, in the variables that libcurl reads too: `http_proxy` (in small letters only,
/// because a server that runs scripts sets `HTTP_PROXY` to a value of the client's), `https_proxy`, `all_proxy` and
/// `no_proxy`.
struct ProxyEnvironment: Sendable {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  /// Hosts that are reached directly.
  var exceptions: ProxyExceptions {
    let list = value(of: ["no_proxy", "NO_PROXY"]) ?? ""
    return ProxyExceptions(list.split { $0 == "," || $0 == " " }.map(String.init))
  }

  /// The proxy for URLs of a scheme, with the credential that stands in its URL.
  func server(for scheme: String) -> TransferProxyServer? {
    let names = scheme == "http" ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
    return value(of: names + ["all_proxy", "ALL_PROXY"]).flatMap(Self.server)
  }

  private func value(of names: [String]) -> String? {
    names.lazy.compactMap { variables[$0] }.first
  }

  private static func server(_ text: String) -> TransferProxyServer? {
    guard !text.isEmpty, let parts = URLComponents(string: text.contains("://") ? text : "http://" + text),
      let host = parts.host, !host.isEmpty, let kind = kind(parts.scheme?.lowercased() ?? "")
    else { return nil }
    let port = parts.port ?? (kind == .https ? 443 : 1080)
    var server = TransferProxyServer(kind: kind, host: host, port: port)
    if let user = parts.user {
      server.credential = TransferProxyServer.Credential(user: user, password: parts.password ?? "")
    }
    return server
  }

  private static func kind(_ scheme: String) -> TransferProxyServer.Kind? {
    switch scheme {
    case "http": .http
    case "https": .https
    case "socks4", "socks4a": .socks4
    case "socks", "socks5", "socks5h": .socks5
    default: nil
    }
  }
}

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
  ///   - exceptsSimpleNames: `true` if names without a dot are reached directly.
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
