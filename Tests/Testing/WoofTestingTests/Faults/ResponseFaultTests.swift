// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import URLLoading
import WoofClient
import WoofModel
import WoofTesting

/// Faults that respond in the place of the service, met by the SDK.
struct ResponseFaultTests {
  @Test(arguments: HarnessProtocol.allCases)
  func `a client is asked for its credential an extra time`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let client = woof.client(as: "ada")
      _ = try await client.account()
      let fault = try woof.faults.inject(.challenge, into: .get("/v1/me"), count: 1)
      let account = try await client.account().name
      #expect(account == "ada")
      #expect(woof.faults.count(of: fault) == 1)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a proxy refuses bodies above a limit`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.limitBody(to: 1000), into: .post("/v1/photos"))
      let picture = Data(try DrawnPicture(.jpeg, padding: 50_000).bytes())
      let error = try await failure { _ = try await woof.client(as: "ada").upload(data: picture) }
      #expect(error.code == .payloadTooLarge)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `too many requests get a 429 with a Retry-After`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.tooManyRequests(retryAfter: 7), into: .get("/v1/photos/*"))
      let error = try await failure { _ = try await woof.client(retryPolicy: .never).photo(photo) }
      #expect(error.code == .tooManyRequests)
      #expect(error.retryAfter == 7)
    }
  }

  @Test(arguments: [500, 502, 503, 504], HarnessProtocol.allCases)
  func `the service fails twice and then succeeds`(status: Int, wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let fault = try woof.faults.inject(.serverError(status), into: .get("/v1/photos/*"), count: 2)
      let found = try await woof.client().photo(photo).id
      #expect(found == photo)
      #expect(woof.faults.count(of: fault) == 2)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a redirect leads to the response`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let other = try await woof.addPhoto(DrawnPicture(.png, seed: 5), by: "ada")
      let fault = try woof.faults.inject(
        .redirect(to: "/v1/photos/\(photo)"), into: .get("/v1/photos/\(other)"), count: 1)
      let found = try await woof.client(retryPolicy: .never).photo(other).id
      #expect(found == photo)
      #expect(woof.faults.count(of: fault) == 1)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a stubbed response is taken for the service's own`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let json = """
        {"name":"stub","admin":false,"createdAt":"2026-05-01T10:00:00.000Z","photoCount":0,"favouriteCount":0}
        """
      try woof.faults.inject(.response(.json(json)), into: .get("/v1/me"))
      let account = try await woof.client().account()
      #expect(account.name == "stub")
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a stub responds before any route`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.stub(.get("/v1/me"), .json(#"{"name":"stub","admin":false}"#))
      let (data, _) = try await woof.session().data(from: woof.url.appendingPathComponent("v1/me"))
      #expect(String(decoding: data, as: UTF8.self) == #"{"name":"stub","admin":false}"#)
    }
  }

  @Test func `a fault for a missing route is refused, and the nearest is named`() async throws {
    try await withHarness { woof, photo in
      let faults: [Fault] = [
        .delay(.fixed(.zero)), .serverError(), .challenge, .tooManyRequests(retryAfter: 1), .redirect(to: "/"),
        .expiredToken, .limitBody(to: 1), .response(StubbedResponse(status: 200)), .storage(.diskFull),
        .hangUp(by: .close),
      ]
      for fault in faults {
        #expect {
          try woof.faults.inject(fault, into: .put("/v1/photos/*/favorite"))
        } throws: {
          ($0 as? HarnessError)?.code == .noSuchRoute && "\($0)".contains("/v1/photos/{id}/favourite")
        }
      }
      #expect(woof.faults.unmet.isEmpty)
      try woof.faults.stub(.put("/v1/photos/*/favorite"), StubbedResponse(status: 200))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a failure of the service has the fields that a test sets`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(
        .serverError(503, fields: [MessageField("Retry-After", "7")]), into: .get("/v1/photos/*"))
      let failed = try await failure { _ = try await woof.client(retryPolicy: .never).photo(photo) }
      #expect(failed.code == .unavailable && failed.retryAfter == 7)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a fault happens as often and as late as its rule allows`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let client = woof.client(retryPolicy: .never)
      try woof.faults.inject(.serverError(), into: .get("/v1/photos/*"), first: 2, count: 1)
      _ = try await client.photo(photo)
      let failed = try await failure { _ = try await client.photo(photo) }.code
      #expect(failed == .internal)
      _ = try await client.photo(photo)
    }
  }

  @Test func `the seed decides which of many occasions a fault hits`() async throws {
    func fates() async throws -> [Bool] {
      try await withHarness { woof, photo in
        try woof.faults.inject(FaultRule(.serverError(), into: .get("/v1/photos/*"), probability: 0.5))
        var fates: [Bool] = []
        for _ in 0..<20 { fates.append((try? await woof.client(retryPolicy: .never).photo(photo)) != nil) }
        return fates
      }
    }
    let first = try await fates()
    #expect(first.contains(true) && first.contains(false))
    let found = try await fates()
    #expect(found == first)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a fault lasts as long as its body of code`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let client = woof.client(retryPolicy: .never)
      try await woof.faults.with(FaultRule(.serverError())) {
        let error = try await failure { _ = try await client.photo(photo) }
        #expect(error.code == .internal)
      }
      _ = try await client.photo(photo)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a predicate chooses requests`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let rule = RequestPattern(where: { $0.fields["User-Agent"] == "rex" })
      try woof.faults.inject(.serverError(), into: rule)
      var request = URLRequest(url: woof.url.appendingPathComponent("healthz"))
      let plain = try await woof.session().data(for: request).1 as? HTTPURLResponse
      request.setValue("rex", forHTTPHeaderField: "User-Agent")
      let chosen = try await woof.session().data(for: request).1 as? HTTPURLResponse
      #expect(plain?.statusCode == 200)
      #expect(chosen?.statusCode == 500)
    }
  }

  @Test func `a wait for a fault ends when it happens, is switched off or the harness stops`() async throws {
    let woof = try await WoofHarness.start()
    let faults = woof.faults
    let fault = try faults.inject(.serverError(), into: .get("/healthz"))
    let met = Task { try await faults.happened(fault) }
    _ = try await failure { try await woof.client(retryPolicy: .never).checkHealth() }
    try await met.value
    let removed = Task { try await faults.happened(fault, times: 2) }
    faults.remove(fault)
    await #expect { try await removed.value } throws: { ($0 as? HarnessError)?.code == .invalid }
    let other = try faults.inject(.serverError(), into: .get("/healthz"))
    let left = Task { try await faults.happened(other) }
    await woof.stop()
    await #expect { try await left.value } throws: { ($0 as? HarnessError)?.code == .stopped }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a fault that never happened is reported`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.serverError(), into: .put("/v1/photos/*/favourite"))
      #expect(woof.faults.unmet == ["answer 500 for PUT /v1/photos/*/favourite"])
    }
  }
}
