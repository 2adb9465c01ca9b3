// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Finds the browser session that a request acts in.
///
/// A browser sends the cookie with every request, whichever page makes it. Requests that change something therefore need the
/// token of the session besides, which no page of another origin can read; without it they act for nobody.
struct BrowserSessionGate: Sendable {
  let sessions: BrowserSessions
  let cookie: BrowserSessionCookie

  /// The secret of a request's session; `nil` where it acts in none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `cross-origin-refused` where somebody has to sign in and the token is
  ///   missing.
  func secret(of request: HTTPRequest, rule: ServiceRoute.SignIn) throws(WoofError) -> AddressSecret? {
    guard let secret = cookie.secret(of: request) else { return nil }
    if request.method.isSafe { return secret }
    if let token = request.fields[.woofSession], secret.isPageToken(token) { return secret }
    guard rule == .required else { return nil }
    throw WoofError(
      .crossOriginRefused,
      "A change in a browser session needs the token that GET /v1/me tells, in the field Woof-Session.",
      details: ["reason": "no-session-token"])
  }

  /// The session that a request acts in, and the token that its changes need; `nil` if it acts in none.
  func current(of request: HTTPRequest, _ principal: Principal) -> (id: BrowserSessionID, token: String)? {
    guard let session = principal.session, let secret = cookie.secret(of: request) else { return nil }
    return (session.id, secret.pageToken)
  }

  /// Renews the session that a request acts in, if it acts in one: its secret ended with the password that was replaced.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/BrowserSessions/begin(for:on:)``.
  func renew(
    _ principal: Principal, in response: inout HTTPResponse, to request: HTTPRequest,
    credentials: any CredentialStore
  ) async throws {
    guard principal.session != nil, let account = try await credentials.credential(of: principal.name)?.account else {
      return
    }
    let begun = try await sessions.begin(for: Principal(account), on: BrowserDevice(of: request))
    cookie.set(begun.secret, in: &response, to: request)
  }

  /// The challenge of pages of the service, which have a form of their own to ask by; browsers know nothing of it, and do not
  /// ask.
  static let challenge = "Session realm=\"Dogs\""

  /// Asks a page of the service for a session, where it would be asked for a name and a password.
  static func adapt(_ response: inout HTTPResponse, to request: HTTPRequest) {
    guard response.status.code == 401, request.fields.contains(.woofSession) else { return }
    response.fields = response.fields.replacing(.wwwAuthenticate, with: Array(challenge.utf8))
  }

  /// Tells a page of the service which account a response is for, so that what it keeps of that is kept for nobody else.
  ///
  /// Only what is another response for another account tells so. What a cache gives out unasked tells nothing, as it may come to
  /// others than it was made for, and neither do uploads by tickets, which act for accounts whose names their holders need not know.
  static func nameAccount(in response: inout HTTPResponse, to request: HTTPRequest) {
    guard request.fields.contains(.woofSession), response.fields[.vary]?.contains("Authorization") == true,
      response.fields[.cacheControl]?.contains("max-age") != true
    else { return }
    response.fields.append(.woofAccount, response.user ?? nobody)
  }

  /// The name of nobody, which no account can have.
  private static let nobody = "-"

  /// Tells a client that its session has ended.
  static var ended: WoofError {
    WoofError(.authenticationRequired, "The session has ended; sign in again.", details: ["reason": "session-ended"])
  }
}

extension BrowserDevice {
  /// Reads what the browser that sends a request says of itself.
  init(of request: HTTPRequest) {
    self = request.fields[.userAgent].map { BrowserDevice(userAgent: $0) } ?? BrowserDevice()
  }
}
