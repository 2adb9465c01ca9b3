// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Gathers all metrics into the page that `/metrics` responds with.
struct MetricsPage: Sendable {
  let requests: RequestMetrics
  let routeNames: [String]
  let group: EventLoopGroup
  let sources: [any MetricSource]

  /// The name of the page's own route, as the metrics give it.
  static let routeName = "GET /metrics"
  /// The name of the page's route for administrators, as the metrics give it.
  static let administrationRouteName = "GET /admin/v1/metrics"

  /// The route of the page where the service itself listens: to administrators, as the figures tell strangers
  /// what others do.
  var route: ServiceRoute {
    ServiceRoute(.get, "/metrics", signIn: .required, scopes: []) { context in
      guard try context.signedIn().isAdministrator else {
        throw WoofError(
          .forbidden,
          "Only accounts that are administrators may see figures here; metrics.listen says where others may.")
      }
      return await response
    }
  }

  /// The route of the page to administrators.
  var administrationRoute: AdministrationRoute {
    AdministrationRoute(.get, "/admin/v1/metrics") { _ in await response }
  }

  /// The response that carries the page.
  var response: HTTPResponse {
    get async {
      HTTPResponse(
        200, fields: HTTPFields([.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"]),
        body: .bytes(HTTPBytes(await render())))
    }
  }

  /// The page.
  func render() async -> String {
    var text = MetricsText()
    write(await requests.total(of: group), to: &text)
    writeLag(to: &text)
    for source in sources { await source.write(to: &text) }
    return text.text
  }

  private func write(_ counts: RequestCounts, to text: inout MetricsText) {
    text.begin("woof_http_requests_total", .counter, "Requests answered, by route and class of status.")
    for (index, route) in counts.routes.enumerated() {
      for (statusClass, count) in route.byStatusClass.enumerated() where count > 0 {
        text.sample("woof_http_requests_total", ["route": name(of: index), "status": "\(statusClass)xx"], count)
      }
    }
    text.begin("woof_http_request_duration_seconds", .histogram, "From a request's head to the end of its answer.")
    for (index, route) in counts.routes.enumerated() where route.byDuration.contains(where: { $0 > 0 }) {
      text.histogram(
        "woof_http_request_duration_seconds", ["route": name(of: index)], counts: route.byDuration,
        bounds: RequestCounts.durationBounds.map { Double($0) / 1e9 }, sum: Double(route.durationSum) / 1e9)
    }
    text.single(
      "woof_http_requests_in_flight", .gauge, "Requests that are being answered, live streams included.",
      counts.begunCount - counts.endedCount)
    text.single(
      "woof_http_violations_total", .counter, "What came in and could not be read as a request.", counts.violationCount)
    text.single("woof_http_aborted_total", .counter, "Answers that did not go out whole.", counts.abortedCount)
    text.single("woof_http_received_bytes_total", .counter, "Bytes of bodies received.", counts.receivedByteCount)
    text.single("woof_http_sent_bytes_total", .counter, "Bytes of bodies sent.", counts.sentByteCount)
  }

  private func writeLag(to text: inout MetricsText) {
    text.begin("woof_loop_round_seconds", .histogram, "How long the rounds of each event loop took.")
    for loop in group.loops {
      let lag = loop.lagStatistics
      let bounds = (0..<lag.histogram.count - 1).map { Double(1 << $0) / 1e6 }
      text.histogram(
        "woof_loop_round_seconds", ["loop": "\(loop.index)"], counts: lag.histogram.map(Int.init), bounds: bounds,
        sum: Double(lag.total) / 1e9)
    }
  }

  private func name(of route: Int) -> String { route < routeNames.count ? routeNames[route] : "none" }
}
