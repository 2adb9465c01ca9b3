// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// The way to a server, and what a proxy on it is told; settles ``proxy``.
  func way(to url: URL) -> TransferProxy {
    if let path = core.settings.unixSocketPath { return .socket(path: path) }
    let server = core.settings.proxy.server(for: url)
    if proxy != server { proxyAuthentication = LoadAuthentication() }
    proxy = server
    guard var server else { return .direct }
    if server.speaksHTTP { server.credential = credential(for: server) }
    return .server(server)
  }

  /// `true` if the proxy sees the request, which is plain HTTP, and may respond to it.
  var isForwarded: Bool {
    guard let proxy, proxy.speaksHTTP else { return false }
    return request.url?.scheme?.lowercased() == "http"
  }

  private func credential(for proxy: TransferProxyServer) -> TransferProxyServer.Credential? {
    if proxyAuthentication.sent == nil, let known = core.credentials.remembered(forProxy: proxy.host, proxy.port) {
      proxyAuthentication.use(known.credential, for: known.offer, in: known.space)
    }
    guard let sent = proxyAuthentication.sent, let offer = proxyAuthentication.offer, let user = sent.user,
      let password = sent.password
    else { return nil }
    if offer.scheme == .basic, BasicAuthorization.fieldValue(sent, for: offer) == nil { return nil }
    return TransferProxyServer.Credential(
      scheme: offer.scheme == .digest ? .digest : .basic, user: user, password: password)
  }

  /// A proxy that was asked for a way to the server asks who is there: `false` where the error is something else.
  func meetProxy(_ error: TransferError) -> Bool {
    guard case .tunnelRefused(let head) = error.cause, head.status == 407, let proxy, let url = request.url,
      let response = core.responses.response(of: head, from: url)
    else { return false }
    meet(ServerChallenge(head, by: .proxy(proxy), response: response, failure: error))
    return true
  }
}
