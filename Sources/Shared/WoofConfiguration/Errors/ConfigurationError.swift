// SPDX-License-Identifier: Apache-2.0

/// An error because of which a configuration cannot be used. It has all problems, not only the first.
package struct ConfigurationError: Error, Hashable, Sendable {
  /// The name of the file, as the operator wrote it.
  package var source: String
  /// The problems, one or more, in the order of the text; of very many, the first 20.
  package var problems: [ConfigurationProblem]

  /// Makes an error of its problems.
  package init(source: String, problems: [ConfigurationProblem]) {
    self.source = source
    self.problems = problems
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// One line for each problem: the file, the place in it, the key, and the message.
  package var description: String {
    problems.map { problem in
      let place: String
      switch problem.place {
      case .text(let location): place = "\(source):\(location): "
      case .administrator: place = "settings.json: "
      // Whoever wrote an option knows it by its name, and need not know the key that it stands for.
      case .option(let option): return "\(option): \(problem.message)"
      case nil: place = "\(source): "
      }
      return place + (problem.key.isEmpty ? "" : "\(problem.key): ") + problem.message
    }.joined(separator: "\n")
  }
}

/// One mistake in a configuration, with its place.
package struct ConfigurationProblem: Hashable, Sendable {
  /// The kind of the problem.
  package var code: Code
  /// The key with the sections it stands in, as `http.listen`; empty where the text as a whole is wrong.
  package var key: String
  /// The place at which it was written; `nil` if the problem is about something absent.
  package var place: Place?
  /// The message: what was found, what is allowed, and what was probably meant.
  package var message: String

  /// Makes a problem.
  package init(code: Code, key: String, place: Place?, message: String) {
    self.code = code
    self.key = key
    self.place = place
    self.message = message
  }

  /// A place at which a value was written.
  package enum Place: Hashable, Sendable {
    /// A place in the file.
    case text(TextLocation)
    /// The settings that administrators have made.
    case administrator
    /// An option of the command line.
    case option(String)
  }

  /// A kind of problem; the set is open.
  package struct Code: Hashable, Sendable {
    /// The name, for tests and tools.
    package let name: String

    /// The file cannot be read.
    package static let unreadable = Code(name: "unreadable")
    /// The text is longer than a configuration may be.
    package static let tooLarge = Code(name: "too-large")
    /// The text is not JSON5.
    package static let syntax = Code(name: "syntax")
    /// The section has no such key.
    package static let unknownKey = Code(name: "unknown-key")
    /// The key stands in its section twice.
    package static let duplicateKey = Code(name: "duplicate-key")
    /// The value is of another kind than the key's.
    package static let wrongType = Code(name: "wrong-type")
    /// The value is of the right kind and not among those allowed.
    package static let notAllowed = Code(name: "not-allowed")
    /// The section refuses the value, mostly for what another key holds.
    package static let refused = Code(name: "refused")
  }
}
