// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofCryptography
import WoofModel

LibCrypto.skipCleanupAtExit()

// Called by `woof harness`, and named so in help and errors.
let program = CommandLineInterface(
  name: "woof", version: WoofVersion.current, summary: "A Woof service for tests of apps in any language.",
  commands: [.command(RunCommand.self)])

exit(await program.run([RunCommand.name] + Array(CommandLine.arguments.dropFirst())).rawValue)
