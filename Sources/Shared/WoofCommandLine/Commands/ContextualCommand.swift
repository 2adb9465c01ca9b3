// SPDX-License-Identifier: Apache-2.0

/// A command that runs with a context: a shell's commands share a connection, and the shell decides where their output
/// goes. A program's own commands run without one, and are each a ``Command``.
///
/// The initialiser declares and reads options and arguments in one place. It has to declare the same ones whatever
/// values it reads, because help and completion call it without any. Options that several commands share are a type
/// with such an initialiser, which the commands' initialisers call.
package protocol ContextualCommand<Context>: Sendable {
  /// The context that it runs with, such as a connection.
  associatedtype Context: Sendable

  /// The word that calls the command.
  static var name: String { get }
  /// The description of the command, in a sentence.
  static var summary: String { get }
  /// Further paragraphs of the description, with empty lines between them; empty by default.
  static var discussion: String { get }

  /// Reads the command's arguments; mistakes are noted in the reader.
  init(from reader: inout ArgumentReader)

  /// Runs the command.
  ///
  /// - Throws: Any error; its description is for the user, and ``ExitCoding`` gives the exit code.
  func run(in context: Context) async throws -> ExitCode
}

extension ContextualCommand {
  /// No further paragraphs.
  package static var discussion: String { "" }
}

/// A command, or several under a word of their own.
package indirect enum ContextualCommandNode<Context: Sendable>: Sendable {
  /// A single command.
  case command(any ContextualCommand<Context>.Type)
  /// A group of commands under a word, as in `woof account add`.
  case group(name: String, summary: String, [ContextualCommandNode])

  /// The word that calls it.
  package var name: String {
    switch self {
    case .command(let type): type.name
    case .group(let name, _, _): name
    }
  }

  /// The description of the command or group, in a sentence.
  package var summary: String {
    switch self {
    case .command(let type): type.summary
    case .group(_, let summary, _): summary
    }
  }
}

/// A command of a program, or several under a word of their own.
package typealias CommandNode = ContextualCommandNode<Void>
