// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofModel
import WoofTesting

/// What the harness's clock drives in the service.
struct ServiceTimeTests {
  private func standing(_ configuration: inout HarnessConfiguration) {
    configuration.clock = .standing(at: Timestamp(milliseconds: 1_780_000_000_000))
  }

  @Test func `a connection that is idle for too long is closed`() async throws {
    try await withHarness({ self.standing(&$0) }) { woof, photo in
      let client = woof.client()
      for _ in 0..<2 { try await client.checkHealth() }
      let before = Set(woof.journal.exchanges.map(\.connection))
      #expect(before == [1])
      woof.clock.advance(by: .seconds(61))
      try await client.checkHealth()
      #expect(woof.journal.exchanges.last?.connection != 1)
    }
  }

  @Test func `failed sign-ins are forgotten over time`() async throws {
    try await withHarness({ self.standing(&$0) }) { woof, photo in
      var codes: Set<String> = []
      for _ in 0..<30 {
        let failed = try await failure {
          _ = try await woof.client(as: "ada", password: "wrong", retryPolicy: .never).account()
        }
        codes.insert(failed.code.name)
      }
      #expect(codes.contains(WoofError.Code.tooManyRequests.name))
      woof.clock.advance(by: .seconds(86_400))
      let account = try await woof.client(as: "ada", retryPolicy: .never).account()
      #expect(account.name == "ada")
    }
  }

  @Test func `dates come from the harness's clock`() async throws {
    try await withHarness({ self.standing(&$0) }) { woof, photo in
      let first = try await woof.client().photo(photo)
      #expect(first.createdAt == Timestamp(milliseconds: 1_780_000_000_000))
      #expect(photo.createdAt == first.createdAt)
      woof.clock.advance(by: .seconds(60))
      let later = try await woof.addPhoto(DrawnPicture(.png, seed: 77), by: "ada")
      let second = try await woof.client().photo(later)
      #expect(second.createdAt == Timestamp(milliseconds: 1_780_000_060_000))
    }
  }
}
