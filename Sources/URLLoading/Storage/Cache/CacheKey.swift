import Foundation
import FoundationNetworking

/// What a response is stored by: the URL without its fragment, with scheme and host in small letters.
struct CacheKey: Hashable, Sendable, Codable {
  let text: String

  /// The key of a request that a GET response may answer; none for others.
  init?(_ request: URLRequest) {
    guard ["GET", "HEAD"].contains(request.httpMethod ?? "GET"), let url = request.url else { return nil }
    self.init(url)
  }

  init(_ url: URL) {
    let absolute = url.absoluteString
    let resource = absolute.prefix { $0 != "#" }
    guard let start = resource.range(of: "://") else {
      text = String(resource)
      return
    }
    let authorityEnd = resource[start.upperBound...].firstIndex { "/?".contains($0) } ?? resource.endIndex
    let authority = resource[start.upperBound..<authorityEnd]
    let hostStart = authority.lastIndex(of: "@").map { authority.index(after: $0) } ?? authority.startIndex
    let rest = resource[authorityEnd...]
    text =
      resource[..<start.upperBound].lowercased() + resource[start.upperBound..<hostStart]
      + resource[hostStart..<authorityEnd].lowercased() + (rest.hasPrefix("/") ? rest : "/\(rest)")
  }
}
