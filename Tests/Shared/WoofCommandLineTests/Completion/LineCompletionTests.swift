// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCommandLine

@Suite struct `Completing a line` {
  private func texts(_ words: String..., part: String = "") -> [String] {
    kennel.commandSet.completion(after: words, of: part).candidates.map(\.text)
  }

  @Test func `commands come first, with all their words`() {
    #expect(texts() == ["serve", "account", "fail"])
    #expect(texts(part: "a") == ["account"])
    #expect(texts("account") == ["add", "list"])
    #expect(texts("account", part: "l") == ["list"])
    #expect(texts("bark") == [])
  }

  @Test func `options already given are not offered again, unless they repeat`() {
    #expect(texts("serve", part: "--co") == ["--config"])
    #expect(texts("serve", "-c", "x", part: "--co") == [])
    #expect(texts("serve", "--listen", "x", part: "--li") == ["--listen"])
    #expect(texts("serve", "--", part: "--") == [])
    #expect(texts("serve", part: "--h") == ["--help"])
  }

  @Test func `values belong to the option, after a blank or an equals sign`() {
    #expect(texts("serve", "--format") == ["logfmt", "json"])
    #expect(texts("serve", "--format", part: "j") == ["json"])
    #expect(texts("serve", part: "--format=j") == ["--format=json"])
    #expect(kennel.commandSet.completion(after: ["serve"], of: "--config=/et").valuePart == "/et")
  }

  @Test func `the usage belongs to the command`() {
    let usage = kennel.commandSet.completion(after: ["account", "add"], of: "").usage
    #expect(usage == "kennel account add NAME [NICKNAME]")
    #expect(kennel.commandSet.completion(after: ["account"], of: "").usage == nil)
  }

  @Test func `a shell's commands stand without a program's name`() throws {
    let shell = CommandSet(summary: "A shell.", commands: kennel.commands)
    guard case .run(_, "account add") = try shell.parse(["account", "add", "ada"]) else {
      Issue.record("not run")
      return
    }
    guard case .show(let text) = try shell.parse(["--help"]) else {
      Issue.record("no help")
      return
    }
    #expect(text.hasPrefix("A shell.\n\nUsage: COMMAND …\n"))
    #expect(!text.contains("--version"))
    #expect(shell.reference(headingLevel: 3).hasPrefix("### `serve`\n"))
  }
}
