// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct ApplicationProtocolTests {
  private func choose(_ own: [String], from offer: [UInt8]) -> String? {
    ApplicationProtocols(own).choose(from: offer).map { String(decoding: offer[$0], as: UTF8.self) }
  }

  private func offer(_ names: String...) -> [UInt8] { names.flatMap { [UInt8($0.utf8.count)] + $0.utf8 } }

  @Test func `the first of our protocols is chosen, wherever it stands in the offer`() {
    #expect(choose(["h2", "http/1.1"], from: offer("http/1.1", "spdy", "h2")) == "h2")
    #expect(choose(["h2", "http/1.1"], from: offer("http/1.1", "spdy")) == "http/1.1")
  }

  @Test func `an offer without any of our protocols is refused`() {
    #expect(choose(["http/1.1"], from: offer("h2", "http/1.0")) == nil)
    #expect(choose(["http/1.1"], from: []) == nil)
  }

  @Test func `a malformed offer is refused`() {
    #expect(choose(["h2"], from: [5, 104, 50]) == nil)
    #expect(choose(["h2"], from: offer("h2") + [9]) == nil)
  }
}
