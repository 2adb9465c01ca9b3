// SPDX-License-Identifier: Apache-2.0

import DogsCommands
import Glibc
import WoofCommandLine

exit(await DogsProgram.run().rawValue)
