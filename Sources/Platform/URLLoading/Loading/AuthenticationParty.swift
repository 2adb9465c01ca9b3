import Foundation
import FoundationNetworking

/// Who asks who is there.
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
  /// What a party has been told, and has refused.
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
