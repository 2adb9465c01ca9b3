// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofAPI

/// Shows how often passwords are checked.
struct SignInMetrics: MetricSource {
  let authenticator: Authenticator

  func write(to text: inout MetricsText) {
    let counts = authenticator.counts
    text.single("woof_sign_in_attempts_total", .counter, "Credentials that were checked.", counts.attempts)
    text.single("woof_sign_in_remembered_total", .counter, "Credentials known from before.", counts.remembered)
    text.single("woof_sign_in_failures_total", .counter, "Credentials that were wrong.", counts.failures)
    text.single("woof_sign_in_throttled_total", .counter, "Credentials refused unchecked.", counts.throttled)
    text.begin("woof_sign_in_refused_total", .counter, "Credentials refused unchecked, by the limit that was reached.")
    for limit in SignInRefusal.allCases {
      text.sample("woof_sign_in_refused_total", ["limit": limit.rawValue], counts.refusals[limit, default: 0])
    }
    text.single("woof_sign_in_hashes_total", .counter, "Passwords that were hashed.", counts.hashes)
    text.single(
      "woof_sign_in_hashes_renewed_total", .counter, "Hashes that were made anew at the configured cost.",
      counts.renewals)
    writeHashes(authenticator.hashStatistics, to: &text)
  }

  private func writeHashes(_ statistics: HashStatistics, to text: inout MetricsText) {
    text.begin("woof_sign_in_hash_queue", .gauge, "Passwords that wait to be hashed.")
    text.sample("woof_sign_in_hash_queue", ["kind": "known"], statistics.knownWaitingCount)
    text.sample("woof_sign_in_hash_queue", ["kind": "other"], statistics.otherWaitingCount)
    text.single("woof_sign_in_hashes_running", .gauge, "Passwords that are being hashed.", statistics.runningCount)
    text.begin(
      "woof_sign_in_hash_wait_seconds", .histogram, "How long passwords waited before they were hashed.")
    text.histogram(
      "woof_sign_in_hash_wait_seconds", counts: statistics.waitCounts, bounds: HashStatistics.waitBounds,
      sum: statistics.waitSum)
  }
}
