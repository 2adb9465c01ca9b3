// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Shows what uploads that may be resumed do.
struct UploadMetrics: MetricSource {
  let uploads: ResumableUploads

  func write(to text: inout MetricsText) {
    let counts = uploads.counts
    text.single("woof_uploads_open", .gauge, "Uploads that may be resumed and are not complete.", counts.openCount)
    text.single(
      "woof_uploads_reserved_bytes", .gauge, "Bytes that those uploads will have.", counts.reservedByteCount)
    text.single("woof_uploads_created_total", .counter, "Uploads that were begun.", counts.createdCount)
    text.single("woof_uploads_resumed_total", .counter, "Requests that went on with one.", counts.resumedCount)
    text.single("woof_uploads_completed_total", .counter, "Uploads that became photos.", counts.completedCount)
    text.single("woof_uploads_cancelled_total", .counter, "Uploads that were cancelled.", counts.cancelledCount)
    text.single("woof_uploads_expired_total", .counter, "Uploads that were too old.", counts.expiredCount)
    text.single("woof_uploads_refused_total", .counter, "Uploads refused by a limit.", counts.refusedCount)
  }
}
