// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofHTTP

extension TrustedProxies {
  init(from reader: inout ConfigurationReader) {
    let trusted = reader.value(
      "trusted", .list(of: .proxy), default: [],
      "The proxies that are believed for whom they ask: addresses and networks (10.0.0.0/8), and unix for whoever "
        + "connects to a Unix socket. They must write the fields below themselves, over whatever their clients sent.")
    let fields = reader.value(
      "fields", .choice(of: Fields.self), default: .xForwarded,
      "Where they say it: in X-Forwarded-For and X-Forwarded-Proto, or in Forwarded (RFC 7239).")
    let networks = trusted.compactMap { if case .network(let network) = $0 { network } else { nil } }
    self.init(networks: networks, includesUnixSockets: trusted.contains(.unixSockets), fields: fields)
  }

  /// `true` if no proxy is trusted.
  var isEmpty: Bool { networks.isEmpty && !includesUnixSockets }
}

/// The peers that a configuration takes for a proxy.
enum ProxyPlace: Hashable {
  case network(IPNetwork)
  case unixSockets
}

extension ConfigurationKind where Value == ProxyPlace {
  /// An address, a network, or the word for Unix sockets.
  static var proxy: Self {
    Self(name: "network", allowed: "ADDRESS, NETWORK/BITS or unix") {
      $0 == "unix" ? .unixSockets : IPNetwork($0).map { .network($0) }
    } text: {
      if case .network(let network) = $0 { network.description } else { "unix" }
    }
  }
}
