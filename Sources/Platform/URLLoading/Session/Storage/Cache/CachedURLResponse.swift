// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// A response with its content, as a cache keeps it.
///
/// It has the interface of Foundation's class of that name, and does not change once it is made.
open class CachedURLResponse: NSObject, NSCopying, @unchecked Sendable {  // nothing of it changes once it is made
  /// The response.
  public let response: URLResponse
  /// Its content, decoded.
  public let data: Data
  /// The dictionary that was stored with the response. On disk it is kept only if it is a property list.
  public let userInfo: [AnyHashable: Any]?
  /// The places in which the response may be stored.
  public let storagePolicy: URLCache.StoragePolicy

  /// The response as the rules of caching see it; none where it is not one of HTTP.
  let entry: CacheEntry?

  /// Makes a stored response that may be kept in memory and on disk.
  public convenience init(response: URLResponse, data: Data) {
    self.init(response: response, data: data, userInfo: nil, storagePolicy: .allowed)
  }

  /// Makes a stored response. It counts as having come just now.
  public convenience init(
    response: URLResponse, data: Data, userInfo: [AnyHashable: Any]? = nil, storagePolicy: URLCache.StoragePolicy
  ) {
    let now = Date()
    let entry = (response as? HTTPURLResponse).map { response in
      CacheEntry(
        status: response.statusCode, fields: HTTPFields(response), requestTime: now, responseTime: now)
    }
    self.init(response: response, data: data, userInfo: userInfo, storagePolicy: storagePolicy, entry: entry)
  }

  init(
    response: URLResponse, data: Data, userInfo: [AnyHashable: Any]?, storagePolicy: URLCache.StoragePolicy,
    entry: CacheEntry?
  ) {
    self.response = response
    self.data = data
    self.userInfo = userInfo
    self.storagePolicy = storagePolicy
    self.entry = entry
    super.init()
  }

  /// The same object: it never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns `true` if both hold the same response, content and policy. What `userInfo` holds is not compared.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CachedURLResponse else { return false }
    return response == other.response && data == other.data && storagePolicy == other.storagePolicy
      && entry?.fields == other.entry?.fields && entry?.status == other.entry?.status
  }

  /// Equal for equal objects.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(response)
    hasher.combine(data)
    return hasher.finalize()
  }

  /// The same content with the head of a newer response, which says that it is the current one.
  func refreshed(with entry: CacheEntry) -> CachedURLResponse {
    guard let url = response.url,
      let head = LoadedResponse(
        url: url, statusCode: entry.status, httpVersion: nil, headerFields: entry.fields.joined)
    else { return self }
    return CachedURLResponse(
      response: head, data: data, userInfo: userInfo, storagePolicy: storagePolicy, entry: entry)
  }

  /// The same, stored elsewhere.
  func with(_ policy: URLCache.StoragePolicy) -> CachedURLResponse {
    guard policy != storagePolicy else { return self }
    return CachedURLResponse(response: response, data: data, userInfo: userInfo, storagePolicy: policy, entry: entry)
  }

  /// About how many bytes of memory it takes.
  var cost: Int { data.count + 512 + (entry?.fields.lines.count ?? 0) * 64 + (userInfo?.count ?? 0) * 256 }
}
