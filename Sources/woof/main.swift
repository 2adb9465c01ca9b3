import Glibc
import WoofCommandLine

let woof = CommandLineInterface(
  name: "woof", version: "0.1.0", summary: "The photo service of the dogs app, and its tools.",
  commands: [
    .command(ServeCommand.self),
    .group(
      name: "account", summary: "Adds and changes accounts, whether the service runs or not.",
      [
        .command(AccountAddCommand.self), .command(AccountListCommand.self), .command(AccountPasswordCommand.self),
        .command(AccountDisableCommand.self), .command(AccountEnableCommand.self),
      ]),
    .command(BackupCommand.self), .command(RestoreCommand.self), .command(CheckCommand.self),
    .command(BenchCommand.self),
  ])

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == BenchCommand.name {
  do {
    exit(try BenchCommand.execute(Array(arguments.dropFirst())).rawValue)
  } catch {
    StandardStream.error.write("woof bench: \(error)\n")
    exit(ExitCode.failed.rawValue)
  }
}
exit(await woof.run().rawValue)
