// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The response side of one task: the response so far, its delivery, and the part of the cache in it.
///
/// A value: whoever keeps it looks into the cache, and hands the content over.
struct LoadResponse {
  /// The last final head that a transfer has brought; `nil` if none has come.
  var head: TransferHead?
  /// The response of the task; `nil` until it is accepted.
  private(set) var accepted: URLResponse?
  var delivery = LoadDelivery()
  private(set) var caching = ResponseCaching()
  /// The stored response that ``caching`` has decided about; `nil` if there is none.
  private(set) var stored: CachedURLResponse?
  private let receiver: LoadPlan.Delivery

  init(_ plan: LoadPlan) { receiver = plan.delivery }

  /// The length of the content, in bytes; -1 if it is not known.
  var expectedLength: Int64 { accepted?.expectedContentLength ?? NSURLSessionTransferSizeUnknown }

  /// Accepts a response as that of the task.
  mutating func accept(_ response: URLResponse) { accepted = response }

  // MARK: The cache

  /// Begins without the cache.
  mutating func bypassCache() {
    caching = ResponseCaching()
    stored = nil
  }

  /// Begins a look-up in the cache.
  mutating func beginLookup(_ policy: URLRequest.CachePolicy, at now: Date) {
    caching.begin(policy, at: now)
    stored = nil
  }

  /// Decides about a request.
  ///
  /// - Parameter stored: The stored response; `nil` if there is none.
  mutating func decide(on stored: CachedURLResponse?, for request: URLRequest) -> ResponseCaching.Lookup {
    self.stored = stored
    return caching.decide(on: stored?.entry, for: request)
  }

  /// Judges what a response means for a cache; see ``ResponseCaching``.
  mutating func judge(
    _ head: TransferHead, to request: URLRequest, isCacheable: Bool, _ cache: URLCache
  ) -> ResponseCaching.Judgement {
    let isKeptElsewhere = isInMemory
    return caching.judge(
      status: head.status, HTTPFields(head.headers), to: request, at: Date(), isCacheable: isCacheable,
      keepingUpTo: isKeptElsewhere ? nil : max(cache.memoryCapacity, cache.diskCapacity) / 20)
  }

  /// Stores the response of a `URLProtocol` when its content is complete.
  mutating func store(_ response: HTTPURLResponse, _ policy: URLCache.StoragePolicy, in cache: URLCache) {
    let now = Date()
    let entry = CacheEntry(
      status: response.statusCode, fields: HTTPFields(response), requestTime: now, responseTime: now)
    caching.store(entry, CachePolicy.Storage(policy), keepingUpTo: isInMemory ? nil : cache.memoryCapacity / 20)
  }

  /// Stores nothing: the response comes from the cache.
  mutating func storeNothing() { caching.storeNothing() }

  /// Keeps content to be stored, unless it is kept elsewhere.
  mutating func keep(_ bytes: UnsafeRawBufferPointer) { caching.keep(bytes) }

  /// Takes the response that is to be stored, now that its content is complete; `nil` if none is.
  mutating func takeProposal() -> CachedURLResponse? {
    guard let accepted, let (pending, content) = caching.takePending(content: isInMemory ? delivery.data : nil) else {
      return nil
    }
    return CachedURLResponse(
      response: accepted, data: content, userInfo: nil, storagePolicy: URLCache.StoragePolicy(pending.storage),
      entry: pending.entry)
  }

  /// `true` if the content goes to a handler, in memory.
  private var isInMemory: Bool { if case .data = receiver { true } else { false } }

  // MARK: The end

  /// Makes the call by which a handler or a reader gets the response, or the error; `nil` if delegates get it.
  ///
  /// - Parameter keepsFile: `true` if the file of a download that failed is kept, because it can be continued.
  func handOver(_ error: (any Error)?, isAwaited: Bool, keepsFile: Bool) -> (@Sendable () -> Void)? {
    let response = accepted
    switch receiver {
    case .delegate: return nil
    case .bytes(let channel): return { channel.end(error) }
    case .data(let handler):
      let data = delivery.data
      return { handler(error == nil ? data : nil, response, error) }
    case .file(let handler):
      guard error == nil, let file = delivery.file else {
        delivery.discardFile(keeps: keepsFile)
        return { handler(nil, response, error) }
      }
      return {
        handler(file.url, response, nil)
        if !isAwaited { file.remove() }
      }
    }
  }

  /// Takes the file of a download that delegates get, complete; `nil` if there is none, or it is of no use.
  ///
  /// - Parameter keepsFile: `true` if the file of a download that failed is kept, because it can be continued.
  func fileForDelegate(_ error: (any Error)?, keepsFile: Bool) -> DownloadFile? {
    guard case .delegate = receiver, let file = delivery.file else { return nil }
    guard error == nil else {
      delivery.discardFile(keeps: keepsFile)
      return nil
    }
    file.close()
    return file
  }
}
