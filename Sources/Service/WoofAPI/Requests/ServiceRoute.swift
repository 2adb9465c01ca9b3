// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// One line of the service's table of routes.
struct ServiceRoute: Sendable {
  /// A rule for signing in to a route.
  enum SignIn: Sendable {
    /// Nobody has to sign in, but a credential that is sent must be right.
    case optional
    /// Without a credential there is a challenge.
    case required
  }

  let method: HTTPMethod
  let pattern: String
  let signIn: SignIn
  /// The names that the query may have.
  let parameters: [String]
  /// Answers a request whose query and credential have been checked.
  let handler: @Sendable (RouteContext) async throws -> HTTPResponse

  /// The name of the route in metrics.
  var name: String { "\(method.token) \(pattern)" }

  init(
    _ method: HTTPMethod, _ pattern: String, signIn: SignIn = .optional, parameters: [String] = [],
    handler: @escaping @Sendable (RouteContext) async throws -> HTTPResponse
  ) {
    self.method = method
    self.pattern = pattern
    self.signIn = signIn
    self.parameters = parameters
    self.handler = handler
  }
}
