// SPDX-License-Identifier: Apache-2.0

/// The limits on resumable uploads that are not complete.
package struct ResumableUploadLimits: Hashable, Sendable {
  /// The seconds for which an upload can be gone on with after its beginning; a day by default.
  package var lifetimeSeconds: Int64
  /// The maximum number of uploads of all accounts together; 2,000 by default. Once half of the places are taken, one
  /// account may have an eighth of those that are free, and at least one.
  package var count: Int
  /// The maximum number of uploads of one account while more than half of the places are free; 64 by default.
  package var countPerAccount: Int
  /// The maximum total size of the uploads of one account, counted as they will be when complete; 1 GB by default.
  package var byteCountPerAccount: Int64
  /// The maximum number of bytes in one request; `nil`, the default, allows as many as a photo may have.
  package var appendByteCount: Int64?
  /// The number of bytes after which a request that appends is told that they are on the disk; 4 MiB by default.
  package var progressByteCount: Int64

  /// Makes limits; each has the default that its property states.
  package init(
    lifetimeSeconds: Int64 = 86_400, count: Int = 2_000, countPerAccount: Int = 64,
    byteCountPerAccount: Int64 = 1_000_000_000, appendByteCount: Int64? = nil, progressByteCount: Int64 = 4 << 20
  ) {
    self.lifetimeSeconds = lifetimeSeconds
    self.count = count
    self.countPerAccount = countPerAccount
    self.byteCountPerAccount = byteCountPerAccount
    self.appendByteCount = appendByteCount
    self.progressByteCount = progressByteCount
  }
}
