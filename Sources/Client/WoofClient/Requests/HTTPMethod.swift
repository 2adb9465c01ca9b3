// SPDX-License-Identifier: Apache-2.0

/// A method of HTTP (RFC 9110 §9, RFC 5789).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The name, in capitals.
  public let rawValue: String

  /// Makes a method of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads the head of a response only.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Asks what may be done.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// Sets, however often it is sent.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Adds.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Changes in part.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  /// `true` if a request sent twice has the same effect as one sent once (RFC 9110 §9.2.2).
  public var isIdempotent: Bool { [.get, .head, .options, .put, .delete].contains(self) }
}
