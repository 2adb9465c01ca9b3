import DogsCommands
import Glibc
import WoofCommandLine

exit(await DogsProgram.run().rawValue)
