internal import WoofCore
internal import WoofService

/// Shows how often passwords are checked.
struct SignInMetrics: MetricSource {
  let authenticator: Authenticator

  func write(to text: inout MetricsText) {
    let counts = authenticator.counts
    text.single("woof_sign_in_attempts_total", .counter, "Credentials that were checked.", counts.attempts)
    text.single("woof_sign_in_remembered_total", .counter, "Credentials known from before.", counts.remembered)
    text.single("woof_sign_in_failures_total", .counter, "Credentials that were wrong.", counts.failures)
    text.single("woof_sign_in_throttled_total", .counter, "Credentials refused unchecked.", counts.throttled)
    text.single("woof_sign_in_hashes_total", .counter, "Passwords that were hashed.", counts.hashes)
  }
}
