// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading
import WoofClient
import WoofModel
import WoofTesting

/// Faults by the control API, as an app's tests in another language use them.
struct ControlFaultTests {
  @Test func `faults are switched on and off`() async throws {
    try await withRemote { remote in
      let client = remote.woof.client(retryPolicy: .never)
      let made = try await remote.call(
        "POST", "faults", #"{"fault": "serverError", "status": 503, "path": "/healthz"}"#)
      #expect(made.body == .object(["id": 1]))
      let failed = try await failure { try await client.checkHealth() }
      #expect(failed.code == .unavailable)
      let count = try await remote.call("GET", "faults/1")
      #expect(count.body == .object(["happened": 1]))
      _ = try await remote.call("DELETE", "faults/1")
      try await client.checkHealth()
    }
  }

  @Test func `a path without a route is refused, except for a stub`() async throws {
    try await withRemote { remote in
      for request in [
        #"{"fault": "serverError", "path": "/v2/me"}"#, #"{"fault": "delay", "for": "1s", "path": "/v2/me"}"#,
      ] {
        let refused = try await remote.call("POST", "faults", request)
        #expect(refused.status == 400, "\(refused)")
      }
      #expect(try await remote.call("POST", "expectations", #"{"path": "/v2/me"}"#).status == 400)
      #expect(try await remote.call("POST", "faults", #"{"fault": "answer", "path": "/v2/me"}"#).status == 200)
      #expect(try await remote.call("POST", "expectations", #"{"path": "/v2/me", "count": 0}"#).status == 200)
    }
  }

  @Test func `a fault can be limited to requests of an account or with a field`() async throws {
    try await withRemote { remote in
      try await remote.woof.addAccount("ada")
      _ = try await remote.call("POST", "faults", #"{"fault": "serverError", "path": "/v1/me", "signedIn": true}"#)
      let failed = try await failure { _ = try await remote.woof.client(as: "ada", retryPolicy: .never).account() }
      #expect(failed.code == .internal)
      #expect(remote.woof.journal.exchanges.map(\.faults) == [[], ["answer 500"]])
      let fault = #"{"fault": "serverError", "path": "/healthz", "requestFields": {"X-Dog": "rex"}}"#
      _ = try await remote.call("POST", "faults", fault)
      var request = URLRequest(url: remote.woof.url.appendingPathComponent("healthz"))
      let plain = try await remote.woof.session().data(for: request).1 as? HTTPURLResponse
      #expect(plain?.statusCode == 200)
      request.setValue("rex", forHTTPHeaderField: "X-Dog")
      let chosen = try await remote.woof.session().data(for: request).1 as? HTTPURLResponse
      #expect(chosen?.statusCode == 500)
    }
  }

  @Test func `a fault can be waited for`() async throws {
    try await withRemote { remote in
      _ = try await remote.call("POST", "faults", #"{"fault": "serverError", "path": "/healthz"}"#)
      async let waited = remote.call("POST", "faults/1/wait", #"{"times": 2}"#)
      for _ in 0..<2 {
        _ = try await failure { try await remote.woof.client(retryPolicy: .never).checkHealth() }
      }
      let counted = try await waited.body
      #expect(counted == .object(["happened": 2]))
    }
  }

  @Test func `a stubbed response can have any bytes`() async throws {
    try await withRemote { remote in
      _ = try await remote.call("POST", "faults", #"{"fault": "answer", "path": "/healthz", "base64": "/9j/"}"#)
      let (data, _) = try await remote.woof.session().data(from: remote.woof.url.appendingPathComponent("healthz"))
      #expect(data == Data([0xFF, 0xD8, 0xFF]))
    }
  }
}
