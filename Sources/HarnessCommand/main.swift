import Glibc
import WoofCommandLine

// Called by `woof harness`, and named so in help and errors.
let program = CommandLineInterface(
  name: "woof", version: "0.1.0", summary: "A Woof service for tests of apps in any language.",
  commands: [.command(RunCommand.self)])

exit(await program.run([RunCommand.name] + Array(CommandLine.arguments.dropFirst())).rawValue)
