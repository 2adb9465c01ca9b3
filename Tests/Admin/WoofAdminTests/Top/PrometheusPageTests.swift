// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofAdmin

@Suite struct `Metrics of Prometheus` {
  private static let page = """
    # HELP woof_http_requests_total Requests answered.
    # TYPE woof_http_requests_total counter
    woof_http_requests_total{route="GET /v1/photos",status="2xx"} 12
    woof_http_requests_total{route="a\\"b\\\\c\\nd",status="5xx",} 3 1700000000000
      woof_store_write_queue 2.5e1
    woof_http_request_duration_seconds_bucket{route="a",le="0.001"} 0
    woof_http_request_duration_seconds_bucket{route="a",le="0.01"} 50
    woof_http_request_duration_seconds_bucket{route="a",le="0.1"} 90
    woof_http_request_duration_seconds_bucket{route="a",le="+Inf"} 100
    woof_http_request_duration_seconds_sum{route="a"} 4
    woof_http_request_duration_seconds_count{route="a"} 100
    """

  @Test func `samples have a name, labels and a value`() {
    let page = PrometheusPage(Self.page)
    #expect(page["woof_http_requests_total"].map(\.value) == [12, 3])
    #expect(page["woof_http_requests_total"].last?.labels == ["route": "a\"b\\c\nd", "status": "5xx"])
    #expect(page.sum("woof_http_requests_total") == 15)
    #expect(page.sum("woof_http_requests_total") { $0.labels["status"] == "5xx" } == 3)
    #expect(page.sum("woof_store_write_queue") == 25)
    #expect(page.sum("woof_nothing") == 0)
  }

  @Test(arguments: ["", "a", "a{", "a{b", "a{b=", "a{b=\"", "a{b=\"c", "a{b=\"c\\", "a{} x", "{} 1", "a 1 2 3", "é"])
  func `malformed lines are left out`(line: String) {
    let page = PrometheusPage("\(line)\nwoof_good 1\n\(line)")
    #expect(page["a"].isEmpty)
    #expect(page.sum("woof_good") == 1)
  }

  @Test func `quantiles lie between the bounds`() throws {
    let histogram = PrometheusPage(Self.page).histogram("woof_http_request_duration_seconds")
    #expect(histogram.count == 100)
    #expect(histogram.mean == 0.04)
    #expect(abs(try #require(histogram.quantile(0.5)) - 0.01) < 1e-9)
    #expect(abs(try #require(histogram.quantile(0.7)) - 0.055) < 1e-9)
    #expect(histogram.quantile(0.99) == 0.1)
    #expect(histogram.quantile(.nan) == nil)
    #expect(Histogram(counts: [:], sum: 0).quantile(0.5) == nil)
  }

  @Test func `a histogram combines all labels, or the chosen ones`() {
    let page = PrometheusPage(
      """
      a_bucket{loop="0",le="1"} 2
      a_bucket{loop="0",le="+Inf"} 3
      a_sum{loop="0"} 5
      a_bucket{loop="1",le="1"} 4
      a_bucket{loop="1",le="+Inf"} 4
      a_sum{loop="1"} 1
      """)
    #expect(page.histogram("a") == Histogram(counts: [1: 6, .infinity: 7], sum: 6))
    let chosen = page.histogram("a") { $0.labels["loop"] == "0" }
    #expect(chosen == Histogram(counts: [1: 2, .infinity: 3], sum: 5))
  }

  @Test func `an increase is the difference, or all if the counter was reset`() {
    let old = Histogram(counts: [1: 5, .infinity: 10], sum: 20)
    let new = Histogram(counts: [1: 8, .infinity: 14], sum: 30)
    #expect(new.since(old) == Histogram(counts: [1: 3, .infinity: 4], sum: 10))
    #expect(old.since(new) == old)
  }

  @Test func `any text is parsed without a crash`() {
    var random = SeededGenerator(seed: 7)
    let characters = Array("abc{}=\",\\ \n\t#1.e+-InfNaNé")
    for _ in 0..<3_000 {
      let text = String(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in characters.randomElement(using: &random) ?? " " })
      let page = PrometheusPage(text)
      _ = page.histogram("a").quantile(0.5)
    }
  }
}
