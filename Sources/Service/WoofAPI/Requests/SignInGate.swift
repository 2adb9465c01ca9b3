// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Finds out who a request acts for, by HTTP Basic (RFC 7617).
struct SignInGate: Sendable {
  let authenticator: Authenticator

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
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`, `too-many-requests` or `unavailable`.
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
    }
  }

  /// Returns what is known at once of who sends a request.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`.
  func sender(of request: HTTPRequest, rule: ServiceRoute.SignIn) throws(WoofError) -> Sender {
    guard let credentials = try credentials(of: request) else {
      if rule == .required { throw Self.challenge }
      return .nobody
    }
    let (name, password) = (credentials.name, credentials.password)
    return authenticator.remembered(name: name, password: password, address: request.client.address)
      .map { .account($0) } ?? .unverified(credentials)
  }

  /// A sender of a request.
  enum Sender {
    /// The request brings no credential, and needs none.
    case nobody
    /// The account's credential has been verified before.
    case account(Principal)
    case unverified(HTTPBasicCredentials)
  }

  private func credentials(of request: HTTPRequest) throws(WoofError) -> HTTPBasicCredentials? {
    do {
      return try HTTPBasicCredentials(request.fields)
    } catch {
      throw Self.malformed
    }
  }
}
