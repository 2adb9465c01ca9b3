// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore

@testable import TestKit

struct PageTokenTests {
  @Test func `a new secret is read back from its text, with the same hash and token`() throws {
    let secret = try AddressSecret(random: RepeatableRandom())
    let read = try #require(AddressSecret(secret.text.utf8))
    #expect(read.text == secret.text && read.hash == secret.hash && read.pageToken == secret.pageToken)
    #expect(secret.isPageToken(secret.pageToken) && !secret.pageToken.contains(secret.text))
  }

  @Test func `anything else is no secret, and no token`() throws {
    let secret = try AddressSecret(random: RepeatableRandom())
    for text in ["", String(secret.text.dropLast()), secret.text + "A", "\(secret.text.dropLast())=", "none"] {
      #expect(AddressSecret(text.utf8) == nil && !secret.isPageToken(text), "\(text)")
    }
    #expect(!secret.isPageToken(secret.text) && !secret.isPageToken(String(secret.pageToken.dropLast())))
    #expect(!secret.isPageToken(secret.pageToken + "AA"))
  }
}
