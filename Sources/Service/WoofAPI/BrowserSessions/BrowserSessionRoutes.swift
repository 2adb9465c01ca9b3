// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Signing in on a page, and the browsers in which an account has. Whoever signed in with an app password neither sees nor ends
/// any.
struct BrowserSessionRoutes: Sendable {
  let gate: BrowserSessionGate
  let authenticator: Authenticator
  /// The audit trail that records sessions; `nil` if nothing is recorded.
  let audit: AuditTrail?

  private static let path = "/v1/me/sessions"

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.post, "/v1/sessions", scopes: [], handler: begin),
      ServiceRoute(.get, Self.path, signIn: .required, scopes: [], parameters: ["limit", "after"], handler: list),
      ServiceRoute(.delete, Self.path, signIn: .required, scopes: [], handler: endAll),
      ServiceRoute(.delete, "\(Self.path)/current", signIn: .required, scopes: [], handler: endCurrent),
      ServiceRoute(.delete, "\(Self.path)/{id}", signIn: .required, scopes: [], handler: end),
    ]
  }

  private func begin(_ context: RouteContext) async throws -> HTTPResponse {
    let request = context.request
    guard gate.cookie.isKept(by: request) else { throw Self.notKept }
    let principal = try await signIn(request)
    let entry = context.auditEntry("sessions.begin", of: principal.name, by: principal.name)
    return try await audit.perform(entry) {
      let (session, secret) = try await gate.sessions.begin(for: principal, on: BrowserDevice(of: request))
      try await endFormer(of: request)
      var response = HTTPResponse.unstoredJSON(201, BrowserSessionJSON.bytes(of: session, token: secret.pageToken))
      response.fields.append(.location, "\(Self.path)/\(session.id)")
      gate.cookie.set(secret, in: &response, to: request)
      return response
    }
  }

  /// Checks the name and the password in a request. A wrong one is `403`: a `401` would be taken for the credential of the
  /// request, and have the browser ask for another.
  private func signIn(_ request: HTTPRequest) async throws -> Principal {
    let members = try await SecretMembers.read(from: request, allowing: ["name", "password"])
    let name = try members.text("name", "the name of the account")
    let password = try members.secret("password", "the password of the account")
    do {
      let principal = try await authenticator.principal(
        name: name, password: password, address: request.client.address)
      guard principal.appPassword == nil else {
        throw WoofError(.forbidden, "This is an app password; give the password of the account.")
      }
      return principal
    } catch let error as WoofError where error.code == .authenticationRequired {
      throw WoofError(.forbidden, "The name or the password is wrong.", cause: error)
    }
  }

  /// Ends the session that the browser had before, whoever's it was.
  private func endFormer(of request: HTTPRequest) async throws {
    guard let former = gate.cookie.secret(of: request),
      let principal = try await gate.sessions.principal(showing: former), let session = principal.session
    else { return }
    try? await gate.sessions.end(session.id, of: principal.id)
  }

  private func list(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    let page = try await gate.sessions.sessions(
      of: principal.id, after: try PageCursor.browserSessions(after: context.query["after"]),
      limit: try context.query.pageLimit())
    let bytes = PageRendering.bytes(of: page.items, next: page.next.map { PageCursor.text(of: $0) }) {
      BrowserSessionJSON.write($0, isCurrent: $0.id == principal.session?.id, to: &$1)
    }
    return .unstoredJSON(200, bytes)
  }

  private func end(_ context: RouteContext) async throws -> HTTPResponse {
    guard let bytes = context.path.bytes(of: "id"), let id = BrowserSessionID(utf8: bytes) else {
      throw WoofError.noSuchBrowserSession
    }
    return try await end(id, context)
  }

  private func endCurrent(_ context: RouteContext) async throws -> HTTPResponse {
    guard let session = try context.signedIn().session else {
      throw WoofError(.notFound, "This request acts in no session; there is nothing to end.")
    }
    return try await end(session.id, context)
  }

  private func end(_ id: BrowserSessionID, _ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    return try await audit.perform(context.auditEntry("sessions.end", of: id, by: principal.name)) {
      try await gate.sessions.end(id, of: principal.id)
      return signedOut(context, isOwn: id == principal.session?.id)
    }
  }

  private func endAll(_ context: RouteContext) async throws -> HTTPResponse {
    let principal = try context.signedIn()
    return try await audit.perform(context.auditEntry("sessions.end-all", of: principal.name, by: principal.name)) {
      try await gate.sessions.endAll(of: principal.id)
      return signedOut(context, isOwn: principal.session != nil)
    }
  }

  private func signedOut(_ context: RouteContext, isOwn: Bool) -> HTTPResponse {
    var response = HTTPResponse(204)
    if isOwn { gate.cookie.clear(in: &response, to: context.request) }
    return response
  }

  private static var notKept: WoofError {
    WoofError(
      .forbidden,
      "Browsers keep no session at an address without TLS, as everybody on the way could read it; use https, or have "
        + "the service allow it by sessions.plainHTTP in its configuration.",
      details: ["reason": "plain-http"])
  }
}
