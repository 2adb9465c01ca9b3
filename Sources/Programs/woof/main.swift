// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofCryptography

LibCrypto.skipCleanupAtExit()
let arguments = Array(CommandLine.arguments.dropFirst())
let programs: [any SeparateProgram.Type] = [AdminShell.self, Benchmarks.self, TestHarness.self]
if let name = arguments.first, let program = programs.first(where: { $0.name == name }) {
  do {
    try program.execute(Array(arguments.dropFirst()))
  } catch {
    exit(WoofProgram.interface.report(error, of: "woof \(name)", arguments).rawValue)
  }
}
exit(await WoofProgram.interface.run().rawValue)
