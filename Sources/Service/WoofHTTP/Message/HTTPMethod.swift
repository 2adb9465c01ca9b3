// SPDX-License-Identifier: Apache-2.0

/// The method of a request (RFC 9110 §9). Methods are case-sensitive, and the set is open.
package enum HTTPMethod: Hashable, Sendable {
  /// The common methods.
  case get, head, post, put, patch, delete, options
  /// Any other token.
  case other(String)

  /// Makes a method of its token, as it stands in a request line.
  package init(token: some Collection<UInt8>) {
    let text = String(decoding: token, as: UTF8.self)
    self = Self.common.first { $0.token == text } ?? .other(text)
  }

  /// The token, as it stands in a request line.
  package var token: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other(let token): token
    }
  }

  /// `true` if a request with this method asks for no change of state (RFC 9110 §9.2.1).
  package var isSafe: Bool { self == .get || self == .head || self == .options }

  private static let common: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
}
