// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The rules of a private cache (RFC 9111), as functions of what is asked, what is stored and what time it is.
enum CachePolicy {
  /// The decision about a request: whether it is loaded, and whether the stored response is used.
  enum Decision: Hashable, Sendable {
    /// It is loaded as it is.
    case load
    /// The stored response is used.
    case use
    /// It is loaded with these fields added; on 304 the stored response is used, as
    /// ``CachePolicy/refreshed(_:by:requestTime:responseTime:)`` gives it.
    case validate(HTTPFields)
    /// It fails: nothing is stored that may be used, and loading is not allowed.
    case fail(URLError.Code)
  }

  /// The places in which a response may be stored.
  enum Storage: Hashable, Sendable {
    case allowed, allowedInMemoryOnly, notAllowed
  }

  /// The statuses whose responses are stored without anybody having said for how long (RFC 9110 §15.1).
  static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

  /// Decides about a request.
  ///
  /// - Parameters:
  ///   - request: The request, with the fields as they will be sent.
  ///   - policy: The policy of the request, or where that is `useProtocolCachePolicy`, of the session.
  ///   - entry: The entry that is stored for such a request, of the variant that it selects.
  ///   - now: The time.
  static func decision(
    for request: URLRequest, policy: URLRequest.CachePolicy, entry: CacheEntry?, now: Date
  ) -> Decision {
    guard canBeServed(request) else { return policy == .returnCacheDataDontLoad ? .fail(.resourceUnavailable) : .load }
    switch policy {
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: return .load
    case .returnCacheDataElseLoad: return entry == nil ? .load : .use
    case .returnCacheDataDontLoad: return entry == nil ? .fail(.resourceUnavailable) : .use
    case .reloadRevalidatingCacheData: return revalidation(of: entry, now: now)
    default: return protocolDecision(for: request, entry: entry, now: now)
    }
  }

  /// The fields that tell caches on the way to leave what they have alone, where the policy says so.
  static func fields(for policy: URLRequest.CachePolicy) -> HTTPFields {
    guard policy == .reloadIgnoringLocalAndRemoteCacheData else { return HTTPFields() }
    return HTTPFields([("Cache-Control", "no-cache"), ("Pragma", "no-cache")])
  }

  /// Returns the policy by which a response may be stored (RFC 9111 §3). Partial responses, and those to conditions of
  /// the caller's, may not be stored.
  static func storage(of request: URLRequest, entry: CacheEntry) -> Storage {
    guard request.httpMethod ?? "GET" == "GET", entry.status >= 200, entry.status != 206, entry.status != 304 else {
      return .notAllowed
    }
    let asked = CacheControl(HTTPFields(request).values(of: "Cache-Control"))
    let control = entry.control
    guard !asked.noStore, !control.noStore, !Vary(entry.fields).isAny else { return .notAllowed }
    let isExplicit = control.maxAge != nil || control.isPublic || control.isPrivate || entry.fields.contains("Expires")
    guard isExplicit || heuristicStatuses.contains(entry.status) else { return .notAllowed }
    return entry.hasValidator || entry.lifetime > 0 ? .allowed : .allowedInMemoryOnly
  }

  /// The stored response after a 304 has said that it is the current one (RFC 9111 §4.3.4); none where the 304 speaks of
  /// another one, so that the request has to be sent again without a condition.
  static func refreshed(
    _ entry: CacheEntry, by fields: HTTPFields, requestTime: Date, responseTime: Date
  ) -> CacheEntry? {
    if let tag = fields["ETag"], let stored = entry.fields["ETag"], !isSameTag(tag, stored) { return nil }
    var refreshed = entry
    for name in Set(fields.lines.map { $0.name.lowercased() }) where !fieldsOfContent.contains(name) {
      refreshed.fields.remove(name)
    }
    for line in fields.lines where !fieldsOfContent.contains(line.name.lowercased()) {
      refreshed.fields.append(line.name, line.value)
    }
    refreshed.requestTime = requestTime
    refreshed.responseTime = responseTime
    return refreshed
  }

  /// The URLs whose stored responses a response makes invalid: those of a request that changed something (RFC 9111 §4.4).
  static func invalidated(by request: URLRequest, status: Int, fields: HTTPFields) -> [URL] {
    let method = request.httpMethod ?? "GET"
    guard !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method), (200..<400).contains(status), let url = request.url
    else { return [] }
    let named = ["Location", "Content-Location"].compactMap { name in
      fields.values(of: name).first.flatMap { RedirectPolicy.target($0, from: url) }
    }
    return [url] + named.filter { Origin.isSame($0, url) }
  }

  /// Returns `true` if the stored response may be used in place of a failure of the server or of the network (RFC 5861
  /// §4).
  static func mayStandIn(_ entry: CacheEntry, for request: URLRequest, status: Int?, now: Date) -> Bool {
    if let status, ![500, 502, 503, 504].contains(status) { return false }
    let control = entry.control
    let asked = CacheControl(HTTPFields(request).values(of: "Cache-Control"))
    guard !control.mustRevalidate, !control.noCache, !asked.noCache, canBeServed(request),
      let extra = asked.staleIfError ?? control.staleIfError
    else {
      return false
    }
    return entry.age(at: now) < entry.lifetime + extra
  }

  /// Returns `true` if the response to a HEAD shows that the stored response is no longer the current one (RFC 9111
  /// §4.3.5).
  static func isOutdated(_ entry: CacheEntry, byHead fields: HTTPFields) -> Bool {
    ["ETag", "Last-Modified", "Content-Length"].contains { name in
      guard let told = fields[name], let stored = entry.fields[name] else { return false }
      return told != stored
    }
  }
}

extension CachePolicy {
  /// Returns `true` if a stored response can serve the request at all: a GET or a HEAD without conditions or ranges of
  /// its own, which only the server can consider.
  private static func canBeServed(_ request: URLRequest) -> Bool {
    guard ["GET", "HEAD"].contains(request.httpMethod ?? "GET") else { return false }
    let own = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range"]
    return !own.contains { request.value(forHTTPHeaderField: $0) != nil }
  }

  private static func protocolDecision(for request: URLRequest, entry: CacheEntry?, now: Date) -> Decision {
    let fields = HTTPFields(request)
    let asked = CacheControl(fields.values(of: "Cache-Control"))
    let isForced = asked.isEmpty && fields["Pragma"]?.lowercased().contains("no-cache") == true
    guard let entry else { return asked.onlyIfCached ? .fail(.resourceUnavailable) : .load }
    if !asked.noCache, !isForced, !asked.noStore, isUsable(entry, asked: asked, now: now) { return .use }
    return asked.onlyIfCached ? .fail(.resourceUnavailable) : validation(of: entry)
  }

  /// Returns `true` if the stored response may be used without asking the server (RFC 9111 §4.2, §5.2.1).
  private static func isUsable(_ entry: CacheEntry, asked: CacheControl, now: Date) -> Bool {
    let control = entry.control
    guard !control.noCache else { return false }
    let age = entry.age(at: now)
    if let maxAge = asked.maxAge, age > maxAge { return false }
    let left = entry.lifetime - age
    if left > 0 { return left >= asked.minFresh ?? 0 }
    guard !control.mustRevalidate, asked.minFresh == nil, let maxStale = asked.maxStale else { return false }
    return -left <= maxStale
  }

  private static func revalidation(of entry: CacheEntry?, now: Date) -> Decision {
    guard let entry else { return .load }
    if entry.control.isImmutable, !entry.control.noCache, entry.isFresh(at: now) { return .use }
    return validation(of: entry)
  }

  /// The condition made of what is stored (RFC 9111 §4.3.1).
  private static func validation(of entry: CacheEntry) -> Decision {
    var condition = HTTPFields()
    if let tag = entry.fields.values(of: "ETag").first { condition.append("If-None-Match", tag) }
    if let date = entry.fields.values(of: "Last-Modified").first { condition.append("If-Modified-Since", date) }
    return condition.lines.isEmpty ? .load : .validate(condition)
  }

  private static func isSameTag(_ left: String, _ right: String) -> Bool {
    opaque(left) == opaque(right)
  }

  private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

  /// The names of the fields that a 304 does not change: they tell how the content was sent or encoded, or belong to
  /// the connection.
  private static let fieldsOfContent: Set<String> = [
    "connection", "content-encoding", "content-length", "content-range", "keep-alive", "proxy-authenticate",
    "proxy-authentication-info", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]
}
