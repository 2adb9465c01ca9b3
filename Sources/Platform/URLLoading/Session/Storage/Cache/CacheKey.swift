// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The key under which a response is stored: the URL without its fragment, with scheme and host in small letters.
struct CacheKey: Hashable, Sendable, Codable {
  let text: String

  /// The key of a request that the response to a GET may serve; none for others.
  init?(_ request: URLRequest) {
    guard ["GET", "HEAD"].contains(request.httpMethod ?? "GET"), let url = request.url else { return nil }
    self.init(url)
  }

  init(_ url: URL) {
    let absolute = url.absoluteString
    guard !Self.isKey(absolute) else {
      text = absolute
      return
    }
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

  /// Returns `true` if a URL is its own key, as most are, so that it need not be taken apart, which takes long.
  private static func isKey(_ url: String) -> Bool {
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return false }
    var slashes = 0
    for byte in url.utf8 {
      switch byte {
      case UInt8(ascii: "/"): slashes += 1
      case UInt8(ascii: "#"): return false
      // Before the third slash stands the authority.
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "?"): if slashes < 3 { return false }
      default: break
      }
    }
    return slashes >= 3
  }
}
