// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// The options of every command that prints something.
struct OutputOptions: Sendable {
  private let asksForJSON: Bool

  init(from reader: inout ArgumentReader) {
    asksForJSON = reader.flag("--json", "Prints what the service says, as JSON.")
  }

  /// Returns `true` if the command prints JSON, because `--json` or the shell's settings ask for it.
  func printsJSON(_ settings: ShellSettings) -> Bool { asksForJSON || settings.printsJSON }
}

/// The options of every command that lists something.
struct ListOptions: Sendable {
  let output: OutputOptions
  /// The number of entries that are listed at most; 50 by default, `nil` for all.
  let limit: Int?

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    let number = reader.option("--limit", .integer(in: 1...1_000_000), "How many at most; by default 50.")
    let isAll = reader.flag("--all", "All there are.")
    limit = isAll ? nil : number ?? 50
    if isAll, number != nil { reader.refuse(because: "--all and --limit do not go together: leave one out") }
  }
}

/// The options of every command that changes something.
struct ChangeOptions: Sendable {
  let output: OutputOptions
  /// `true` if the command asks for no confirmation.
  let isYes: Bool
  /// The reason that `--reason` states; `nil` if it was left out, or the command needs none.
  let reason: String?

  init(from reader: inout ArgumentReader, isDestructive: Bool = false) {
    output = OutputOptions(from: &reader)
    isYes = reader.flag("--yes", short: "-y", "Asks no question.")
    guard isDestructive else {
      reason = nil
      return
    }
    reason = reader.option(
      "--reason", Self.reasonKind, "Why, for the audit log. Asked for on a terminal where it is left out.")
  }

  private static let reasonKind = ArgumentKind<String>("TEXT", allowed: "1 to 500 characters") { text in
    (1...500).contains(text.count) && text.printable == text ? text : nil
  }

  /// Returns `true` if the command prints JSON, because `--json` or the shell's settings ask for it.
  func printsJSON(_ settings: ShellSettings) -> Bool { output.printsJSON(settings) }
}
