// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

@Suite struct LoggedPathTests {
  private static let secret = String(repeating: "aZ0-_", count: 8) + "aZ0"

  private func logged(_ path: String) -> String {
    String(decoding: LoggedPath.withoutSecrets(Array(path.utf8)[...]), as: UTF8.self)
  }

  @Test(arguments: ["", "/", "/x/y", "/%"]) func `a secret is left out wherever it stands`(rest: String) {
    #expect(logged("/v1/uploads/by-ticket/\(Self.secret)\(rest)") == "/v1/uploads/by-ticket/…\(rest)")
    #expect(logged("/\(Self.secret)\(rest)") == "/…\(rest)")
  }

  @Test func `a secret that is percent-encoded is left out`() {
    #expect(logged("/v1/uploads/by-ticket/%61\(Self.secret.dropFirst())") == "/v1/uploads/by-ticket/…")
  }

  @Test(arguments: ["/", "/v1/photos/0193a7b2-c4d5-7e6f-8000-000000000000/variants/thumb", "/v1//x/", "*", ""])
  func `other paths stay as they are`(path: String) {
    #expect(logged(path) == path)
  }
}
