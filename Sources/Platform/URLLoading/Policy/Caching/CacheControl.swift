// SPDX-License-Identifier: Apache-2.0

/// The directives of `Cache-Control` that mean something to a private cache (RFC 9111 §5.2), in a request or a response.
struct CacheControl: Hashable, Sendable {
  /// The largest number of seconds that is told apart (RFC 9111 §1.2.2).
  static let maximalSeconds = 1 << 31

  var isEmpty = true
  var noStore = false
  /// With field names behind it, it is read as without: a cache may (RFC 9111 §5.2.2.4).
  var noCache = false
  var mustRevalidate = false
  var isPublic = false
  var isPrivate = false
  /// It will not change while it is fresh (RFC 8246).
  var isImmutable = false
  var onlyIfCached = false
  /// The time in seconds for which a response is fresh, or the largest age that a request takes. A value that cannot be
  /// read is 0, so that the response is stale.
  var maxAge: Int?
  /// The time in seconds by which a request takes a stale response; the maximum if it states no number.
  var maxStale: Int?
  /// The time in seconds for which a response must still be fresh for a request to take it.
  var minFresh: Int?
  /// The time in seconds for which a stale response may be used if the server fails (RFC 5861 §4).
  var staleIfError: Int?

  /// Reads all lines of the field. What is not understood is left out.
  init(_ lines: [String]) {
    for line in lines {
      var scanner = HTTPFieldScanner(line)
      while true {
        scanner.skipListSeparators()
        if scanner.isAtEnd { break }
        take(from: &scanner)
      }
    }
  }

  private mutating func take(from scanner: inout HTTPFieldScanner) {
    defer { scanner.skipMember() }
    guard let name = scanner.token()?.lowercased() else { return }
    let value = scanner.take(0x3D) ? scanner.tokenOrQuotedString() ?? "" : nil
    isEmpty = false
    switch name {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "must-revalidate": mustRevalidate = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "immutable": isImmutable = true
    case "only-if-cached": onlyIfCached = true
    case "max-age": maxAge = min(maxAge ?? .max, Self.seconds(value) ?? 0)
    case "max-stale": maxStale = value == nil ? Self.maximalSeconds : Self.seconds(value) ?? 0
    case "min-fresh": minFresh = Self.seconds(value) ?? Self.maximalSeconds
    case "stale-if-error": staleIfError = Self.seconds(value) ?? 0
    default: break
    }
  }

  /// A number of seconds; one that is too large is the largest.
  static func seconds(_ text: String?) -> Int? {
    guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(text) ?? maximalSeconds, maximalSeconds)
  }
}
