// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Looks for a stored response before the server is asked.
  func consultCache() {
    let policy = request.cachePolicy == .useProtocolCachePolicy ? core.settings.cachePolicy : request.cachePolicy
    caching = LoadCaching()
    guard isCacheable, let cache = core.settings.urlCache else {
      return policy == .returnCacheDataDontLoad ? fail(.resourceUnavailable) : exchange()
    }
    caching.requestTime = Date()
    let request = requestForCache
    if cache.isAtHand(request) { return decide(policy, on: cache.cachedResponse(for: request)) }
    cache.perform { [weak self] in
      let stored = cache.cachedResponse(for: request)
      guard let self else { return }
      core.pool.perform {
        if !self.isOver { self.decide(policy, on: stored) }
      }
    }
  }

  private func decide(_ policy: URLRequest.CachePolicy, on stored: CachedURLResponse?) {
    switch CachePolicy.decision(for: request, policy: policy, entry: stored?.entry, now: caching.requestTime) {
    case .load:
      if policy == .useProtocolCachePolicy { caching.stored = stored }
      caching.condition = CachePolicy.fields(for: policy)
      exchange()
    case .use:
      guard let stored else { return exchange() }
      answer(withStored: stored)
    case .validate(let condition):
      caching.stored = stored
      caching.condition = condition
      exchange()
    case .fail(let code): fail(code)
    }
  }

  private var isCacheable: Bool {
    guard task is URLSessionDataTask, !(task is URLSessionUploadTask), case .ofRequest = body else { return false }
    return true
  }

  /// The request with the fields of the configuration, and with the one that says for whom it speaks.
  private var requestForCache: URLRequest {
    guard let url = request.url, request.value(forHTTPHeaderField: "Authorization") == nil else { return wholeRequest }
    var speaking = wholeRequest
    let known = authentication.sent.flatMap { sent in authentication.offer.map { (sent, $0) } }
    if known == nil, speaking.value(forHTTPHeaderField: "Authorization") != nil { return speaking }
    let remembered = known ?? core.credentials.remembered(for: url).map { ($0.credential, $0.offer) }
    guard let (credential, offer) = remembered else { return speaking }
    speaking.setValue(
      BasicAuthorization.fieldValue(credential, for: offer) ?? credential.user, forHTTPHeaderField: "Authorization")
    return speaking
  }

  /// The request with the fields that the configuration adds to it.
  private var wholeRequest: URLRequest {
    core.settings.completed(request, where: isSentByDefault)
  }

  private func answer(withStored stored: CachedURLResponse) {
    stage = .deciding
    caching.pending = nil
    measurements.useCache(request, stored.response)
    earlyContent = request.httpMethod == "HEAD" ? Data() : stored.data
    earlyEnd = .success(TransferReport())
    answer(with: stored.response)
  }

  /// Returns `true` if a stored response is used in place of this one; otherwise notes whether this one is to be
  /// stored.
  func resolveWithCache(_ response: HTTPURLResponse) -> Bool {
    guard let cache = core.settings.urlCache, transfer != nil || earlyEnd != nil, let head = lastHead else {
      return false
    }
    let method = request.httpMethod ?? "GET"
    guard method == "GET" || method == "HEAD" else {
      for url in CachePolicy.invalidated(by: request, status: head.status, fields: HTTPFields(head.headers)) {
        cache.removeCachedResponse(for: URLRequest(url: url))
      }
      return false
    }
    guard isCacheable else { return false }
    let fields = HTTPFields(head.headers)
    if let stored = caching.stored, useStored(stored, status: head.status, fields, cache) { return true }
    guard method == "GET" else {
      if head.status == 200 { freshen(by: fields, in: cache) }
      return false
    }
    let entry = CacheEntry(
      status: head.status, fields: fields, requestTime: caching.requestTime, responseTime: Date())
    let policy = CachePolicy.storage(of: request, entry: entry)
    guard policy != .notAllowed else { return false }
    caching.pending = (entry, URLCache.StoragePolicy(policy))
    if case .data = plan.delivery { return false }
    caching.startKeeping(upTo: max(cache.memoryCapacity, cache.diskCapacity) / 20)
    return false
  }

  private func useStored(_ stored: CachedURLResponse, status: Int, _ fields: HTTPFields, _ cache: URLCache) -> Bool {
    guard let entry = stored.entry else { return false }
    let now = Date()
    if status == 304, !caching.condition.lines.isEmpty {
      let refreshed = CachePolicy.refreshed(entry, by: fields, requestTime: caching.requestTime, responseTime: now)
      caching = LoadCaching()
      guard let refreshed else {
        discard { $0.exchange() }
        return true
      }
      let current = stored.refreshed(with: refreshed)
      cache.storeCachedResponse(current, for: requestForCache)
      discard { $0.answer(withStored: current) }
      return true
    }
    guard CachePolicy.mayStandIn(entry, for: request, status: status, now: now) else { return false }
    discard { $0.answer(withStored: stored) }
    return true
  }

  /// The answer to a HEAD renews what a GET has stored, or tells that it is not the current one any more
  /// (RFC 9111 §4.3.5).
  private func freshen(by fields: HTTPFields, in cache: URLCache) {
    var request = requestForCache
    request.httpMethod = "GET"
    let times = (request: caching.requestTime, response: Date())
    let freshen: @Sendable () -> Void = { [request] in
      guard let stored = cache.cachedResponse(for: request), let entry = stored.entry else { return }
      let refreshed = CachePolicy.refreshed(
        entry, by: fields, requestTime: times.request, responseTime: times.response)
      if let refreshed, !CachePolicy.isOutdated(entry, byHead: fields) {
        cache.storeCachedResponse(stored.refreshed(with: refreshed), for: request)
      } else {
        cache.removeCachedResponse(for: request)
      }
    }
    if cache.isAtHand(request) { freshen() } else { cache.perform(freshen) }
  }

  /// Uses the stored response in place of a server that could not be asked, as long as the response allows that (RFC
  /// 5861 §4); `false` if there is none to use.
  func useStored(insteadOf error: TransferError) -> Bool {
    guard let stored = caching.stored, let entry = stored.entry, Self.codesOfFailure.contains(error.urlErrorCode),
      CachePolicy.mayStandIn(entry, for: request, status: nil, now: Date())
    else { return false }
    answer(withStored: stored)
    return true
  }

  /// The errors for which a cache between client and server would respond with 502 or 504.
  private static let codesOfFailure: Set<URLError.Code> = [
    .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .networkConnectionLost, .timedOut,
  ]

  /// Stores the answer, if it may be and the delegate agrees, then goes on.
  func storeInCache(then: @escaping @Sendable (Load) -> Void) {
    guard let (entry, policy) = caching.pending, let response, let cache = core.settings.urlCache else {
      return then(self)
    }
    let content: Data? = if case .data = plan.delivery { gathered } else { caching.takeContent() }
    caching.pending = nil
    guard let content else { return then(self) }
    let proposed = CachedURLResponse(
      response: response, data: content, userInfo: nil, storagePolicy: policy, entry: entry)
    let request = requestForCache
    ask(cacheQuestions(proposed)) { load, answer in
      if let stored = answer ?? proposed { cache.storeCachedResponse(stored, for: request) }
      then(load)
    }
  }

  private func cacheQuestions(_ proposed: CachedURLResponse) -> [DelegateQuestion<CachedURLResponse?>] {
    guard let task = task as? URLSessionDataTask else { return [] }
    let session = session
    return listeners(.dataWillCache, (any URLSessionDataDelegate).self).map { delegate in
      DelegateQuestion(method: .dataWillCache, delegate: delegate) { completion in
        delegate.urlSession(session, dataTask: task, willCacheResponse: proposed, completionHandler: completion)
      } asynchronous: {
        await delegate.urlSession(session, dataTask: task, willCacheResponse: proposed)
      }
    }
  }
}
