// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCommandLine

@Suite struct Help {
  @Test(arguments: [["--help"], ["-h"], ["-h", "serve"]])
  func `the program's help lists its commands`(arguments: [String]) throws {
    guard case .show(let text) = try kennel.parse(arguments) else {
      Issue.record("no help is shown")
      return
    }
    #expect(
      text == """
        kennel: keeps dogs

        Usage: kennel COMMAND …

        `kennel COMMAND --help` tells more of a command.

        Commands:
          serve    Runs the service.
          account  Keeps accounts.
          fail     Fails.

        Options:
          --version   Shows the version.
          -h, --help  Shows this text.

        """)
  }

  @Test func `a group's help lists the commands under it`() throws {
    let text = try shown("account", "--help")
    #expect(text?.hasPrefix("kennel account: Keeps accounts.\n\nUsage: kennel account COMMAND …\n") == true)
    #expect(text?.contains("\n  add   Adds an account.\n  list  Lists accounts.\n") == true)
    #expect(text?.contains("--version") == false)
  }

  @Test func `a command's help is made from its declarations`() throws {
    #expect(
      try shown("serve", "--help") == """
        kennel serve: Runs the service.

        Usage: kennel serve [--config FILE] [--listen HOST:PORT]… [--idle TIME]
                 [--workers NUMBER] [--spool SIZE] [--format WORD] [--demo]

        The service runs until it is told to stop. What is asked for here comes before
        what the configuration says, and what neither says has a default.

        It listens on loopback.

        Options:
          -c, --config FILE   The configuration.
          --listen HOST:PORT  Where to listen. May be given several times.
          --idle TIME         How long to rest. (1s … 1m)
          --workers NUMBER    How many threads work. By default 2. (1 … 64)
          --spool SIZE        How much is spooled. (1 B … 1 GB)
          --format WORD       How log lines look. (logfmt, json)
          --demo              Fills an empty data folder with sample photos.
          -h, --help          Shows this text.

        """)
  }

  @Test func `arguments appear in the usage and in their own list`() throws {
    let text = try shown("account", "add", "--help")
    #expect(text?.contains("Usage: kennel account add NAME [NICKNAME]\n") == true)
    #expect(text?.contains("Arguments:\n  NAME        The account's name.\n  [NICKNAME]  What friends say.\n") == true)
  }

  @Test(arguments: [40, 60, 100, 1, 10_000])
  func `lines keep to the width, unless it is absurdly small`(width: Int) throws {
    let text = try #require(try shown("serve", "--help", width: width))
    let longest = text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(longest <= max(40, min(width, 100)))
  }

  @Test func `--help has precedence over every mistake on the line`() throws {
    #expect(try shown("serve", "--nonsense", "--workers", "0", "-h")?.hasPrefix("kennel serve:") == true)
    #expect(try shown("account", "add", "--help")?.hasPrefix("kennel account add:") == true)
  }

  @Test func `the version follows the name`() throws {
    #expect(try shown("--version") == "kennel 1.2.3\n")
  }

  @Test func `the reference has a page for each command`() {
    let reference = kennel.reference()
    #expect(reference.hasPrefix("## `kennel serve`\n\n```text\nkennel serve: Runs the service.\n"))
    #expect(reference.contains("\n## `kennel account add`\n"))
    #expect(reference.hasSuffix("  -h, --help  Shows this text.\n```\n"))
  }
}
