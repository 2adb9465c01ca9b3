// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@testable import WoofCore

@Suite struct AddressSecretTests {
  @Test func `a secret is read from its text`() throws {
    let secret = try AddressSecret(random: SystemRandomSource())
    #expect(secret.text.utf8.count == AddressSecret.textByteCount)
    #expect(AddressSecret(Array(secret.text.utf8))?.hash == secret.hash)
  }

  @Test func `no two secrets are alike`() throws {
    let hashes = try (0..<100).map { _ in try AddressSecret(random: SystemRandomSource()).hash }
    #expect(Set(hashes).count == 100)
  }

  @Test(
    arguments: [
      "", "x", String(repeating: "A", count: 42), String(repeating: "A", count: 44), String(repeating: "/", count: 43),
      String(repeating: "A", count: 42) + "B",
    ])
  func `anything else is no secret`(text: String) {
    #expect(AddressSecret(Array(text.utf8)) == nil)
  }
}
