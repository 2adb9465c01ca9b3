// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofAdmin
import WoofCommandLine

// Called by `woof admin`, and named so in help and errors.
exit(await AdminProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
