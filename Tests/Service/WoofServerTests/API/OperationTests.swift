// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofResources

@testable import TestKit

/// What operators ask for.
struct OperationTests {
  @Test func `the service tells its version, its limits and its rules to whoever asks`() async throws {
    try await withService { service in
      let description = try service.client().get("/v1/service").json()
      #expect(description["name"].text == "Woof")
      #expect(description["version"].text == WoofVersion.current)
      #expect(description["signUp"].text == "off")
      #expect(description["limits"]["photoByteCount"].integer == 50_000_000)
      #expect(description["limits"]["captionLength"] == 2_000)
      #expect(description["contentTypes"].items.compactMap(\.text).contains("image/heic"))
    }
  }

  @Test(arguments: [("/healthz", "ok\n"), ("/readyz", "ready\n")])
  func `a running service reports its health`(target: String, text: String) async throws {
    try await withService { service in
      let response = try service.client().get(target)
      #expect(response.status == 200)
      #expect(response.text == text)
      #expect(response["Cache-Control"] == "no-store")
    }
  }

  @Test func `the contract is served unchanged`() async throws {
    try await withService { service in
      let response = try service.client().get("/openapi.yaml")
      #expect(response["Content-Type"] == "application/yaml")
      #expect(response.body == WoofResources.openAPI)
    }
  }

  @Test func `metrics are in the text format, each with its help and its type`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.setFavourite(try ada.addPhoto())
      _ = try service.client().get("/nothing")
      let response = try service.metricsClient.get("/metrics")
      #expect(response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
      let page = try MetricsReading(response.text)
      for name in [
        "woof_http_requests_total", "woof_http_request_duration_seconds", "woof_http_requests_in_flight",
        "woof_http_received_bytes_total", "woof_http_sent_bytes_total", "woof_loop_round_seconds",
        "woof_store_batch_operations", "woof_store_commit_seconds", "woof_event_subscribers",
        "woof_sign_in_hashes_total",
      ] {
        #expect(page.types[name] != nil, "\(name)")
      }
    }
  }

  @Test func `on public listeners, only administrators see metrics`() async throws {
    try await withService { service in
      let stranger = try service.client().get("/metrics")
      #expect(stranger.status == 401)
      #expect(!stranger.text.contains("woof_"))
      let member = try await service.member("ada").get("/metrics")
      #expect(member.status == 403)
      #expect(member.problem == "forbidden")
      #expect(!member.text.contains("woof_"))
      let root = try await service.member("root", isAdministrator: true)
      #expect(try root.get("/metrics").text.contains("# TYPE woof_http_requests_total counter"))
    }
  }

  @Test func `a metrics listener serves only metrics, and checks hosts`() async throws {
    try await withService { service in
      let root = try await service.addAccount("root", isAdministrator: true)
      #expect(try service.metricsClient.head("/metrics").status == 200)
      #expect(try service.metricsClient.get("/metrics?x=1").status == 400)
      #expect(try service.metricsClient.post("/metrics", [:], []).status == 405)
      for target in ["/", "/v1/photos", "/healthz", "/admin/v1/metrics"] {
        #expect(try service.metricsClient.get(target, ["Authorization": root.authorization]).status == 404)
      }
      let connection = try RawClient(port: service.metricsPort)
      try connection.send("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      #expect(try connection.receiveResponse().status == 421)
    }
  }

  @Test func `requests are counted by route and class of status`() async throws {
    try await withService { service in
      let client = service.client()
      for _ in 0..<3 { _ = try client.get("/v1/photos") }
      _ = try client.get("/v1/photos?x=1")
      _ = try client.get("/nothing")
      let connection = try service.connect()
      try connection.send("nonsense\r\n\r\n")
      _ = try connection.receiveResponse()
      let page = try MetricsReading(try service.metrics())
      #expect(page.values[#"woof_http_requests_total{route="GET /v1/photos",status="2xx"}"#] == 3)
      #expect(page.values[#"woof_http_requests_total{route="GET /v1/photos",status="4xx"}"#] == 1)
      #expect(page.values[#"woof_http_requests_total{route="none",status="4xx"}"#] == 2)
      #expect(page.values["woof_http_violations_total"] == 1)
      #expect(page.values["woof_http_requests_in_flight"] == 0)
    }
  }
}

/// A page of metrics, taken apart by the rules of the format.
struct MetricsReading {
  private(set) var types: [String: String] = [:]
  private(set) var values: [String: Double] = [:]

  init(_ text: String) throws {
    var helps: Set<String> = []
    var current = ""
    var last: (series: String, count: Double) = ("", 0)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let match = line.wholeMatch(of: /# HELP ([a-z_]+) (.+)/) {
        guard helps.insert(String(match.1)).inserted else { throw TestFailure("twice: \(line)") }
        current = String(match.1)
      } else if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
        guard match.1 == current else { throw TestFailure("no help before: \(line)") }
        types[current] = String(match.2)
      } else if let match = line.wholeMatch(of: /([a-z_]+)(\{(?:[a-z]+="[^"\\]*",?)*\})? (-?[0-9.e+-]+)/) {
        guard let value = Double(match.3), let type = types[current] else { throw TestFailure("no sample: \(line)") }
        let name = String(match.1)
        let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { name == current + $0 }) else { throw TestFailure("misplaced: \(line)") }
        let labels = match.2.map(String.init) ?? ""
        guard values.updateValue(value, forKey: name + labels) == nil else { throw TestFailure("twice: \(line)") }
        if name == current + "_bucket" {
          let series = current + labels.replacing(/le="[^"]*"/, with: "")
          guard series != last.series || value >= last.count else { throw TestFailure("falls: \(line)") }
          last = (series, value)
        } else if name == current + "_count", value != last.count {
          throw TestFailure("not the sum of its buckets: \(line)")
        }
      } else {
        throw TestFailure("no line of the format: \(line)")
      }
    }
    guard text.hasSuffix("\n") else { throw TestFailure("the last line has no end") }
  }
}
