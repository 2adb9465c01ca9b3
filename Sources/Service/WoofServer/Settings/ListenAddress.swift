// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// An address to listen on, as configuration and command line spell it: `127.0.0.1:9663`, `[::1]:9663`, `localhost:0` or
/// `unix:/run/woof.sock`. Where ` proxy-protocol` follows, every connection begins with the header of that protocol.
package struct ListenAddress: Hashable, Sendable, LosslessStringConvertible {
  enum Kind: Hashable, Sendable {
    case tcp(host: String, port: Int)
    case unix(path: String)
  }

  let kind: Kind
  /// `true` if connections begin with a header of the PROXY protocol.
  let takesProxyHeader: Bool

  private static let proxyHeaderWord = " proxy-protocol"

  /// Reads an address; `nil` where the text is none.
  package init?(_ text: String) {
    takesProxyHeader = text.hasSuffix(Self.proxyHeaderWord)
    let text = takesProxyHeader ? String(text.dropLast(Self.proxyHeaderWord.count)) : text
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard path.hasPrefix("/"), path.utf8.count < 108 else { return nil }
      kind = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
      guard host.contains(":") else { return nil }
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else { return nil }
    kind = .tcp(host: String(host), port: Int(port))
  }

  init?(host: String, port: Int) { self.init(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)") }

  /// The address, as it is read.
  package var description: String {
    let address =
      switch kind {
      case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
      case .unix(let path): "unix:\(path)"
      }
    return takesProxyHeader ? address + Self.proxyHeaderWord : address
  }

  /// `true` if only this machine can reach the address.
  package var isLocal: Bool {
    switch kind {
    case .unix: true
    case .tcp(let host, _): host == "localhost" || host == "::1" || Self.isLoopback4(host)
    }
  }

  /// The name that it was given by; `nil` for an address or a Unix socket.
  var hostName: String? {
    guard case .tcp(let host, _) = kind, host != "*", IPAddress(host) == nil else { return nil }
    return host
  }

  var isUnix: Bool {
    if case .unix = kind { true } else { false }
  }

  /// The same address as the HTTP engine takes it.
  var engineAddress: HTTPListener.Address {
    switch kind {
    case .tcp(let host, let port): .tcp(host: host, port: port)
    case .unix(let path): .unix(path: path)
    }
  }

  private static func isLoopback4(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
