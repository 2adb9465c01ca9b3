// SPDX-License-Identifier: Apache-2.0

/// The method of a request.
public struct RequestMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, Codable {
  /// The token, as in a request line.
  public let rawValue: String

  /// Makes a method of its token.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a method of its token.
  public init(stringLiteral value: String) { rawValue = value }

  /// `GET`.
  public static let get: Self = "GET"
  /// `HEAD`.
  public static let head: Self = "HEAD"
  /// `POST`.
  public static let post: Self = "POST"
  /// `PUT`.
  public static let put: Self = "PUT"
  /// `PATCH`.
  public static let patch: Self = "PATCH"
  /// `DELETE`.
  public static let delete: Self = "DELETE"
}

/// A pattern that requests match by their method and path, and by any condition beside.
///
/// In a path, `*` stands for one segment, as does a name in braces, and `**` at the end for all that follow:
/// `/v1/photos/*/favourite`.
public struct RequestPattern: Sendable, CustomStringConvertible {
  /// The method; `nil` for any.
  public var method: RequestMethod?
  /// The path; `nil` for any.
  public var path: String?
  /// The condition that must hold beside; `nil` if there is none. It sees the request without its body.
  public var condition: (@Sendable (RecordedExchange) -> Bool)?

  /// Makes a pattern.
  public init(
    _ method: RequestMethod? = nil, _ path: String? = nil,
    where condition: (@Sendable (RecordedExchange) -> Bool)? = nil
  ) {
    self.method = method
    self.path = path
    self.condition = condition
  }

  /// Every request.
  public static let any = RequestPattern()

  /// `GET` of a path.
  public static func get(_ path: String) -> Self { Self(.get, path) }
  /// `POST` to a path.
  public static func post(_ path: String) -> Self { Self(.post, path) }
  /// `PUT` of a path.
  public static func put(_ path: String) -> Self { Self(.put, path) }
  /// `PATCH` of a path.
  public static func patch(_ path: String) -> Self { Self(.patch, path) }
  /// `DELETE` of a path.
  public static func delete(_ path: String) -> Self { Self(.delete, path) }

  /// The same, for requests that bring a credential only. A client that waits to be asked sends everything twice: first
  /// without one.
  public var signedIn: Self {
    var pattern = self
    pattern.condition = { [condition] in $0.fields["Authorization"] != nil && condition?($0) ?? true }
    return pattern
  }

  /// Returns `true` if a request matches method and path, and the condition holds.
  public func matches(_ request: RecordedExchange) -> Bool {
    differences(from: request).isEmpty && (condition?(request) ?? true)
  }

  /// The method and the path.
  public var description: String {
    "\(method?.rawValue ?? "any method") \(path ?? "any path")\(condition == nil ? "" : " (and a condition)")"
  }

  /// The differences of a request from the pattern, in words; a condition can only be told to hold or not.
  func differences(from request: RecordedExchange) -> [String] {
    var differences: [String] = []
    if let method, method.rawValue != request.method {
      differences.append("the method is \(request.method), not \(method.rawValue)")
    }
    if let path, let difference = Self.difference(path, request.path) { differences.append(difference) }
    return differences
  }

  /// Returns `true` if the path of a pattern and that of a route, whose parameters stand in braces, have a path in
  /// common.
  static func overlaps(_ pattern: String, _ route: String) -> Bool { difference(pattern, route) == nil }

  private static func difference(_ pattern: String, _ path: String) -> String? {
    let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
    let found = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in wanted.enumerated() {
      if segment == "**" { return nil }
      guard index < found.count else { return "the path ends before “\(segment)”" }
      guard segment == found[index] || stands(segment) || found[index].hasPrefix("{") else {
        return "the path has “\(found[index])” where “\(segment)” was expected"
      }
    }
    guard found.count == wanted.count else { return "the path goes on with “\(found[wanted.count])”" }
    return nil
  }

  private static func stands(_ segment: Substring) -> Bool { segment == "*" || segment.hasPrefix("{") }
}
