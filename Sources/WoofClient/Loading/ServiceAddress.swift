import Foundation

/// The address of a service, below which its routes are.
struct ServiceAddress: Hashable, Sendable {
  let origin: ServiceOrigin
  private let base: URL

  init(_ base: URL) {
    self.base = base
    origin = ServiceOrigin(base)
  }

  /// The URL of a route.
  ///
  /// - Throws: ``WoofError`` with the code `invalidAddress` where the address is none of a service.
  func url(_ path: String, _ query: [URLQueryItem]) throws(WoofError) -> URL {
    guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true), isValid(components) else {
      throw WoofError(.invalidAddress, WoofError.addressAdvice(WoofError.shown(base)))
    }
    var prefix = components.percentEncodedPath[...]
    while prefix.hasSuffix("/") { prefix.removeLast() }
    components.percentEncodedPath = prefix + path
    components.percentEncodedQuery = query.isEmpty ? nil : query.map(Self.encoded).joined(separator: "&")
    guard let url = components.url else {
      throw WoofError(.invalidAddress, WoofError.addressAdvice(WoofError.shown(base)))
    }
    return url
  }

  private func isValid(_ components: URLComponents) -> Bool {
    ["http", "https"].contains(components.scheme?.lowercased()) && components.host?.isEmpty == false
      && components.user == nil && components.query == nil && components.fragment == nil
  }

  /// Nothing but unreserved characters stays as it is (RFC 3986 §2.3): servers differ about the plus sign.
  private static func encoded(_ item: URLQueryItem) -> String {
    guard let value = item.value else { return encoded(item.name) }
    return "\(encoded(item.name))=\(encoded(value))"
  }

  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
