// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization

/// A response of HTTP as sessions hand it over.
///
/// It differs from its superclass where that differs from what Apple documents: there is always a suggested file name;
/// the length of content that is decoded on its way is not known; and equal responses have equal heads.
final class LoadedResponse: HTTPURLResponse, @unchecked Sendable {  // as its superclass, it never changes
  /// `Int64.min` until it was asked for: it takes some time to find.
  private let knownLength = Atomic<Int64>(.min)

  override var suggestedFilename: String? {
    SuggestedFileName.name(
      disposition: value(forHTTPHeaderField: "Content-Disposition"), url: url, mimeType: mimeType)
  }

  override var expectedContentLength: Int64 {
    let known = knownLength.load(ordering: .relaxed)
    if known != .min { return known }
    let length = lengthOfContent
    knownLength.store(length, ordering: .relaxed)
    return length
  }

  private var lengthOfContent: Int64 {
    guard let encoding = value(forHTTPHeaderField: "Content-Encoding"), encoding.lowercased() != "identity" else {
      return super.expectedContentLength
    }
    return -1
  }

  override func isEqual(_ value: Any?) -> Bool {
    guard let other = value as? HTTPURLResponse, super.isEqual(other) else { return false }
    return statusCode == other.statusCode && HTTPFields(self) == HTTPFields(other)
  }

  override var hash: Int {
    var hasher = Hasher()
    hasher.combine(url)
    hasher.combine(statusCode)
    return hasher.finalize()
  }
}
