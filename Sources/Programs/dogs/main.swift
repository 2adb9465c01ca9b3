// SPDX-License-Identifier: Apache-2.0

import DogsCommands
import Glibc
import WoofCommandLine
import WoofCryptography

LibCrypto.skipCleanupAtExit()
exit(await DogsProgram.run().rawValue)
