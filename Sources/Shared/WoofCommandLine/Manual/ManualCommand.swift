/// The command of a program that prints its page of the manual.
public struct ManualCommand<Program: CommandLineProgram>: Command {
  /// `manual`.
  public static var name: String { "manual" }
  /// What the command does.
  public static var summary: String { "Prints the page of the manual, for man and troff." }
  /// How the page is read and installed.
  public static var discussion: String {
    let program = Program.interface.name
    return """
      To read it: \(program) manual | man -l -

      To install it: \(program) manual > ~/.local/share/man/man1/\(program).1
      """
  }

  /// Reads nothing.
  public init(from reader: inout ArgumentReader) {}

  /// Prints the page.
  public func run() async throws -> ExitCode {
    StandardStream.output.write(Program.interface.manual())
    return .done
  }
}
