import WoofCommandLine

/// Prints the page of the manual.
struct ManualCommand: Command {
  static let name = "manual"
  static let summary = "Prints the page of the manual, for man and troff."
  static let discussion = """
    To read it: dogs manual | man -l -

    To install it: dogs manual > ~/.local/share/man/man1/dogs.1
    """

  init(from reader: inout ArgumentReader) {}

  func run() async throws -> ExitCode {
    StandardStream.output.write(CommandLineInterface.dogs.manual())
    return .done
  }
}
