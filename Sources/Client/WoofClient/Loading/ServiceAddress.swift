// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import WoofHTTPSemantics

/// The address of a service, below which its routes are.
package struct ServiceAddress: Hashable, Sendable {
  let origin: ServiceOrigin
  private let base: URL
  /// The base URL, without slashes at its end, that precedes the path of every route; `nil` if no service can have it.
  private let prefix: String?

  /// Takes the address of a service as it is given.
  package init(_ base: URL) {
    self.base = base
    origin = ServiceOrigin(base)
    prefix = Self.prefix(of: base)
  }

  /// The URL of a route.
  ///
  /// - Throws: ``WoofError`` with the code `invalidAddress` where the address is none of a service, or the path begins with
  ///   no slash.
  package func url(_ path: String, _ query: [URLQueryItem]) throws(WoofError) -> URL {
    // Without it the path would go on with the name of the host, and whoever that is would get the credential.
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw WoofError(
        .invalidAddress, "The path of a request begins with a slash, as /v1/photos: \"\(path)\" does not.")
    }
    let query = query.map(Self.encoded).joined(separator: "&")
    guard let prefix, let url = URL(string: query.isEmpty ? prefix + path : "\(prefix)\(path)?\(query)") else {
      throw WoofError(.invalidAddress, WoofError.addressAdvice(WoofError.shown(base)))
    }
    return url
  }

  private static func prefix(of base: URL) -> String? {
    guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true), isValid(components) else {
      return nil
    }
    while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
    return components.string
  }

  private static func isValid(_ components: URLComponents) -> Bool {
    ["http", "https"].contains(components.scheme?.lowercased()) && components.host?.isEmpty == false
      && components.user == nil && components.query == nil && components.fragment == nil
  }

  /// Nothing but unreserved characters stays as it is (RFC 3986 §2.3): servers differ about the plus sign.
  private static func encoded(_ item: URLQueryItem) -> String {
    guard let value = item.value else { return encoded(item.name) }
    return "\(encoded(item.name))=\(encoded(value))"
  }

  /// A text as one segment of a path, or one name or value of a query.
  package static func encoded(_ text: String) -> String {
    var encoded: [UInt8] = []
    PercentEncoding.append(text.utf8, keeping: .unreserved, to: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }
}
