// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofModel
import WoofTerminal

Interruption.beginHandling()
FileDescriptorLimit.raise()

let program = CommandLineInterface(
  name: "woof-bench", version: WoofVersion.current,
  summary: "Measures the photo service beside programs that do the same or less.",
  commands: [.command(AllCommand.self)]
    + AllCommand.benchmarks.map { $0.node }
    + [
      .group(
        name: "reference", summary: "Programs that the service is measured beside.", [.command(BareUploadCommand.self)])
    ], jsonError: { ErrorLine($0).json })

exit(await program.run().rawValue)
