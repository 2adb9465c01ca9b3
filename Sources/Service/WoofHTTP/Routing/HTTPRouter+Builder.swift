extension HTTPRouter {
  /// Gathers routes; a router is made of it once, at start.
  public struct Builder {
    private var routes: [(route: HTTPRoute, handler: HTTPHandler)] = []

    /// Makes a builder without routes.
    public init() {}

    /// Adds a route, as in `add(.get, "/v1/photos/{id}") { request, parameters in … }`.
    public mutating func add(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping HTTPHandler) {
      routes.append((HTTPRoute(method, pattern), handler))
    }

    /// Makes the router.
    ///
    /// - Throws: ``HTTPRouteError`` where a pattern is malformed, where a route was added twice, or where two routes
    ///   match the same path and neither is the narrower one.
    public consuming func freeze() throws(HTTPRouteError) -> HTTPRouter {
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
