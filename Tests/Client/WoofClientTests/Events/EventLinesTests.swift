// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct EventLinesTests {
  private func lines(_ text: String) throws -> [String] {
    var lines = EventLines()
    return try text.utf8.compactMap { try lines.take($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `lines end with a line feed or a CRLF, and empty ones are skipped`() throws {
    #expect(try lines("a\n\r\n\nbc\r\nd\re\nnever ended") == ["a", "bc", "d\re"])
  }

  @Test func `a line of a megabyte is accepted, and a longer one is refused`() throws {
    let longest = String(repeating: "x", count: EventLines.longestLine)
    #expect(try lines("\(longest)\n") == [longest])
    #expect(throws: EventLines.TooLong()) { try lines("\(longest)x\n") }
  }

  @Test func `a stream without line feeds fails with bounded memory`() async throws {
    let piece = Data(repeating: UInt8(ascii: " "), count: 1 << 18)
    let service = try ScriptedService { _, _ in
      var response = ScriptedService.Response.lines([], after: "0", ending: .open)
      response.pieces = [Data](repeating: piece, count: 5)
      return response
    }
    let error = try await failure { for try await _ in service.client().events() {} }
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("a line of more than"))
  }
}
