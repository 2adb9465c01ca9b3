import Glibc
import WoofCommandLine

let arguments = CommandLine.arguments.dropFirst()
let programs: [any SeparateProgram.Type] = [AdminShell.self, Benchmarks.self, TestHarness.self]
if let name = arguments.first, let program = programs.first(where: { $0.name == name }) {
  do {
    try program.execute(Array(arguments.dropFirst()))
  } catch {
    StandardStream.error.write("woof \(name): \(error)\n")
    exit(ExitCode.failed.rawValue)
  }
}
exit(await WoofProgram.interface.run().rawValue)
