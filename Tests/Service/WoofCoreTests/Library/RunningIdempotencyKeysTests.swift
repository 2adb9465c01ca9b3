// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct RunningIdempotencyKeysTests {
  private let keys = LocalIdempotencyKeys()

  private static func key(_ text: String, of account: Int64 = 1) -> IdempotencyKey {
    IdempotencyKey(account: AccountID(rawValue: account), text: text)
  }

  @Test func `a key is refused while it is being worked on, and no other`() async throws {
    try await keys.claim(Self.key("k")) {
      let error = await #expect(throws: WoofError.self) { try await keys.claim(Self.key("k")) {} }
      #expect(error?.code == .conflict)
      #expect(error?.retryAfter == 1)
      try await keys.claim(Self.key("k", of: 2)) {}
      try await keys.claim(Self.key("l")) {}
    }
    let answer = try await keys.claim(Self.key("k")) { 7 }
    #expect(answer == 7)
  }

  @Test func `a key is free after work that failed`() async throws {
    await #expect(throws: WoofError.self) {
      try await keys.claim(Self.key("k")) { throw WoofError(.invalidImage, "No picture.") }
    }
    try await keys.claim(Self.key("k")) {}
  }
}
