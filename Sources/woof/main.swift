import Glibc
import WoofCommandLine

let arguments = CommandLine.arguments.dropFirst()
let programs = [
  AdminCommand.name: AdminCommand.execute, BenchCommand.name: BenchCommand.execute,
  HarnessCommand.name: HarnessCommand.execute,
]
if let name = arguments.first, let execute = programs[name] {
  do {
    exit(try execute(Array(arguments.dropFirst())).rawValue)
  } catch {
    StandardStream.error.write("woof \(name): \(error)\n")
    exit(ExitCode.failed.rawValue)
  }
}
exit(await WoofProgram.interface.run().rawValue)
