// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The part of a cache in one exchange: whether a stored response is used, validated or replaced.
///
/// A value that sees the entries of a cache only: whoever keeps it looks into the cache, makes the exchange, and stores
/// what is to be stored.
struct ResponseCaching: Sendable {
  /// The next step after the cache was looked into.
  enum Lookup: Hashable, Sendable {
    /// The server is asked, with the fields of ``ResponseCaching/condition``.
    case load
    /// The stored response is the response.
    case use
    case fail(URLError.Code)
  }

  /// The meaning of a response for the cache.
  enum Judgement: Hashable, Sendable {
    /// It is the response. It is stored when its content is complete, if it may be.
    case accept
    /// It is the response; the stored responses of these URLs are not valid any more.
    case invalidate([URL])
    /// It is the response, to a HEAD: its fields renew the stored response to a GET; see ``freshened(_:by:at:)``.
    case freshen
    /// The stored response takes its place, as it is.
    case useStored
    /// The stored response takes its place, with this entry, and is stored anew.
    case useRefreshed(CacheEntry)
    /// It is about another response than the stored one: the request is sent again, without a condition.
    case loadAgain
  }

  /// A response that is stored once its content is complete.
  struct Pending: Hashable, Sendable {
    let entry: CacheEntry
    let storage: CachePolicy.Storage
  }

  /// The fields that ask the server whether the stored response is still the current one; empty for none.
  private(set) var condition = HTTPFields()
  /// The entry that the server is asked about, or that may stand in if the server fails; `nil` if there is none.
  private var stored: CacheEntry?
  private var requestTime = Date.distantPast
  private var policy = URLRequest.CachePolicy.useProtocolCachePolicy
  private var pending: Pending?
  /// The content that goes to a delegate, kept to be stored; `nil` where it is not, or is kept elsewhere.
  private var kept: Data?
  private var limit = 0

  init() {}

  // MARK: Before the exchange

  /// Begins a look-up.
  ///
  /// - Parameter policy: The policy of the request, or where that is `useProtocolCachePolicy`, of the session.
  mutating func begin(_ policy: URLRequest.CachePolicy, at now: Date) {
    self = ResponseCaching()
    self.policy = policy
    requestTime = now
  }

  /// Decides about a request.
  ///
  /// - Parameter entry: The entry of the stored response; `nil` if there is none.
  mutating func decide(on entry: CacheEntry?, for request: URLRequest) -> Lookup {
    switch CachePolicy.decision(for: request, policy: policy, entry: entry, now: requestTime) {
    case .load:
      if policy == .useProtocolCachePolicy { stored = entry }
      condition = CachePolicy.fields(for: policy)
      return .load
    case .use: return entry == nil ? .load : .use
    case .validate(let condition):
      stored = entry
      self.condition = condition
      return .load
    case .fail(let code): return .fail(code)
    }
  }

  // MARK: After the exchange

  /// Judges a response.
  ///
  /// - Parameters:
  ///   - isCacheable: `true` if responses to the task may be stored at all.
  ///   - limit: The largest content to keep here until it is stored, in bytes; `nil` if it is kept elsewhere.
  mutating func judge(
    status: Int, _ fields: @autoclosure () -> HTTPFields, to request: URLRequest, at now: Date, isCacheable: Bool,
    keepingUpTo limit: @autoclosure () -> Int?
  ) -> Judgement {
    let method = request.httpMethod ?? "GET"
    guard method == "GET" || method == "HEAD" else {
      return .invalidate(CachePolicy.invalidated(by: request, status: status, fields: fields()))
    }
    guard isCacheable else { return .accept }
    let fields = fields()
    if let stored, let judgement = judge(stored, status: status, fields, to: request, at: now) { return judgement }
    guard method == "GET" else { return status == 200 ? .freshen : .accept }
    let entry = CacheEntry(status: status, fields: fields, requestTime: requestTime, responseTime: now)
    let storage = CachePolicy.storage(of: request, entry: entry)
    if storage != .notAllowed { store(entry, storage, keepingUpTo: limit()) }
    return .accept
  }

  private mutating func judge(
    _ stored: CacheEntry, status: Int, _ fields: HTTPFields, to request: URLRequest, at now: Date
  ) -> Judgement? {
    if status == 304, !condition.lines.isEmpty {
      let refreshed = CachePolicy.refreshed(stored, by: fields, requestTime: requestTime, responseTime: now)
      self = ResponseCaching()
      return refreshed.map { .useRefreshed($0) } ?? .loadAgain
    }
    return CachePolicy.mayStandIn(stored, for: request, status: status, now: now) ? .useStored : nil
  }

  /// The entry of the stored response to a GET, renewed by the response to a HEAD (RFC 9111 §4.3.5); `nil` if that shows
  /// that it is no longer the current one.
  func freshened(_ entry: CacheEntry, by fields: HTTPFields, at now: Date) -> CacheEntry? {
    guard !CachePolicy.isOutdated(entry, byHead: fields) else { return nil }
    return CachePolicy.refreshed(entry, by: fields, requestTime: requestTime, responseTime: now)
  }

  /// Returns `true` if the stored response is used in place of a server that could not be asked (RFC 5861 §4).
  func standsIn(for code: URLError.Code, to request: URLRequest, at now: Date) -> Bool {
    guard let stored, Self.codesOfFailure.contains(code) else { return false }
    return CachePolicy.mayStandIn(stored, for: request, status: nil, now: now)
  }

  /// The errors for which a cache between client and server would respond with 502 or 504.
  private static let codesOfFailure: Set<URLError.Code> = [
    .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .networkConnectionLost, .timedOut,
  ]

  // MARK: Storing

  /// Stores the response when its content is complete.
  ///
  /// - Parameter limit: The largest content to keep here until then, in bytes; `nil` if it is kept elsewhere.
  mutating func store(_ entry: CacheEntry, _ storage: CachePolicy.Storage, keepingUpTo limit: Int?) {
    pending = Pending(entry: entry, storage: storage)
    guard let limit else { return }
    self.limit = limit
    kept = Data()
  }

  /// Stores nothing: the response comes from the cache.
  mutating func storeNothing() { pending = nil }

  /// Keeps content, as long as it is not too large.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    guard let count = kept?.count else { return }
    if count + bytes.count > limit {
      kept = nil
      pending = nil
    } else {
      kept?.append(contentsOf: bytes)
    }
  }

  /// Takes the response that is to be stored, now that its content is complete; `nil` if none is.
  ///
  /// - Parameter content: The content that is kept elsewhere; `nil` if it is kept here.
  mutating func takePending(content: Data?) -> (pending: Pending, content: Data)? {
    guard let pending = pending.take(), let content = content ?? kept.take() else { return nil }
    return (pending, content)
  }
}
