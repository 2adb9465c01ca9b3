/// A command that runs with something: a shell's commands share a connection, and what they print goes where the shell
/// says. A program's own commands run with nothing, and are each a ``Command``.
///
/// The initialiser declares and reads options and arguments in one place. It reads the same things whatever they are: help
/// and completion are made by letting it read nothing at all. What several commands share is a type with such an
/// initialiser too, which theirs call.
public protocol ContextualCommand<Context>: Sendable {
  /// What it runs with.
  associatedtype Context: Sendable

  /// The word that calls the command.
  static var name: String { get }
  /// What the command does, in a sentence.
  static var summary: String { get }
  /// What else there is to know, in paragraphs with empty lines between them; by default nothing.
  static var discussion: String { get }

  /// Reads the command's arguments; what is wrong is noted in the reader.
  init(from reader: inout ArgumentReader)

  /// Does what the command is for.
  ///
  /// - Throws: Any error; its description is for the user, and ``ExitCoding`` chooses the exit code.
  func run(in context: Context) async throws -> ExitCode
}

extension ContextualCommand {
  /// Nothing.
  public static var discussion: String { "" }
}

/// A command, or several under a word of their own.
public indirect enum ContextualCommandNode<Context: Sendable>: Sendable {
  /// A command.
  case command(any ContextualCommand<Context>.Type)
  /// Commands under a word, as in `woof account add`.
  case group(name: String, summary: String, [ContextualCommandNode])

  /// The word that calls it.
  public var name: String {
    switch self {
    case .command(let type): type.name
    case .group(let name, _, _): name
    }
  }

  /// What it does, in a sentence.
  public var summary: String {
    switch self {
    case .command(let type): type.summary
    case .group(_, let summary, _): summary
    }
  }
}

/// A command of a program, or several under a word of their own.
public typealias CommandNode = ContextualCommandNode<Void>
