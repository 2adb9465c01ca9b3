import Glibc
import WoofCommandLine

/// What all benchmarks are told on the command line.
struct BenchOptions: Sendable {
  /// The program that is measured.
  let woof: String
  /// Below which folder temporary ones are made; its disk is what is measured.
  let folder: String
  /// Whether the report is for programs.
  let isJSON: Bool

  init(from reader: inout ArgumentReader) {
    woof =
      reader.option("--woof", .text("FILE"), "The woof to measure. By default the one beside this program.")
      ?? "\(Self.programFolder)/woof"
    folder = reader.option("--folder", .text("DIR"), default: Self.temporaryFolder, "Where temporary folders are made.")
    isJSON = reader.flag("--json", "Prints the report as JSON, with every sample.")
  }

  /// The file that this program was started from.
  static var program: String {
    guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
    defer { free(path) }
    return String(cString: path)
  }

  private static var temporaryFolder: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  private static var programFolder: String {
    "/" + program.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Prints reports and gives the exit code they deserve.
  func conclude(_ reports: [Report]) -> ExitCode {
    StandardStream.output.write(isJSON ? Report.json(reports) : Report.text(reports))
    return reports.allSatisfy(\.isMet) ? .done : .failed
  }

  /// Tells whoever waits what happens now.
  func progress(_ text: String) {
    StandardStream.error.write("\(text)\n")
  }
}
