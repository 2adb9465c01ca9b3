// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct ASCIISetTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let alphanumerics = letters + "0123456789"

  private func expect(_ set: ASCIISet, holds text: String) {
    for byte in UInt8.min...UInt8.max {
      #expect(set.contains(byte) == text.utf8.contains(byte), "byte \(byte)")
    }
  }

  @Test func `tokens are made of the characters of RFC 9110`() {
    expect(.token, holds: Self.alphanumerics + "!#$%&'*+-.^_`|~")
  }

  @Test func `targets are made of the characters of RFC 3986`() {
    expect(.target, holds: Self.alphanumerics + "-._~%!$&'()*+,;=:@/?")
  }

  @Test func `registered names are made of the characters of RFC 3986`() {
    expect(.registeredName, holds: Self.alphanumerics + "-._~%!$&'()*+,;=")
  }

  @Test func `address literals are made of hexadecimal digits, colons and dots`() {
    expect(.addressLiteral, holds: "0123456789abcdefABCDEF:.")
  }
}
