// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofAdmin

@Suite struct `Splitting a line into words` {
  @Test(arguments: [
    ("status", ["status"]), ("  photos\tlist  ", ["photos", "list"]), ("", []), ("   ", []),
    ("a 'b c' d", ["a", "b c", "d"]), (#"a "b c" d"#, ["a", "b c", "d"]), ("a''b", ["ab"]), ("'' a", ["", "a"]),
    (#"a\ b"#, ["a b"]), (#"a\"b"#, [#"a"b"#]), (#""a\"b\\c\nd\te\x""#, ["a\"b\\c\nd\te\\x"]), (#"'a\b'"#, [#"a\b"#]),
    ("a # b 'c", ["a"]), ("# all", []), ("a#b", ["a#b"]), ("a '#' b", ["a", "#", "b"]), ("a \\# b", ["a", "#", "b"]),
    (#"\json on"#, [#"\json"#, "on"]), (#" \? \a"#, [#"\?"#, "a"]), ("caption 'Grüße 🐕'", ["caption", "Grüße 🐕"]),
    ("a\r", ["a"]), ("a ''\r", ["a", ""]), ("\r", []), ("a \r", ["a"]),
  ])
  func `words are separated by blanks, except within quotes`(text: String, words: [String]) throws {
    #expect(try lines(of: "\(text)\n").map(\.words) == [words])
    #expect(try lines(of: text).map(\.words) == (text.isEmpty ? [] : [words]))
  }

  @Test func `an open quote or a final backslash continues in the next line`() throws {
    let read = try lines(of: "a 'b\nc' d\ne \"f\ng\"\nh \\\ni\nj\n")
    #expect(read.map(\.words) == [["a", "b\nc", "d"], ["e", "f\ng"], ["h", "i"], ["j"]])
    #expect(read.map(\.number) == [1, 3, 5, 7])
    #expect(read.first?.text == "a 'b\nc' d")
  }

  @Test(arguments: [
    ("a 'b", CommandLexer.Opening.singleQuote), ("a \"b\\", .doubleQuote), ("a \\\n", .backslash), ("a", .none),
  ])
  func `the kind of an open quote is known`(text: String, opening: CommandLexer.Opening) {
    var lexer = CommandLexer()
    let read = Array(text.utf8).compactMap { lexer.consume($0) }
    #expect(read.isEmpty)
    #expect(lexer.opening == opening)
  }

  @Test(arguments: [
    ("a\n'b", 2, "the quote ' is not closed"), ("\"b", 1, "the quote \" is not closed"),
    ("a \\", 1, "after the last \\ comes nothing"),
  ])
  func `an open quote at the end of a script is an error`(text: String, number: Int, message: String) throws {
    let mistake = #expect(throws: CommandLexer.Mistake.self) { try lines(of: text) }
    #expect(mistake == CommandLexer.Mistake(number: number, description: message))
  }

  @Test(
    arguments: [
      ([0x61, 0x20, 0xFF, 0x62], "byte 3 is not UTF-8"), ([0x61, 0xC3], "byte 2 is not UTF-8"),
      ([0xC3, 0xA9, 0xED, 0xA0, 0x80], "byte 3 is not UTF-8"), ([0x61, 0x00], "byte 2 is a control character"),
      ([0x1B, 0x5B], "byte 1 is a control character"), ([0xC2, 0x9B], "byte 1 is a control character"),
      ([0x61, 0x0D, 0x62], "byte 2 is a control character"),
    ] as [([UInt8], String)])
  func `forbidden characters are named with their position`(bytes: [UInt8], message: String) {
    #expect(throws: CommandLexer.Mistake(number: 1, description: message)) { try lines(of: bytes + [0x0A]) }
  }

  @Test func `the line after a mistake is read`() {
    var lexer = CommandLexer()
    let read = ([0xFF, 0x0A] + Array("ok\n".utf8)).compactMap { lexer.consume($0) }
    #expect(read.count == 2)
    #expect((try? read.last?.get())?.words == ["ok"])
  }

  @Test func `the length of a command is limited`() {
    var lexer = CommandLexer()
    var read: [Result<CommandLexer.Line, CommandLexer.Mistake>] = []
    for _ in 0..<(CommandLexer.longestCommand + 10) { if let line = lexer.consume(0x61) { read.append(line) } }
    if let line = lexer.consume(0x0A) { read.append(line) }
    #expect(read.count == 1)
    #expect(throws: CommandLexer.Mistake.self) { try read.first?.get() }
  }

  @Test func `any bytes are words or a mistake, and quoted words read back`() throws {
    var random = SeededGenerator(seed: 6)
    let alphabet = Array(" \t\n\r'\"\\#ab\u{0}é🐕".utf8) + [0xFF, 0x9B]
    for _ in 0..<4_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      var lexer = CommandLexer()
      let count = bytes.compactMap { lexer.consume($0) }.count
      #expect(count <= bytes.count { $0 == 0x0A })
      _ = lexer.finish()
      let rest = lexer.finish()
      #expect(rest == nil)
    }
    let characters = Array(" '\"\\#ab\né🐕")
    for _ in 0..<1_000 {
      let word = String(
        (0..<Int.random(in: 1...8, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" })
      let quoted = "x \"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"\n"
      #expect(try lines(of: quoted).map(\.words) == [["x", word]])
      guard !word.contains("\n") else { continue }
      #expect(try lines(of: "x \(ShellQuoting(.none).quoted(word))\n").map(\.words) == [["x", word]])
    }
  }

  private func lines(of text: String) throws -> [CommandLexer.Line] { try lines(of: Array(text.utf8)) }

  /// Byte by byte is every chunking.
  private func lines(of bytes: [UInt8]) throws -> [CommandLexer.Line] {
    var lexer = CommandLexer()
    var lines = try bytes.compactMap { try lexer.consume($0)?.get() }
    if let last = try lexer.finish()?.get() { lines.append(last) }
    return lines
  }
}
