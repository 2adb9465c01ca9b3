// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@Suite struct `Nearest name` {
  private let names = ["listen", "maximumConnections", "maximumStreams", "idleTimeout", "a"]

  @Test(arguments: [
    ("lisen", "listen"), ("listne", "listen"), ("LISTEN", "listen"), ("maximum_connections", "maximumConnections"),
    ("maxConnections", "maximumConnections"), ("idleTimout", "idleTimeout"),
  ])
  func `a typing mistake finds the intended name`(written: String, meant: String) {
    #expect(names.nearest(to: written) == meant)
  }

  @Test(arguments: ["", "b", "frobnicate", "tls", "listenersOfRadio"])
  func `an unrelated name finds nothing`(written: String) {
    #expect(names.nearest(to: written) == nil)
  }

  @Test func `a name of absurd length is compared quickly`() {
    #expect(names.nearest(to: String(repeating: "x", count: 1_000_000)) == nil)
  }

  @Test func `there is no nearest of no names`() {
    #expect([String]().nearest(to: "listen") == nil)
  }
}
