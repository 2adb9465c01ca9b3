// SPDX-License-Identifier: Apache-2.0

import FoundationNetworking

/// With what a load says who is there.
struct LoadAuthentication {
  /// The credential of the exchange that is under way, or comes next.
  private(set) var sent: URLCredential?
  private(set) var offer: AuthenticationOffer?
  /// `true` if the credential that came with the address has been used: for a server, the one in its URL; for a proxy,
  /// the one in the configuration.
  private(set) var hasUsedGiven = false
  var attempts = AuthenticationAttempts()
  /// Schemes that the delegate does not want to answer.
  var rejected: Set<AuthenticationOffer.Scheme> = []

  /// Sends a credential with the next exchange, as the space wants it.
  mutating func use(_ credential: URLCredential, for offer: AuthenticationOffer, in space: ProtectionSpaceIdentity) {
    sent = credential
    self.offer = offer
    attempts.sends(credential)
  }

  /// Sends what the URL says with the next exchange.
  mutating func useURL(_ credential: URLCredential) {
    hasUsedGiven = true
    sent = credential
    offer = AuthenticationOffer(scheme: .basic, realm: nil)
    attempts.sends(credential)
  }

  /// Notes that the credential that came with the address is used, by the scheme of the next offer.
  mutating func noteGiven() { hasUsedGiven = true }

  /// Sends nothing any more.
  mutating func stop() {
    sent = nil
    offer = nil
  }

  /// The next request goes to another origin: what was said to this one stays here.
  mutating func leaveOrigin() {
    self = LoadAuthentication()
  }
}
