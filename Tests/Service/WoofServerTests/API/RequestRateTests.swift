// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

/// Clients that send too many requests are refused.
@Suite(.overEachProtocol) struct RequestRateTests {
  @Test func `the requests of an account are limited over all connections`() async throws {
    try await withService(http: "rates: {local: true, perAccount: 1, accountBurst: 5}") { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let responses = try (0..<12).map { _ in try ada.get("/v1/me") }
      #expect((5...7).contains(responses.count { $0.status == 200 }))
      let refusal = try #require(responses.first { $0.status == 429 })
      #expect(refusal.problem == "too-many-requests")
      #expect(try refusal.json()["limitName"] == .string("requestsPerAccount"))
      #expect(refusal["Retry-After"].flatMap { Int($0) }.map { $0 >= 1 } == true)
      #expect(try bob.get("/v1/me").status == 200)
      #expect(try service.client().get("/v1/photos").status == 200)
      #expect(try service.metrics().contains(#"woof_requests_limited_total{limit="requestsPerAccount"}"#))
    }
  }

  @Test func `the requests of an address are limited, for every account and path`() async throws {
    try await withService(http: "rates: {local: true, perAddress: 1, addressBurst: 4}") { service in
      let ada = try await service.member("ada")
      let paths = ["/v1/photos", "/nowhere", "/v1/me", "/v1/changes", "/v1/photos", "/v1/photos", "/v1/photos"]
      let responses = try paths.map { try ada.get($0) }
      #expect(responses.last?.status == 429)
      #expect(try responses.last?.json()["limitName"] == .string("requestsPerAddress"))
      #expect(try service.metrics().contains(#"woof_requests_limited_total{limit="requestsPerAddress"} "#))
    }
  }

  @Test func `clients behind a trusted proxy are counted separately`() async throws {
    let http = "rates: {local: true, perAddress: 1, addressBurst: 3}, proxies: {trusted: ['127.0.0.0/8']}"
    try await withService(http: http) { service in
      let client = service.client()
      let get = { (address: String) in
        try client.get("/v1/photos", ["X-Forwarded-For": address]).status
      }
      let statuses = try (0..<6).map { _ in try get("192.0.2.1") }
      #expect(statuses.last == 429)
      #expect(try get("192.0.2.2") == 200)
      let ofNetwork = try (0..<6).map { number in try get("2001:db8::\(number)") }
      #expect(ofNetwork.last == 429)
    }
  }

  @Test func `requests from the machine itself are not limited by default`() async throws {
    try await withService(http: "rates: {perAddress: 1, addressBurst: 1}") { service in
      let statuses = try (0..<5).map { _ in try service.client().get("/v1/photos").status }
      #expect(statuses == [200, 200, 200, 200, 200])
    }
  }
}
