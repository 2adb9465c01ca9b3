// SPDX-License-Identifier: Apache-2.0

internal import WoofAPI
internal import WoofCore
internal import WoofStorage

/// Shows how much is shared, and how many apps have a password of their own.
struct SharingMetrics: MetricSource {
  let store: EmbeddedStore
  let time: any TimeSource

  func write(to text: inout MetricsText) async {
    // A store that cannot be read has figures of its own to say so.
    guard let counts = try? await store.sharingCounts(at: time.now()) else { return }
    text.single("woof_albums", .gauge, "Albums.", counts.albumCount)
    text.single("woof_links_open", .gauge, "Share links that have not expired.", counts.linkCount)
    text.single("woof_app_passwords", .gauge, "App passwords that have not expired.", counts.appPasswordCount)
  }
}
