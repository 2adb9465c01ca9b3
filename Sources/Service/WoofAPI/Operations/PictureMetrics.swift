// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Shows what becomes of pictures.
struct PictureMetrics: MetricSource {
  let pictures: PictureDerivation

  func write(to text: inout MetricsText) {
    let counts = pictures.counts
    text.begin(
      "woof_pictures_uploads_total", .counter, "Pictures looked at while they were uploaded, by what came of it.")
    text.sample("woof_pictures_uploads_total", ["outcome": "accepted"], counts.acceptedCount)
    text.sample("woof_pictures_uploads_total", ["outcome": "known"], counts.knownCount)
    text.sample("woof_pictures_uploads_total", ["outcome": "refused"], counts.refusedCount)
    text.sample("woof_pictures_uploads_total", ["outcome": "quarantined"], counts.quarantinedCount)
    text.sample("woof_pictures_uploads_total", ["outcome": "unseen"], counts.unseenCount)
    text.single("woof_pictures_variants_total", .counter, "Variants that were made.", counts.variantCount)
    text.single(
      "woof_pictures_overloads_total", .counter, "Requests for a variant refused because too many waited.",
      counts.overloadCount)
    text.begin("woof_pictures_queue_total", .counter, "Photos of the queue, by what came of it.")
    text.sample("woof_pictures_queue_total", ["outcome": "derived"], counts.derivedCount)
    text.sample("woof_pictures_queue_total", ["outcome": "postponed"], counts.postponedCount)
    text.sample("woof_pictures_queue_total", ["outcome": "given up"], counts.givenUpCount)
    text.single("woof_pictures_queue", .gauge, "Photos that wait for something to be derived.", counts.backlog)
  }
}
