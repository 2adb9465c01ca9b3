// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// One line of the table of routes of the admin API.
struct AdministrationRoute: Sendable {
  /// The action of a route: whether it changes something, and the handler.
  enum Action: Sendable {
    /// It changes nothing.
    case reading(@Sendable (AdministrationContext) async throws -> HTTPResponse)
    /// It changes something: the audit log has it under this name.
    case changing(
      String, isDestructive: Bool, @Sendable (AdministrationContext) async throws -> AdministrationChange)
  }

  let method: HTTPMethod
  let pattern: String
  let action: Action
  /// The names that the query may have.
  let parameters: [String]

  /// A route that changes nothing.
  init(
    _ method: HTTPMethod, _ pattern: String, parameters: [String] = [],
    _ handler: @escaping @Sendable (AdministrationContext) async throws -> HTTPResponse
  ) {
    self.method = method
    self.pattern = pattern
    self.parameters = parameters
    action = .reading(handler)
  }

  /// A route that changes something, which can be planned, and has a reason where it destroys something.
  ///
  /// - Parameter handler: Reads the request and says what is to be done; it changes nothing itself.
  init(
    _ method: HTTPMethod, _ pattern: String, changing action: String, isDestructive: Bool = false,
    _ handler: @escaping @Sendable (AdministrationContext) async throws -> AdministrationChange
  ) {
    self.method = method
    self.pattern = pattern
    parameters = ["plan", "reason"]
    self.action = .changing(action, isDestructive: isDestructive, handler)
  }

  /// Responds to a request of somebody who may.
  ///
  /// - Throws: Any error that keeps it from being done.
  func response(_ context: AdministrationContext, audit: AuditTrail) async throws -> HTTPResponse {
    switch action {
    case .reading(let handler): return try await handler(context)
    case .changing(let name, let isDestructive, let handler):
      let terms = try ChangeTerms(of: context.query, isDestructive: isDestructive)
      let change = try await handler(context)
      if change.isDestructive { try terms.requireReason() }
      if terms.isPlan { return try AdministrationResponse.json(200, try await change.plan()) }
      let request = AuditRequest(
        who: context.who, action: name, subject: change.subject, reason: terms.reason, details: change.details)
      return try await audit.perform(request, change.perform)
    }
  }
}

extension AdministrationRoute {
  /// The same route as accounts reach it that are administrators.
  func serviceRoute(_ audit: AuditTrail) -> ServiceRoute {
    ServiceRoute(method, pattern, signIn: .required, scopes: [], parameters: parameters) { context in
      let principal = try context.signedIn()
      guard principal.isAdministrator else {
        throw WoofError(.forbidden, "Only accounts that are administrators may administer the service.")
      }
      return try await response(AdministrationContext(context, who: principal.name.text), audit: audit)
    }
  }
}
