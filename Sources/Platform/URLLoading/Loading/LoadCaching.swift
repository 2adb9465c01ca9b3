// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The part of a load's state that concerns its session's cache.
struct LoadCaching {
  /// The stored response that the server is asked about, or that may stand in if the server fails; `nil` if there is
  /// none.
  var stored: CachedURLResponse?
  /// The fields that ask the server whether that is still the current one.
  var condition = HTTPFields()
  var requestTime = Date.distantPast
  /// The cache entry and the storage policy for the response, which is stored once its content is complete; `nil` if it
  /// is not to be stored.
  var pending: (entry: CacheEntry, policy: URLCache.StoragePolicy)?
  /// The content that goes to a delegate, kept to be stored; `nil` where it is not, or is kept elsewhere.
  private var kept: Data?
  private var limit = 0

  /// Keeps content up to a size from now on.
  mutating func startKeeping(upTo limit: Int) {
    self.limit = limit
    kept = Data()
  }

  mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    guard let count = kept?.count else { return }
    if count + bytes.count > limit {
      kept = nil
      pending = nil
    } else {
      kept?.append(contentsOf: bytes)
    }
  }

  mutating func takeContent() -> Data? { kept.take() }
}
