// SPDX-License-Identifier: Apache-2.0

/// The counts of resumable uploads since the service started, and of those that are open now.
package struct ResumableUploadCounts: Hashable, Sendable {
  /// The number of uploads that are not complete.
  package var openCount = 0
  /// The number of bytes reserved for these uploads: their lengths, or the limit for originals if one is not known.
  package var reservedByteCount: Int64 = 0
  /// The number of uploads begun.
  package var createdCount = 0
  /// The number of requests that continued an upload.
  package var resumedCount = 0
  /// The number of uploads that became photos.
  package var completedCount = 0
  /// The number of uploads that were cancelled.
  package var cancelledCount = 0
  /// The number of uploads removed incomplete at the end of their lifetime.
  package var expiredCount = 0
  /// The number of uploads refused because of a limit.
  package var refusedCount = 0
}
