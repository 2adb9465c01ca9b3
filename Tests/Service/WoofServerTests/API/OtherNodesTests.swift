// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel

@testable import TestKit
@testable import TestPictures

/// A service that is one of several nodes.
struct OtherNodesTests {
  @Test func `a request whose idempotency key another node works on is refused for a moment`() async throws {
    let nodes = OtherNodes()
    try await withService(others: [OtherNodesModule(nodes)]) { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      nodes.keys.withLock { _ = $0.insert("k1") }
      let refused = try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], picture)
      #expect(refused.status == 409)
      #expect(refused["Retry-After"] == "1")
      #expect(try ada.ids("/v1/photos") == [])
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k2\""], picture).status == 201)
    }
  }

  @Test func `failed sign-ins on other nodes count, and others are told of those on this one`() async throws {
    let nodes = OtherNodes()
    try await withService(signIn: ThrottlingTests.limits, others: [OtherNodesModule(nodes)]) { service in
      let ada = try await service.addAccount("ada")
      #expect(try service.client(Credential("bob", "wrong")).get("/v1/me").status == 401)
      nodes.failures.withLock { $0 = [SignInFailures(name: "ada", network: "127.0.0.1", count: 3)] }
      try await eventually {
        nodes.failures.withLock(\.isEmpty) && nodes.heard.withLock { $0.map(\.name) == ["bob"] }
      }
      try await eventually { try service.client(ada).get("/v1/me").status == 429 }
    }
  }
}
