// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// Finds the handler of a request by its method and path. Built once by ``Builder``, and never changed.
///
/// Paths are matched as they are, without normalisation: a path with an empty segment, a segment `.` or `..`, an
/// encoded slash or an encoded control matches no route. Other percent-encoding is decoded before segments are
/// compared. Where several routes match a path, the narrowest one is taken, a text being narrower than a parameter.
package struct HTTPRouter: Sendable {
  /// All routes, in the order in which they were added.
  package let routes: [HTTPRoute]
  private let targets: [Target]
  private let trie: RouteTrie

  /// The handler of a route. A structure, as an array of bare functions would wrap each one that is taken out of it.
  struct Target: Sendable {
    let handler: HTTPHandler
    let parameterNames: [String]
  }

  init(routes: [HTTPRoute], targets: [Target], trie: RouteTrie) {
    self.routes = routes
    self.targets = targets
    self.trie = trie
  }

  /// The methods that some route knows, each once, in the order in which routes were added, `HEAD` after `GET`: what
  /// `OPTIONS *` tells of (RFC 9110 §9.3.7).
  package var methods: [HTTPMethod] {
    var methods: [HTTPMethod] = []
    for route in routes where !methods.contains(route.method) { methods.append(route.method) }
    return allowed(methods)
  }

  /// Finds the route of a request.
  package func match(_ method: HTTPMethod, _ target: HTTPTarget) -> HTTPRouteMatch {
    let path = target.path
    guard path.first == UInt8(ascii: "/") else { return .notFound }
    let isEncoded = target.bytes.span.bytes.firstOffset(of: UInt8(ascii: "%"), in: path.indices) != nil
    return isEncoded ? matchDecoding(path, method) : match(method, target.bytes, pathEnd: path.endIndex)
  }

  /// The methods that the routes of a path take, in the order in which they were added; none where there is no such path.
  package func methods(of target: HTTPTarget) -> [HTTPMethod] {
    // No method is empty, so all are others than this one.
    if case .methodNotAllowed(let methods) = match(.other(""), target) { methods } else { [] }
  }

  private func matchDecoding(_ path: ArraySlice<UInt8>, _ method: HTTPMethod) -> HTTPRouteMatch {
    guard let decoded = PercentEncoding.decode(path), String(validating: decoded, as: UTF8.self) != nil else {
      return .malformed(HTTPViolation(400, "the path is not percent-encoded UTF-8"))
    }
    let slash = UInt8(ascii: "/")
    let addsSlashes = decoded.count { $0 == slash } != path.count { $0 == slash }
    if addsSlashes || decoded.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return .notFound }
    return match(method, decoded, pathEnd: decoded.count)
  }

  private func match(_ method: HTTPMethod, _ bytes: [UInt8], pathEnd: Int) -> HTTPRouteMatch {
    let search = trie.search(bytes, pathEnd: pathEnd, for: method)
    if let index = search.route {
      let target = targets[index]
      let parameters = HTTPPathParameters(path: bytes, names: target.parameterNames, ranges: search.ranges)
      return .route(index: index, handler: target.handler, parameters: parameters)
    }
    guard !search.otherMethods.isEmpty else { return .notFound }
    return .methodNotAllowed(allow: allowed(search.otherMethods))
  }

  /// The methods in the order in which routes were added, `HEAD` after `GET`.
  private func allowed(_ methods: [HTTPMethod]) -> [HTTPMethod] {
    var allow: [HTTPMethod] = []
    for method in methods {
      allow.append(method)
      if method == .get, !methods.contains(.head) { allow.append(.head) }
    }
    return allow
  }
}

extension HTTPRouter {
  /// Gathers routes; a router is made of it once, at start.
  package struct Builder {
    private var routes: [(route: HTTPRoute, handler: HTTPHandler)] = []

    /// Makes a builder without routes.
    package init() {}

    /// Adds a route, as in `add(.get, "/v1/photos/{id}") { request, parameters in … }`.
    package mutating func add(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping HTTPHandler) {
      routes.append((HTTPRoute(method, pattern), handler))
    }

    /// Makes the router.
    ///
    /// - Throws: ``HTTPRouteError`` where a pattern is malformed, where a route was added twice, or where two routes
    ///   match the same path and neither is the narrower one.
    package consuming func freeze() throws(HTTPRouteError) -> HTTPRouter {
      var patterns: [RoutePattern] = []
      for (route, _) in routes { patterns.append(try RoutePattern(route)) }
      for index in routes.indices {
        for earlier in 0..<index where routes[earlier].route.method == routes[index].route.method {
          let reason: String? =
            switch patterns[index].relation(to: patterns[earlier]) {
            case .disjoint, .nested: nil
            case .same: "the routes are the same"
            case .overlapping: "some paths match both routes, and neither route is the narrower one"
            }
          guard let reason else { continue }
          throw HTTPRouteError(route: routes[index].route, other: routes[earlier].route, reason: reason)
        }
      }
      return HTTPRouter(
        routes: routes.map(\.route),
        targets: zip(routes, patterns).map { Target(handler: $0.handler, parameterNames: $1.names) },
        trie: RouteTrie(zip(routes, patterns).map { ($0.route.method, $1) }))
    }
  }
}
