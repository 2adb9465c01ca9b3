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
  ])

exit(await woof.run().rawValue)
