import Glibc
import WoofCommandLine

let program = CommandLineInterface(
  name: "woof-harness", version: "0.1.0", summary: "A Woof service for tests of apps in any language.",
  commands: [.command(RunCommand.self)])

exit(await program.run(["run"] + Array(CommandLine.arguments.dropFirst())).rawValue)
