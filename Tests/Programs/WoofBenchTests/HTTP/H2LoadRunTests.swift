// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import woof_bench

/// The figures that h2load prints.
struct H2LoadRunTests {
  private static let output = """
    Application protocol: h2

    finished in 2.00s, 20000.00 req/s, 312.72MB/s
    requests: 40010 total, 40320 started, 40010 done, 40000 succeeded, 0 failed, 0 errored, 0 timeout
    status codes: 40010 2xx, 0 3xx, 0 4xx, 0 5xx
    traffic: 625.43MB (655812345) total, 1.12MB (1175312) headers (space savings 94.01%), 624.00MB (654311424) data

    """

  @Test func `responses and bytes are read`() throws {
    let run = try #require(H2LoadRun(Self.output, duration: .seconds(2)))
    #expect(run.requestCount == 40_000)
    #expect(run.byteCount == 655_812_345)
    #expect(run.rate == 20_000)
  }

  @Test(arguments: [
    ("0 failed", "1 failed"), ("0 errored", "3 errored"), ("0 timeout", "1 timeout"),
    ("40000 succeeded", "0 succeeded"),
    ("protocol: h2", "protocol: http/1.1"), ("traffic", "other"),
  ])
  func `a run that is none is refused`(_ text: String, _ replacement: String) {
    #expect(H2LoadRun(Self.output.replacing(text, with: replacement), duration: .seconds(2)) == nil)
  }
}
