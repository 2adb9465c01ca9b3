// SPDX-License-Identifier: Apache-2.0

internal import Testing
package import WoofTesting

/// A protocol in which the clients of a test speak with its harness.
package enum HarnessProtocol: CaseIterable, CustomTestStringConvertible {
  /// HTTP/1.1, without encryption.
  case http1
  /// HTTP/2, which clients choose over TLS.
  case http2

  package var testDescription: String { self == .http1 ? "HTTP/1.1" : "HTTP/2" }

  /// Sets a harness up so that clients speak the protocol.
  package func configure(_ configuration: inout HarnessConfiguration) {
    if self == .http2 { configuration.certificate = .good }
  }

  /// Makes sure that the clients of a harness have spoken the protocol, and no other.
  package func verify(_ woof: WoofHarness) {
    let others = woof.journal.exchanges.filter { ($0.stream != nil) != (self == .http2) }
    #expect(others.map(\.target) == [], "not in \(testDescription)")
  }
}
