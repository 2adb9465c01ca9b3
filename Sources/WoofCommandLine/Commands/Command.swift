/// A command of a program: its options and arguments are declared and read in one place, its initialiser.
///
/// ```swift
/// struct AccountAdd: Command {
///   static let name = "add"
///   static let summary = "Adds an account."
///   let account: String
///   let isAdmin: Bool
///
///   init(from reader: inout ArgumentReader) {
///     account = reader.argument("NAME", "The account's name.")
///     isAdmin = reader.flag("--admin", "Lets the account administer the service.")
///   }
///
///   func run() async throws -> ExitCode { … }
/// }
/// ```
///
/// The initialiser reads the same things whatever they are: help is made by letting it read nothing at all. What several
/// commands share is a type with such an initialiser too, which theirs call.
public protocol Command: Sendable {
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
  /// - Throws: Any error; its description goes to standard error, and ``ExitCoding`` chooses the exit code.
  func run() async throws -> ExitCode
}

extension Command {
  /// Nothing.
  public static var discussion: String { "" }
}

/// A command, or several under a word of their own.
public indirect enum CommandNode: Sendable {
  /// A command.
  case command(any Command.Type)
  /// Commands under a word, as in `woof account add`.
  case group(name: String, summary: String, [CommandNode])

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
