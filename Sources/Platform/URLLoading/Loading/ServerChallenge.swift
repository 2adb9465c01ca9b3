// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The party that asks for a credential: the server, or a proxy on the way to it.
enum AuthenticationParty: Sendable {
  case server
  case proxy(TransferProxyServer)

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

/// A refusal of a server or a proxy, and the ways it offers to be lifted.
struct ServerChallenge: Sendable {
  let party: AuthenticationParty
  let lines: [String]
  let response: HTTPURLResponse
  /// The error with which the load ends if a proxy refused to open a way to the server; `nil` if the refusal can be the
  /// load's response.
  let failure: TransferError?

  init(_ head: TransferHead, by party: AuthenticationParty, response: HTTPURLResponse, failure: TransferError? = nil) {
    let name =
      switch party {
      case .server: "WWW-Authenticate"
      case .proxy: "Proxy-Authenticate"
      }
    self.party = party
    lines = head.headers.filter { HTTPFields.namesAreEqual($0.name, name) }.map(\.value)
    self.response = response
    self.failure = failure
  }

  /// The best way that has not been rejected.
  func offer(without rejected: Set<AuthenticationOffer.Scheme>) -> AuthenticationOffer? {
    AuthenticationOffer.offers(in: lines).first { !rejected.contains($0.scheme) }
  }
}

/// The sender of challenges that are answered by what the delegate returns, as all of a session are.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
  static let unused = ChallengeSender()

  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
