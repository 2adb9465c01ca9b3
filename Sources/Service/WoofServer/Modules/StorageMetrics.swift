// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
internal import WoofStorage

/// Shows what the embedded store does.
struct StorageMetrics: MetricSource {
  let store: EmbeddedStore

  func write(to text: inout MetricsText) {
    let statistics = store.statistics
    histogram(
      statistics.batchSizes, "woof_store_batch_operations", "How many writes each transaction committed.", scale: 1,
      to: &text)
    histogram(
      statistics.commitMicroseconds, "woof_store_commit_seconds", "How long each transaction took.", scale: 1e-6,
      to: &text)
    histogram(
      statistics.foldMicroseconds, "woof_store_fold_seconds",
      "How long it took to move favourites from the journal into their tables.", scale: 1e-6, to: &text)
    text.single(
      "woof_store_failed_transactions_total", .counter, "Transactions that failed.", statistics.failedTransactionCount)
    text.single(
      "woof_store_scrubbed_bytes_total", .counter, "Bytes of photos that were read again to find damage.",
      Int(statistics.scrubbedByteCount))
    text.single(
      "woof_store_damaged_blobs_total", .counter, "Blobs that were damaged and have been moved aside.",
      statistics.damagedBlobCount)
    text.single(
      "woof_store_damaged", .gauge, "1 once damage of the database has been met, until the service starts anew.",
      statistics.isDamaged ? 1 : 0)
    text.single(
      "woof_store_idempotency_keys", .gauge, "Idempotency keys that are kept, as last counted.",
      statistics.storedResponseCount)
    text.single(
      "woof_store_idempotency_keys_evicted_total", .counter, "Idempotency keys forgotten early, by a limit.",
      statistics.evictedResponseCount)
    text.single(
      "woof_store_edits", .gauge, "Numbers of edits of favourites that are kept, as last counted.",
      statistics.storedEditCount)
    text.single(
      "woof_store_edits_evicted_total", .counter, "Numbers of edits forgotten early, by a limit.",
      statistics.evictedEditCount)
    text.single(
      "woof_store_late_edits_total", .counter,
      "Edits of favourites that came late, or again, and changed nothing.", statistics.lateEditCount)
    text.single(
      "woof_disk_reserve_bytes", .gauge, "Bytes of the disk that are kept for administration and deletion.",
      Int(store.reserve.heldByteCount))
    text.single(
      "woof_disk_reserve_missing_bytes", .gauge,
      "Bytes of that reserve that are in use; uploads are refused until none are.",
      Int(store.reserve.byteCount - store.reserve.heldByteCount))
    text.single(
      "woof_disk_reserve_given_up_total", .counter, "Parts of the reserve that were given up, an eighth each.",
      store.reserve.givenUpCount)
    text.single("woof_store_write_queue", .gauge, "Writes that wait.", statistics.writeQueueDepth)
    text.single("woof_store_read_queue", .gauge, "Reads that wait.", statistics.readQueueDepth)
    text.single(
      "woof_store_journal_favourites", .gauge, "Favourites in the journal and not yet in their tables.",
      statistics.pendingFavouriteCount)
    text.single(
      "woof_store_log_bytes", .gauge, "Bytes of the write-ahead log that are in use.", statistics.logByteCount)
  }

  private func histogram(
    _ histogram: Histogram, _ name: String, _ help: String, scale: Double, to text: inout MetricsText
  ) {
    text.begin(name, .histogram, help)
    text.histogram(
      name, counts: histogram.bucketCounts.map { Int(clamping: $0) },
      bounds: histogram.bounds.map { Double($0) * scale },
      sum: Double(histogram.sum) * scale)
  }
}
