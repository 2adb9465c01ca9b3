// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

let program = CommandLineInterface(
  name: "WoofClusterTrial", version: "0.2.0",
  summary: "Tries nodes that share a database and an object store, and moves to them, while parts of all that fail.",
  commands: [
    .command(OrderCommand.self), .command(CrashCommand.self), .command(FailoverCommand.self),
    .command(MoveTrialCommand.self),
  ])
exit(await program.run().rawValue)
