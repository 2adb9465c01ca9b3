// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

@testable import TestKit

struct AppPasswordSecretTests {
  @Test func `a new secret is read back from its text, with the same hash`() throws {
    let secret = try AppPasswordSecret(random: RepeatableRandom())
    #expect(secret.text.hasPrefix("woof_") && secret.text.utf8.count == 48)
    let read = try #require(AppPasswordSecret(Self.bytes(secret.text)))
    #expect(read.text == secret.text && read.hash == secret.hash)
  }

  @Test func `anything else is none`() throws {
    let text = try AppPasswordSecret(random: RepeatableRandom()).text
    let others = [
      "", "woof_", "woof", String(text.dropLast()), text + "A", "WOOF_" + text.dropFirst(5),
      "woof-" + text.dropFirst(5),
      text.dropLast() + "=", text.dropLast() + "é",
    ]
    for other in others { #expect(AppPasswordSecret(Self.bytes(other)) == nil, "\(other)") }
  }

  @Test func `scopes have names in one order, and others are unknown`() {
    #expect(AppPasswordScopes(names: ["write", "read", "read"])?.names == ["read", "write"])
    #expect(AppPasswordScopes(names: ["read", "admin"]) == nil)
    #expect(AppPasswordScopes(names: [String]()) == [])
    #expect(AppPasswordScopes(rawValue: 255) == .all && AppPasswordScopes.all.names == AppPasswordScopes.allNames)
  }

  private static func bytes(_ text: String) -> WipedBytes {
    let bytes = WipedBytes(capacity: text.utf8.count)
    for byte in text.utf8 { bytes.append(byte) }
    return bytes
  }
}
