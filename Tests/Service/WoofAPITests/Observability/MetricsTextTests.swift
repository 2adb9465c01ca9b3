// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

@Suite struct MetricsTextTests {
  @Test func `a metric is written with its help, its kind and its samples`() {
    var text = MetricsText()
    text.begin("woof_things_total", .counter, "Things.")
    text.sample("woof_things_total", ["kind": "a \"b\"\\\n"], 3)
    #expect(
      text.text == """
        # HELP woof_things_total Things.
        # TYPE woof_things_total counter
        woof_things_total{kind="a \\"b\\"\\\\\\n"} 3

        """)
  }

  @Test func `the buckets of a histogram include all smaller values`() {
    var text = MetricsText()
    text.histogram("h", ["r": "x"], counts: [1, 2, 3], bounds: [0.5, 1], sum: 4.5)
    #expect(
      text.text == """
        h_bucket{r="x",le="0.5"} 1
        h_bucket{r="x",le="1.0"} 3
        h_bucket{r="x",le="+Inf"} 6
        h_sum{r="x"} 4.5
        h_count{r="x"} 6

        """)
  }
}
