// SPDX-License-Identifier: Apache-2.0

/// The options and arguments that a command declared, from which parsing and help are made.
struct ArgumentTable: Sendable {
  static let helpNames = ["--help", "-h"]

  struct Option: Sendable {
    /// The long name, with its dashes.
    var name: String
    /// A single letter after one dash.
    var short: String?
    /// The placeholder for its value; `nil` for a flag.
    var placeholder: String?
    var isRepeatable = false
    var completion = ValueCompletion.nothing
    var documentation: String
  }

  struct Positional: Sendable {
    enum Count {
      case one, oneOrNone, any
      /// Any number; the first ends the options, and everything behind it is for another command.
      case rest
    }

    var name: String
    var count: Count
    var completion = ValueCompletion.nothing
    var documentation: String

    /// `true` if there may be any number of them.
    var isOpenEnded: Bool { count == .any || count == .rest }
  }

  var options: [Option] = []
  var positionals: [Positional] = []

  func option(named name: String) -> Option? {
    options.first { $0.name == name || $0.short == name }
  }

  mutating func declare(_ option: Option) {
    let names = [option.name] + (option.short.map { [$0] } ?? [])
    precondition(
      names.allSatisfy { self.option(named: $0) == nil && !Self.helpNames.contains($0) },
      "the option \(option.name) is declared twice")
    options.append(option)
  }

  mutating func declare(_ positional: Positional) {
    precondition(
      positionals.last.map { $0.count == .one } ?? true, "only the last argument may be left out or repeated")
    positionals.append(positional)
  }
}

/// A mistake in the arguments of a command.
struct ArgumentMistake: Error {
  var message: String
}
