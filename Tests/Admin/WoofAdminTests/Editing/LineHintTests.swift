// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAdmin

@Suite struct `Hints behind the cursor` {
  @Test(arguments: [
    ("", ""), ("statu", "s [--json]"), ("status", " [--json]"), ("status ", "[--json]"), ("stat", ""),
    ("status --js", "on"), ("status --json ", ""), ("accounts show", " NAME [--json]"),
    ("accounts show ", "NAME [--json]"), ("accounts show a", " [--json]"), ("accounts show ada --json", ""),
    ("accounts list --limit=5", " [--json] [--all]"),
    ("plan accounts show ", "NAME [--json]"), ("photos caption x ", "CAPTION "), ("nonsense ", ""),
    ("accounts show 'a", ""), ("accounts show a # b", ""),
  ])
  func `a hint comes from the grammar`(text: String, hint: String) {
    let shown = LineHint.hint(behind: Array(text.utf8), after: CommandLexer())
    #expect(hint.hasSuffix(" ") ? shown.hasPrefix(hint) : shown == hint)
  }

  @Test func `a hint continues a command that began in an earlier line`() {
    var lexer = CommandLexer()
    for byte in Array("accounts \\\n".utf8) { _ = lexer.consume(byte) }
    #expect(LineHint.hint(behind: Array("show ".utf8), after: lexer) == "NAME [--json]")
  }
}
