// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// A pattern of paths, taken apart.
struct RoutePattern: Hashable {
  /// One segment of a pattern.
  enum Segment: Hashable {
    case literal(String)
    case parameter
  }

  let segments: [Segment]
  let names: [String]

  /// Takes a pattern apart.
  ///
  /// - Throws: ``HTTPRouteError`` where the route's pattern could match nothing, or not what it says.
  init(_ route: HTTPRoute) throws(HTTPRouteError) {
    guard route.pattern.utf8.first == UInt8(ascii: "/") else { throw route.error("the pattern does not start with /") }
    var segments: [Segment] = []
    var names: [String] = []
    if route.pattern != "/" {
      for text in route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        if text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") {
          names.append(try Self.name(text, route))
          segments.append(.parameter)
        } else {
          segments.append(.literal(try Self.literal(text, route)))
        }
      }
    }
    guard names.count <= HTTPPathParameters.maximalCount else {
      throw route.error("the pattern has more than \(HTTPPathParameters.maximalCount) parameters")
    }
    guard Set(names).count == names.count else { throw route.error("two parameters have the same name") }
    self.segments = segments
    self.names = names
  }

  private static func name(_ segment: Substring, _ route: HTTPRoute) throws(HTTPRouteError) -> String {
    let name = segment.dropFirst().dropLast()
    guard !name.isEmpty, name.utf8.allSatisfy({ HTTPToken.isTokenByte($0) }) else {
      throw route.error("the name of a parameter is not a word")
    }
    return String(name)
  }

  private static func literal(_ segment: Substring, _ route: HTTPRoute) throws(HTTPRouteError) -> String {
    guard !segment.isEmpty, segment != ".", segment != "..", segment.utf8.allSatisfy(isLiteralByte) else {
      throw route.error("the segment \"\(segment)\" can be in no path")
    }
    return String(segment)
  }

  private static func isLiteralByte(_ byte: UInt8) -> Bool {
    ASCIISet.target.contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "?")
  }
}

extension RoutePattern {
  /// A relation of the paths that one pattern matches to those that another matches.
  enum Relation {
    /// No path is matched by both.
    case disjoint
    /// Both match the same paths.
    case same
    /// One matches some of what the other does.
    case nested
    /// Some paths are matched by both, and others by either alone.
    case overlapping
  }

  /// Returns the relation of the paths that this pattern matches to those of another.
  func relation(to other: RoutePattern) -> Relation {
    guard segments.count == other.segments.count else { return .disjoint }
    var isNarrower = false
    var isWider = false
    for (segment, otherSegment) in zip(segments, other.segments) where segment != otherSegment {
      switch (segment, otherSegment) {
      case (.literal, .literal): return .disjoint
      case (.literal, .parameter): isNarrower = true
      default: isWider = true
      }
    }
    if isNarrower && isWider { return .overlapping }
    return isNarrower || isWider ? .nested : .same
  }
}

extension HTTPRoute {
  fileprivate func error(_ reason: String) -> HTTPRouteError { HTTPRouteError(route: self, other: nil, reason: reason) }
}
