import WoofCommandLine

/// Prints a script by which a shell completes the commands.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "Prints a script by which bash, zsh or fish completes commands and options."
  static let discussion = "How the script is installed stands in its first lines."

  private let shell: CompletionShell?

  init(from reader: inout ArgumentReader) {
    let shells = CompletionShell.allCases.map(\.rawValue)
    let name = reader.argument(
      "SHELL", completion: .words(shells), "The shell: \(shells.joined(separator: ", ")).")
    shell = CompletionShell(rawValue: name)
    if shell == nil, !name.isEmpty { reader.refuse(because: "SHELL is one of \(shells.joined(separator: ", "))") }
  }

  func run() async throws -> ExitCode {
    guard let shell else { return .usage }
    StandardStream.output.write(CommandLineInterface.woof.completions(for: shell))
    return .done
  }
}
