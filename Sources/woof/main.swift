import Glibc
import WoofCommandLine

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == BenchCommand.name {
  do {
    exit(try BenchCommand.execute(Array(arguments.dropFirst())).rawValue)
  } catch {
    StandardStream.error.write("woof bench: \(error)\n")
    exit(ExitCode.failed.rawValue)
  }
}
exit(await CommandLineInterface.woof.run().rawValue)
