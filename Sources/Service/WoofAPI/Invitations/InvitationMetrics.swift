// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Shows what becomes of invitations.
struct InvitationMetrics: MetricSource {
  let invitations: Invitations

  func write(to text: inout MetricsText) {
    let counts = invitations.counts
    text.single("woof_invitations_made_total", .counter, "Invitations that were made.", counts.madeCount)
    text.single("woof_invitations_used_total", .counter, "Accounts that were added by invitations.", counts.usedCount)
    text.single(
      "woof_invitations_revoked_total", .counter, "Invitations that were revoked one by one.", counts.revokedCount)
    text.single(
      "woof_invitations_refused_total", .counter, "Requests whose invitation let nobody in.", counts.refusedCount)
  }
}
