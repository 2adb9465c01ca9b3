// SPDX-License-Identifier: Apache-2.0

/// Answers the requests of one route. Runs on the loop of the connection and is cancelled when the peer leaves.
public typealias HTTPHandler = @Sendable (HTTPRequest, HTTPPathParameters) async throws -> HTTPResponse

/// The requests that a handler is registered for: a method and a pattern of paths.
public struct HTTPRoute: Hashable, Sendable, CustomStringConvertible {
  /// The method. A route for `GET` answers `HEAD` too, where `HEAD` has no route of its own.
  public let method: HTTPMethod
  /// The pattern: segments after slashes, each a text or the name of a parameter in braces, as in
  /// `/v1/photos/{id}/original`.
  public let pattern: String

  /// Makes a route.
  public init(_ method: HTTPMethod, _ pattern: String) {
    self.method = method
    self.pattern = pattern
  }

  /// The method and the pattern, as `GET /v1/photos/{id}`.
  public var description: String { "\(method.token) \(pattern)" }
}

/// A mistake of the program in its routes, found when their router is made at the start.
public struct HTTPRouteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The route that is wrong.
  public let route: HTTPRoute
  /// The route that it collides with, where it does.
  public let other: HTTPRoute?
  /// The mistake in the route, as a sentence without its full stop.
  public let reason: String

  /// The routes and the reason.
  public var description: String {
    guard let other else { return "\(route): \(reason)" }
    return "\(route) and \(other): \(reason)"
  }
}

/// An outcome of ``HTTPRouter/match(_:_:)``.
public enum HTTPRouteMatch: Sendable {
  /// The route with that index in ``HTTPRouter/routes``, its handler, and what stands in the path for its parameters.
  case route(index: Int, handler: HTTPHandler, parameters: HTTPPathParameters)
  /// No route has the path.
  case notFound
  /// Routes have the path, but for the methods in `allow` only, in the order in which they were added.
  case methodNotAllowed(allow: [HTTPMethod])
  /// The path is wrongly percent-encoded, or what it encodes is not UTF-8.
  case malformed(HTTPViolation)
}
