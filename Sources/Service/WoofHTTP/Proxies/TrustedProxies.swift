// SPDX-License-Identifier: Apache-2.0

/// The proxies that may name the client of a request, and the fields in which they name it.
///
/// A trusted proxy is believed only about the peer that connected to it. The chain of addresses is read from its end,
/// which the nearest proxy wrote, to the first address that is not a trusted proxy's. The client may have made up
/// everything before that address.
package struct TrustedProxies: Hashable, Sendable {
  /// The fields that tell of the client.
  package enum Fields: String, Hashable, Sendable, CaseIterable {
    /// `X-Forwarded-For` and `X-Forwarded-Proto`, which most proxies write.
    case xForwarded = "x-forwarded"
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  /// The networks that proxies are in. Default: none.
  package var networks: [IPNetwork]
  /// `true` if every peer that connects to a Unix socket is a trusted proxy. Default: `false`.
  package var includesUnixSockets: Bool
  /// The fields in which a proxy names the client. Default: ``Fields/xForwarded``.
  ///
  /// All other fields are ignored: a proxy that does not write them passes on what its client made up.
  package var fields: Fields

  /// Makes a list.
  package init(networks: [IPNetwork] = [], includesUnixSockets: Bool = false, fields: Fields = .xForwarded) {
    self.networks = networks
    self.includesUnixSockets = includesUnixSockets
    self.fields = fields
  }

  /// Returns `true` if an address is that of a trusted proxy.
  func trusts(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

  /// Returns `true` if the peer at a socket address is a trusted proxy.
  func trusts(_ address: SocketAddress) -> Bool {
    if networks.isEmpty && !includesUnixSockets { return false }
    return address.ipAddress.map { trusts($0) } ?? includesUnixSockets
  }

  /// Returns the client for whom a trusted proxy asks; the proxy itself if it does not say.
  func client(behind proxy: HTTPPeer, saying fields: HTTPFields) -> HTTPPeer {
    switch self.fields {
    case .xForwarded: clientOfXForwarded(proxy, fields)
    case .forwarded: clientOfForwarded(proxy, fields)
    }
  }

  private func clientOfXForwarded(_ proxy: HTTPPeer, _ fields: HTTPFields) -> HTTPPeer {
    let hops = ForwardedField.list(of: fields, .xForwardedFor)
    let schemes = ForwardedField.list(of: fields, .xForwardedProto)
    var client = proxy
    var index = hops.count
    while index > 0, let hop = ForwardedNode(hops[index - 1]) {
      index -= 1
      client.become(hop)
      if !trusts(hop.address) { break }
    }
    // Where each proxy adds its scheme, the one beside the client's address counts; otherwise the nearest proxy's.
    let scheme = schemes.count == hops.count && index < hops.count ? schemes[index] : schemes.last
    if let isSecure = scheme.flatMap(ForwardedField.isSecure) { client.isSecure = isSecure }
    return client
  }

  private func clientOfForwarded(_ proxy: HTTPPeer, _ fields: HTTPFields) -> HTTPPeer {
    var client = proxy
    // Each line by itself, so that what a client left open in its own line swallows nothing of the proxy's.
    var lines: [ArraySlice<UInt8>] = []
    fields.forEachValue(of: .forwarded) { lines.append($0) }
    for line in lines.reversed() {
      guard let elements = ForwardedField.elements(of: line) else { return client }
      for element in elements.reversed() {
        if let isSecure = element.isSecure { client.isSecure = isSecure }
        guard let hop = element.node else { return client }
        client.become(hop)
        if !trusts(hop.address) { return client }
      }
    }
    return client
  }
}

extension HTTPPeer {
  /// Takes the place of a proxy that spoke for somebody else; the scheme stays.
  fileprivate mutating func become(_ node: ForwardedNode) {
    address = node.address.description
    port = node.port
    userID = nil
  }
}
