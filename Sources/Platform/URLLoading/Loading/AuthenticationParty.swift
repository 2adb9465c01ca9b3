// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The party that asks for a credential: the server, or a proxy on the way to it.
enum AuthenticationParty: Sendable {
  case server
  case proxy(TransferProxyServer)
}

extension AuthenticationParty {
  /// The space of a credential for an offer; none where the URL names no server.
  func protectionSpace(for offer: AuthenticationOffer, at url: URL) -> URLProtectionSpace? {
    switch self {
    case .server: offer.protectionSpace(of: url)
    case .proxy(let proxy):
      offer.protectionSpace(
        ofProxy: proxy.host, port: proxy.port,
        type: proxy.kind == .https ? NSURLProtectionSpaceHTTPSProxy : NSURLProtectionSpaceHTTPProxy)
    }
  }
}

extension Load {
  /// The state of the authentication by one party: the credential sent to it, the attempts and the rejected schemes.
  subscript(toldTo party: AuthenticationParty) -> LoadAuthentication {
    get {
      switch party {
      case .server: authentication
      case .proxy: proxyAuthentication
      }
    }
    set {
      switch party {
      case .server: authentication = newValue
      case .proxy: proxyAuthentication = newValue
      }
    }
  }
}
