// SPDX-License-Identifier: Apache-2.0

internal import WoofCore

/// Shows what is asked for with share links.
struct LinkMetrics: MetricSource {
  let links: ShareLinks

  func write(to text: inout MetricsText) {
    let counts = links.counter.current
    text.begin("woof_links_requests_total", .counter, "Requests with the address of a share link, by outcome.")
    for outcome in ShareLinkCounts.Outcome.allCases {
      text.sample(
        "woof_links_requests_total", ["outcome": outcome.rawValue], counts.requests[outcome, default: 0])
    }
    text.single("woof_links_likes_total", .counter, "Likes that guests of share links have set.", counts.likeCount)
    text.single(
      "woof_links_added_total", .counter, "Photos that guests of share links have added.", counts.additionCount)
  }
}
