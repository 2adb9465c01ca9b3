// SPDX-License-Identifier: Apache-2.0

/// The counts of resumable uploads since the service started, and of those that are open now.
public struct ResumableUploadCounts: Hashable, Sendable {
  /// The number of uploads that are not complete.
  public var openCount = 0
  /// The number of bytes reserved for these uploads: their lengths, or the limit for originals if one is not known.
  public var reservedByteCount: Int64 = 0
  /// The number of uploads begun.
  public var createdCount = 0
  /// The number of requests that continued an upload.
  public var resumedCount = 0
  /// The number of uploads that became photos.
  public var completedCount = 0
  /// The number of uploads that were cancelled.
  public var cancelledCount = 0
  /// The number of uploads removed incomplete at the end of their lifetime.
  public var expiredCount = 0
  /// The number of uploads refused because of a limit.
  public var refusedCount = 0
}
