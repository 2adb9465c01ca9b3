// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCommandLine

@testable import TestKit
@testable import WoofAdmin

@Suite struct `The reference page of the shell` {
  /// Where it does not, write what `woof-admin --reference` prints below the heading.
  @Test func `the page describes every command as its help does`() throws {
    let reference = try #require(try shellPage.split(separator: "\n## Commands\n\n").last)
    #expect(String(reference) == ShellCommands.all.reference(headingLevel: 3))
  }

  @Test func `the manual page describes every command`() {
    let manual = AdminProgram.manual
    #expect(manual.hasPrefix(".TH WOOF-ADMIN 1 "))
    for words in ["accounts list", "plugins chain set", "photos show", "audit verify"] {
      #expect(manual.contains(".SS \"\(words) "))
    }
    #expect(manual.contains("\\fB\\-c, \\-\\-command COMMAND\\fR"))
  }
}

/// The text of Documentation/shell.md.
var shellPage: String {
  get throws {
    let root = PackageFolder.path
    return try String(contentsOfFile: "\(root)/Documentation/shell.md")
  }
}
