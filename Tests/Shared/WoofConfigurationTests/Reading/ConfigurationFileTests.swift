// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofConfiguration

@Suite struct `Configuration file` {
  private func read(_ bytes: some Sequence<UInt8>) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "woof-configuration-\(UUID()).json5").path
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try ConfigurationFile.read(path: path)
  }

  @Test func `the text of a file is read whole`() throws {
    let text = String(repeating: "/* wuff é */\n", count: 20_000) + "{}"
    #expect(try read(text.utf8) == text)
  }

  @Test func `a missing file is named with the reason`() {
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile.read(path: "/nowhere/woof.json5") }
    #expect(error?.description == "/nowhere/woof.json5: cannot be read: No such file or directory")
  }

  @Test func `a folder is not a configuration`() {
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile.read(path: "/") }
    #expect(error?.problems.map(\.code) == [.unreadable])
  }

  @Test func `a file without an end is refused`() {
    let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile.read(path: "/dev/zero") }
    #expect(error?.problems.map(\.code) == [.tooLarge])
  }

  @Test func `a file that is not UTF-8 is refused`() {
    let error = #expect(throws: ConfigurationError.self) { try read([0x7B, 0xFF, 0x7D]) }
    #expect(error?.problems.map(\.code) == [.syntax])
  }
}
