// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

/// Failed sign-ins are slowed and limited.
struct ThrottlingTests {
  static let limits = #"failures: {perAccountAndAddress: 3, perAddress: 8, firstDelay: "60s", longestDelay: "1h"}"#

  @Test func `after some failures an account is locked for the address for a while`() async throws {
    try await withService(signIn: Self.limits) { service in
      let ada = try await service.addAccount("ada")
      let bob = try await service.addAccount("bob")
      for _ in 0..<3 { #expect(try service.client(Credential("ada", "wrong")).get("/v1/me").status == 401) }
      for credential in [Credential("ada", "wrong"), ada] {
        let response = try service.client(credential).get("/v1/me")
        #expect(response.status == 429)
        #expect(response.problem == "too-many-requests")
        let wait = try #require(response["Retry-After"].flatMap { Int($0) })
        #expect((1...60).contains(wait))
      }
      #expect(try service.client(bob).get("/v1/me").status == 200)
      #expect(try service.client().get("/v1/photos").status == 200)
    }
  }

  @Test func `a signed-in client of that address is still accepted`() async throws {
    try await withService(signIn: Self.limits) { service in
      let ada = try await service.addAccount("ada")
      #expect(try service.client(ada).get("/v1/me").status == 200)
      for _ in 0..<5 { _ = try service.client(Credential("ada", "wrong")).get("/v1/me") }
      #expect(try service.client(Credential("ada", "wrong")).get("/v1/me").status == 429)
      #expect(try service.client(ada).get("/v1/me").status == 200)
    }
  }

  @Test func `many names from one address lock it for all names`() async throws {
    try await withService(signIn: Self.limits) { service in
      let ada = try await service.addAccount("ada")
      for number in 0..<8 { _ = try await service.addAccount("account\(number)") }
      for number in 0..<8 { _ = try service.client(Credential("account\(number)", "wrong")).get("/v1/me") }
      let response = try service.client(ada).get("/v1/me")
      #expect(response.status == 429)
      #expect(response["Retry-After"] != nil)
    }
  }

  @Test func `unknown names count like others`() async throws {
    try await withService(signIn: Self.limits) { service in
      let statuses = try (0..<5).map { _ in try service.client(Credential("nobody")).get("/v1/me").status }
      #expect(statuses == [401, 401, 401, 429, 429])
    }
  }
}
