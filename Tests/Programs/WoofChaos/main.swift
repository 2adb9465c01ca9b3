// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine

// What the URL Loading System puts aside shall be found by who looks for leftovers.
let scratch = try ScratchFolder()
setenv("TMPDIR", scratch.path("client"), 1)

let program = CommandLineInterface(
  name: "WoofChaos", version: "0.2.0",
  summary: "Uses a service through the SDK under hardship: kills, cuts, and a look at the processor time.",
  commands: [
    .command(ChaosCommand.self), .command(ReplicaCommand.self), .command(DeviceCommand.self),
    .command(CostCommand.self), .command(SendCommand.self),
  ])

let code = await program.run()
scratch.remove()
exit(code.rawValue)
