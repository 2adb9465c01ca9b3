// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Shows what becomes of archives.
struct ArchiveMetrics: MetricSource {
  let archives: ArchiveLibrary

  func write(to text: inout MetricsText) {
    let counts = archives.counter.current
    text.single("woof_archives_made_total", .counter, "Addresses that were made for archives.", counts.madeCount)
    text.single(
      "woof_archives_downloads_total", .counter, "Downloads of archives that were begun, those that go on included.",
      counts.downloadCount)
    text.single(
      "woof_archives_resumed_total", .counter,
      "Downloads of archives that did not start at the beginning, as those that go on after a break.",
      counts.resumedCount)
    text.single("woof_archives_sent_bytes_total", .counter, "Bytes of archives that were sent.", counts.sentByteCount)
  }
}
