// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Shows what becomes of upload tickets.
struct TicketMetrics: MetricSource {
  let tickets: UploadTickets

  func write(to text: inout MetricsText) {
    let counts = tickets.counts
    text.single("woof_tickets_issued_total", .counter, "Upload tickets that were issued.", counts.issuedCount)
    text.single("woof_tickets_used_total", .counter, "Upload tickets that became photos.", counts.usedCount)
    text.single(
      "woof_tickets_revoked_total", .counter, "Upload tickets that were revoked one by one.", counts.revokedCount)
    text.single(
      "woof_tickets_refused_total", .counter, "Requests whose upload ticket was not there any more.",
      counts.refusedCount)
  }
}
