// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// One line of the service's table of routes.
struct ServiceRoute: Sendable {
  /// A rule for signing in to a route.
  enum SignIn: Sendable {
    /// Nobody has to sign in, but a credential that is sent must be right.
    case optional
    /// Without a credential there is a challenge.
    case required
    /// Everybody gets the same, and a credential or a session is not looked at.
    case ignored
    /// The path has a ticket, for whose account the request acts; a credential is not looked at.
    case ticket
  }

  let method: HTTPMethod
  let pattern: String
  let signIn: SignIn
  /// The scopes of which an app password needs one for the route; none where no app password is taken.
  let scopes: AppPasswordScopes
  /// The names that the query may have.
  let parameters: [String]
  /// `true` if the query may have others too, which mean nothing: on pages, whose addresses other sites add to.
  let ignoresOtherParameters: Bool
  /// The fields of all responses of the route, of failures as well.
  let responseFields: HTTPFields
  /// Responds to a request whose query and credential have been checked.
  let handler: @Sendable (RouteContext) async throws -> HTTPResponse
  /// Responds to such a request where nothing has to be waited for; gives `nil`, or an error, where the handler is to
  /// respond. `nil` where a route has nothing at hand.
  let immediateHandler: (@Sendable (RouteContext) throws -> HTTPResponse?)?
  /// `false` if the immediate handler has nothing for whoever signs in, and is not to be asked.
  let isImmediateForAccounts: Bool

  /// The name of the route in metrics.
  var name: String { "\(method.token) \(pattern)" }

  /// The query of a request to the route.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  func query(of request: HTTPRequest) throws(WoofError) -> RouteQuery {
    try RouteQuery(of: request, allowing: parameters, ignoresOthers: ignoresOtherParameters)
  }

  /// Makes a route; app passwords need the scope `read` for methods that change nothing, and `write` for others, unless
  /// `scopes` says otherwise.
  init(
    _ method: HTTPMethod, _ pattern: String, signIn: SignIn = .optional, scopes: AppPasswordScopes? = nil,
    parameters: [String] = [],
    ignoresOtherParameters: Bool = false,
    responseFields: HTTPFields = HTTPFields(),
    immediately immediateHandler: (@Sendable (RouteContext) throws -> HTTPResponse?)? = nil,
    isImmediateForAccounts: Bool = true,
    handler: @escaping @Sendable (RouteContext) async throws -> HTTPResponse
  ) {
    self.method = method
    self.pattern = pattern
    self.signIn = signIn
    self.scopes = scopes ?? ([.get, .head, .options].contains(method) ? .read : .write)
    self.parameters = parameters
    self.ignoresOtherParameters = ignoresOtherParameters
    self.responseFields = responseFields
    self.immediateHandler = immediateHandler
    self.isImmediateForAccounts = isImmediateForAccounts
    self.handler = handler
  }

  /// `true` if whoever signed in may use the route, as far as an app password limits that.
  func admits(_ principal: Principal) -> Bool {
    principal.appPassword.map { !$0.scopes.isDisjoint(with: scopes) } ?? true
  }

  /// Makes sure that an app password is good for the route.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden`.
  func requireAdmitted(_ principal: Principal) throws(WoofError) {
    guard !admits(principal) else { return }
    throw .outOfScope(scopes)
  }
}

extension WoofError {
  /// Refuses an app password that is not for what is asked.
  ///
  /// - Parameter scopes: The scopes of which one would do.
  static func outOfScope(_ scopes: AppPasswordScopes) -> WoofError {
    guard !scopes.isEmpty else {
      return WoofError(
        .forbidden, "An app password is not enough for this; sign in with the password of the account.",
        details: ["scopes": .array([])])
    }
    return WoofError(
      .forbidden,
      "The app password is not for this: it lacks the scope \(scopes.names.joined(separator: " or ")).",
      details: ["scopes": .array(scopes.names.map { .string($0) })])
  }
}

/// The input of a route's handler: the request, the parts of its path, its checked query, and the account for which it acts.
struct RouteContext: Sendable {
  let request: HTTPRequest
  let path: HTTPPathParameters
  let query: RouteQuery
  let principal: Principal?
  /// The ticket that the path has; `nil` on routes without one.
  var ticket: UploadTicket?

  /// The photo that the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no id.
  func photoID() throws(WoofError) -> PhotoID { try photoID(named: "id") }

  /// A photo that another part of the path names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the path holds no id.
  func photoID(named name: String) throws(WoofError) -> PhotoID {
    guard let bytes = path.bytes(of: name), let id = PhotoID(utf8: bytes) else { throw WoofError.noSuchPhoto }
    return id
  }

  /// Makes sure that whoever signed in with an app password may use it for one thing among those that the route does.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden`.
  func require(_ scope: AppPasswordScopes) throws(WoofError) {
    guard let grant = principal?.appPassword, !grant.scopes.contains(scope) else { return }
    throw .outOfScope(scope)
  }

  /// The audit log's entry about something that an account has done, with the address from which it did. It names what was
  /// changed, and never has a secret.
  func auditEntry(
    _ action: String, of subject: some CustomStringConvertible, by account: AccountName,
    _ details: [String: JSONValue] = [:]
  ) -> AuditRequest {
    AuditRequest(
      who: account.text, action: action, subject: subject.description,
      details: details.merging(["address": .string(request.client.address)]) { $1 })
  }

  /// Returns the account that signed in, on routes that ask for one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required`.
  func signedIn() throws(WoofError) -> Principal {
    guard let principal else { throw SignInGate.challenge }
    return principal
  }
}
