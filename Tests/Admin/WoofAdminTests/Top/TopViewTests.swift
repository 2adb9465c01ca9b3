// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel

@testable import WoofAdmin

@Suite struct `The view of top` {
  private static func reading(requests: Int, loops: Int = 2) -> TopFigures.Reading {
    var statistics = AdminStatistics(at: Timestamp(milliseconds: 0))
    (statistics.photoCount, statistics.residentByteCount, statistics.processorSeconds) = (1234, 50_000_000, 2)
    let text = """
      woof_http_requests_total{status="2xx"} \(requests)
      woof_http_requests_total{status="4xx"} \(requests / 10)
      woof_http_request_duration_seconds_bucket{le="0.001"} \(requests)
      woof_http_request_duration_seconds_bucket{le="+Inf"} \(requests)
      """
    let rounds = (0..<loops).map { "woof_loop_round_seconds_count{loop=\"\($0)\"} \(requests)\n" }.joined()
    return TopFigures.Reading(page: PrometheusPage("\(text)\n\(rounds)"), statistics: statistics)
  }

  private static func view(_ counts: [Int]) -> TopView {
    var view = TopView()
    for (old, new) in zip(counts, counts.dropFirst()) {
      view.take(TopFigures(from: reading(requests: old), to: reading(requests: new), seconds: 2))
    }
    return view
  }

  @Test func `rates are differences over time`() {
    let figures = TopFigures(from: Self.reading(requests: 100), to: Self.reading(requests: 300), seconds: 2)
    #expect(figures.requests == 110)
    #expect(figures.refusals == 10)
    #expect(figures.median == 0.0005)
    #expect(figures.loops.map(\.name) == ["0", "1"])
    #expect(TopFigures(from: Self.reading(requests: 9), to: Self.reading(requests: 0), seconds: 0).requests == 0)
  }

  @Test func `figures appear beside their curves`() {
    let lines = Self.view([0, 100, 400, 500]).lines(columns: 80, rows: 40)
    #expect(lines.contains { $0.hasPrefix("requests    55/s") && $0.hasSuffix("▃█▃") })
    #expect(lines.contains { $0.contains("1,234 photos") })
    #expect(lines.contains { $0.hasPrefix("loop 1") })
    #expect(lines.last == "q ends.")
  }

  @Test func `a count of one is in the singular`() {
    var statistics = AdminStatistics(at: Timestamp(milliseconds: 0))
    (statistics.accountCount, statistics.photoCount, statistics.connectionCount) = (1, 1, 1)
    let page = PrometheusPage("woof_store_write_queue 1\nwoof_plugin_workers 2\nwoof_plugin_jobs_running 1")
    let reading = TopFigures.Reading(page: page, statistics: statistics)
    var view = TopView()
    view.take(TopFigures(from: reading, to: reading, seconds: 1))
    let lines = view.lines(columns: 200, rows: 40)
    #expect(lines.first?.contains("  1 account  1 photo  ") == true)
    for text in ["1 connection, 0 requests, 0 subscribers", "1 write, 0 reads", "2, 1 job running, 0 waiting"] {
      #expect(lines.contains { $0.hasSuffix(text) }, "\(lines)")
    }
  }

  @Test(arguments: [(20, 5), (1, 1), (40, 100), (200, 3)])
  func `no line exceeds the terminal's size`(columns: Int, rows: Int) {
    let lines = Self.view([0, 100, 400]).lines(columns: columns, rows: rows)
    #expect(lines.count <= rows)
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(TopView().lines(columns: columns, rows: rows).count == 1)
  }

  @Test func `the height of a curve follows its greatest value`() {
    #expect(Sparkline.text([0, 1, 2, 4], width: 10) == "▁▃▅█")
    #expect(Sparkline.text([0, 1, 2, 4], width: 2) == "▅█")
    #expect(Sparkline.text([0, 0], width: 4) == "▁▁")
    #expect(Sparkline.text([.nan, .infinity, -1], width: 4) == "▁▁▁")
    #expect(Sparkline.text([1], width: -1) == "")
  }
}
