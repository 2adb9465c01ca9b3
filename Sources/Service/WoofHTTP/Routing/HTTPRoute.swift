// SPDX-License-Identifier: Apache-2.0

/// Responds to the requests of one route. Runs on the loop of the connection and is cancelled when the peer leaves.
package typealias HTTPHandler = @Sendable (HTTPRequest, HTTPPathParameters) async throws -> HTTPResponse

/// The requests that a handler is registered for: a method and a pattern of paths.
package struct HTTPRoute: Hashable, Sendable, CustomStringConvertible {
  /// The method. A route for `GET` takes `HEAD` too, where `HEAD` has no route of its own.
  package let method: HTTPMethod
  /// The pattern: segments after slashes, each a text or the name of a parameter in braces, as in
  /// `/v1/photos/{id}/original`.
  package let pattern: String

  /// Makes a route.
  package init(_ method: HTTPMethod, _ pattern: String) {
    self.method = method
    self.pattern = pattern
  }

  /// The method and the pattern, as `GET /v1/photos/{id}`.
  package var description: String { "\(method.token) \(pattern)" }
}

/// A mistake of the program in its routes, found when their router is made at the start.
package struct HTTPRouteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The route that is wrong.
  package let route: HTTPRoute
  /// The route that it collides with, where it does.
  package let other: HTTPRoute?
  /// The mistake in the route, as a sentence without its full stop.
  package let reason: String

  /// The routes and the reason.
  package var description: String {
    guard let other else { return "\(route): \(reason)" }
    return "\(route) and \(other): \(reason)"
  }
}

/// An outcome of ``HTTPRouter/match(_:_:)``.
package enum HTTPRouteMatch: Sendable {
  /// The route with that index in ``HTTPRouter/routes``, its handler, and what stands in the path for its parameters.
  case route(index: Int, handler: HTTPHandler, parameters: HTTPPathParameters)
  /// No route has the path.
  case notFound
  /// Routes have the path, but for the methods in `allow` only, in the order in which they were added.
  case methodNotAllowed(allow: [HTTPMethod])
  /// The path is wrongly percent-encoded, or what it encodes is not UTF-8.
  case malformed(HTTPViolation)
}

/// The values that a path has for the parameters of its route, percent-decoded. They are UTF-8 without slashes and
/// controls, and never empty or a dot segment.
package struct HTTPPathParameters: Sendable {
  private let path: [UInt8]
  private let names: [String]
  private let ranges: Ranges

  /// The largest number of parameters that a route may have.
  package static let maximalCount = 4

  /// The ranges of up to four parameters in a path, kept without an allocation.
  struct Ranges: Sendable {
    // Not a SIMD vector: its alignment would be more than tasks give to what lives across an `await`.
    private var bounds = InlineArray<8, UInt32>(repeating: 0)

    /// The range of a parameter, by its position in the pattern.
    subscript(position: Int) -> Range<Int> {
      get { Int(bounds[2 * position])..<Int(bounds[2 * position + 1]) }
      set {
        bounds[2 * position] = UInt32(newValue.lowerBound)
        bounds[2 * position + 1] = UInt32(newValue.upperBound)
      }
    }
  }

  /// Makes the parameters of those names, which stand at `ranges` in the decoded path.
  init(path: [UInt8], names: [String], ranges: Ranges) {
    self.path = path
    self.names = names
    self.ranges = ranges
  }

  /// The number of parameters.
  package var count: Int { names.count }

  /// The value of a parameter as bytes; `nil` where the route has none of that name.
  package func bytes(of name: String) -> ArraySlice<UInt8>? {
    names.firstIndex(of: name).map { path[ranges[$0]] }
  }

  /// The value of a parameter; `nil` where the route has none of that name.
  package subscript(name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }
}
