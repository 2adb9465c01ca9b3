// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Finds out who a request acts for: by HTTP Basic (RFC 7617) or, where nothing of that comes, by the session of a browser.
struct SignInGate: Sendable {
  let authenticator: Authenticator
  /// Finds sessions; `nil` where there are none.
  let sessions: BrowserSessionGate?

  /// Asks for a credential, where there is none.
  static var challenge: WoofError {
    WoofError(
      .authenticationRequired, "Sign in with the name and the password of an account.",
      details: ["reason": "no-credential"])
  }

  /// Refuses what is no name and password of HTTP Basic.
  static var malformed: WoofError {
    WoofError(
      .authenticationRequired,
      "The credential cannot be read; send the name and the password of an account as HTTP Basic has them (RFC 7617).",
      details: ["reason": "malformed-credential"])
  }

  /// Returns the account that a request acts for; `nil` if it brings no credential and needs none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`, `cross-origin-refused`, `too-many-requests` or
  ///   `unavailable`.
  func principal(of request: HTTPRequest, rule: ServiceRoute.SignIn) async throws -> Principal? {
    switch try sender(of: request, rule: rule) {
    case .nobody: return nil
    case .account(let principal): return principal
    case .unverified(let credentials):
      let address = request.client.address
      // Until it is known whose it is, what there is to look up is looked up for the address.
      return try await WorkClient.$current.withValue(.address(address)) {
        try await authenticator.principal(name: credentials.name, password: credentials.password, address: address)
      }
    case .unknown(let secret):
      let principal = try await WorkClient.$current.withValue(.address(request.client.address)) {
        try await sessions?.sessions.principal(showing: secret)
      }
      // A session that has ended is none: browsers keep its cookie.
      if principal == nil, rule == .required { throw BrowserSessionGate.ended }
      return principal
    }
  }

  /// Returns what is known at once of who sends a request.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required` or `cross-origin-refused`.
  func sender(of request: HTTPRequest, rule: ServiceRoute.SignIn) throws(WoofError) -> Sender {
    if rule == .ignored { return .nobody }
    guard let credentials = try credentials(of: request) else { return try browser(of: request, rule: rule) }
    let (name, password) = (credentials.name, credentials.password)
    return authenticator.remembered(name: name, password: password, address: request.client.address)
      .map { .account($0) } ?? .unverified(credentials)
  }

  /// Returns what is known at once of a sender that brings no credential.
  private func browser(of request: HTTPRequest, rule: ServiceRoute.SignIn) throws(WoofError) -> Sender {
    guard request.fields.contains(.cookie), let sessions, let secret = try sessions.secret(of: request, rule: rule)
    else {
      if rule == .required { throw Self.challenge }
      return .nobody
    }
    return sessions.sessions.remembered(secret).map { .account($0) } ?? .unknown(secret)
  }

  /// `true` if a request brings something by which somebody may have signed in, as far as the names of its fields tell.
  func hasEvidence(_ request: HTTPRequest) -> Bool {
    request.fields.contains(.authorization) || request.fields.contains(.cookie)
  }

  /// A sender of a request.
  enum Sender {
    /// The request brings no credential, and needs none.
    case nobody
    /// The account's credential, or session, has been verified before.
    case account(Principal)
    case unverified(HTTPBasicCredentials)
    /// The request acts in a session of which the store has to be asked.
    case unknown(AddressSecret)
  }

  private func credentials(of request: HTTPRequest) throws(WoofError) -> HTTPBasicCredentials? {
    do {
      return try HTTPBasicCredentials(request.fields)
    } catch {
      throw Self.malformed
    }
  }
}
