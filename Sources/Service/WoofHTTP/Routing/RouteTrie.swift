// SPDX-License-Identifier: Apache-2.0

/// The patterns of all routes as a tree of segments, in flat arrays, so that a look-up touches no reference counts and
/// makes no strings.
struct RouteTrie: Sendable {
  private var nodes: [Node] = []
  private var literals: [Literal] = []
  private var texts: [UInt8] = []
  private var ends: [End] = []

  /// A position in patterns.
  private struct Node: Sendable {
    /// The literal segments that may follow.
    var literals = 0..<0
    /// The node after a parameter; 0, the root, where none may follow.
    var afterParameter = 0
    /// The routes whose patterns end here.
    var ends = 0..<0
  }

  private struct Literal: Sendable {
    let text: Range<Int>
    let node: Int
  }

  private struct End: Sendable {
    let method: HTTPMethod
    let route: Int
  }

  /// Makes the tree of routes; a route is known by its position.
  init(_ routes: [(method: HTTPMethod, pattern: RoutePattern)]) {
    nodes.append(Node())
    fill(
      node: 0, depth: 0, Array(routes.enumerated().map { ($0.offset, $0.element.method, $0.element.pattern.segments) }))
  }

  private mutating func fill(
    node: Int, depth: Int, _ routes: [(index: Int, method: HTTPMethod, segments: [RoutePattern.Segment])]
  ) {
    let endsStart = ends.count
    ends += routes.filter { $0.segments.count == depth }.map { End(method: $0.method, route: $0.index) }
    nodes[node].ends = endsStart..<ends.count

    let longer = routes.filter { $0.segments.count > depth }
    var segments: [RoutePattern.Segment] = []
    for route in longer where !segments.contains(route.segments[depth]) { segments.append(route.segments[depth]) }

    let firstChild = nodes.count
    let literalsStart = literals.count
    for (offset, segment) in segments.enumerated() {
      nodes.append(Node())
      switch segment {
      case .parameter:
        nodes[node].afterParameter = firstChild + offset
      case .literal(let text):
        literals.append(Literal(text: texts.count..<texts.count + text.utf8.count, node: firstChild + offset))
        texts += text.utf8
      }
    }
    nodes[node].literals = literalsStart..<literals.count
    for (offset, segment) in segments.enumerated() {
      fill(node: firstChild + offset, depth: depth + 1, longer.filter { $0.segments[depth] == segment })
    }
  }
}

extension RouteTrie {
  /// The results of a look-up so far.
  struct Search {
    let method: HTTPMethod
    /// The route that was found.
    var route: Int?
    /// The ranges of its parameters in the path.
    var ranges = HTTPPathParameters.Ranges()
    /// The methods of the routes that have the path, but not the method.
    var otherMethods: [HTTPMethod] = []
  }

  /// Looks for the narrowest route with that path: a literal segment goes before a parameter. `path` is decoded, starts
  /// with a slash, and its slashes separate segments.
  func search(_ path: [UInt8], pathEnd: Int, for method: HTTPMethod) -> Search {
    var search = Search(method: method)
    if pathEnd == 1 {
      finish(at: 0, &search)
    } else {
      descend(from: 0, path, segmentStart: 1, pathEnd: pathEnd, parameterCount: 0, &search)
    }
    return search
  }

  private func descend(
    from node: Int, _ path: [UInt8], segmentStart: Int, pathEnd: Int, parameterCount: Int, _ search: inout Search
  ) {
    let segmentEnd = path.span.bytes.firstOffset(of: UInt8(ascii: "/"), in: segmentStart..<pathEnd) ?? pathEnd
    let segment = segmentStart..<segmentEnd

    func step(to child: Int, _ parameterCount: Int) {
      if segmentEnd == pathEnd {
        finish(at: child, &search)
      } else {
        descend(
          from: child, path, segmentStart: segmentEnd + 1, pathEnd: pathEnd, parameterCount: parameterCount, &search)
      }
    }
    for index in nodes[node].literals where matches(literals[index].text, path, segment) {
      step(to: literals[index].node, parameterCount)
      if search.route != nil { return }
      break
    }
    let child = nodes[node].afterParameter
    guard child != 0, !Self.isEmptyOrDots(path, segment) else { return }
    search.ranges[parameterCount] = segment
    step(to: child, parameterCount + 1)
  }

  private func finish(at node: Int, _ search: inout Search) {
    var served: Int?
    for end in ends[nodes[node].ends] {
      if end.method == search.method { return search.route = end.route }
      if end.method == .get, search.method == .head { served = end.route }
    }
    if let served { return search.route = served }
    for end in ends[nodes[node].ends] where !search.otherMethods.contains(end.method) {
      search.otherMethods.append(end.method)
    }
  }

  private func matches(_ text: Range<Int>, _ path: [UInt8], _ segment: Range<Int>) -> Bool {
    guard text.count == segment.count else { return false }
    for offset in 0..<text.count
    where texts[text.lowerBound &+ offset] != path[segment.lowerBound &+ offset] { return false }
    return true
  }

  private static func isEmptyOrDots(_ path: [UInt8], _ segment: Range<Int>) -> Bool {
    segment.count <= 2 && path[segment].allSatisfy { $0 == UInt8(ascii: ".") }
  }
}
