// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore

@testable import TestKit

struct BrowserSessionSecretTests {
  @Test func `a new secret is read back from its text, with the same hash and token`() throws {
    let secret = try BrowserSessionSecret(random: RepeatableRandom())
    let read = try #require(BrowserSessionSecret(secret.text.utf8))
    #expect(read.text == secret.text && read.hash == secret.hash && read.token == secret.token)
    #expect(secret.isToken(secret.token) && !secret.token.contains(secret.text))
  }

  @Test func `anything else is no secret, and no token`() throws {
    let secret = try BrowserSessionSecret(random: RepeatableRandom())
    for text in ["", String(secret.text.dropLast()), secret.text + "A", "\(secret.text.dropLast())=", "none"] {
      #expect(BrowserSessionSecret(text.utf8) == nil && !secret.isToken(text), "\(text)")
    }
    #expect(!secret.isToken(secret.text) && !secret.isToken(String(secret.token.dropLast())))
    #expect(!secret.isToken(secret.token + "AA"))
  }
}
