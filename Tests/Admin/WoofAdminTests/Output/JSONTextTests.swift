// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import WoofAdmin

@Suite struct `JSON for a terminal` {
  @Test func `JSON text cannot control the terminal, and keeps its meaning`() throws {
    let text = "dog\u{1B}[2J\u{7F}\u{9B}31m\u{9D}0;é 🐕"
    let line = try JSONText.line([text])
    #expect(!line.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(line.contains("é 🐕"))
    #expect(try JSONDecoder().decode([String].self, from: Data(line.utf8)) == [text])
  }
}
