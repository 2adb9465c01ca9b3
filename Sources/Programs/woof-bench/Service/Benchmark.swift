// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine

/// A benchmark: a command of its own, and a part of `woof-bench all`.
protocol Benchmark: Command {
  /// The options of its command line.
  var options: BenchOptions { get }

  /// Makes the benchmark as part of `woof-bench all`.
  init(options: BenchOptions)

  /// Runs the benchmark; starts the programs that it needs and ends them again.
  ///
  /// - Throws: `CommandFailure` if something cannot be measured.
  func measure() throws -> Report
}

extension Benchmark {
  /// The benchmark among the program's commands.
  static var node: CommandNode { .command(Self.self) }
}

extension Benchmark {
  func run() async throws -> ExitCode { options.conclude([try measure()]) }
}

/// The options that all benchmarks have on the command line.
struct BenchOptions: Sendable {
  /// The program that is measured.
  let woof: String
  /// The folder below which temporary ones are made; its disk is the one that is measured.
  let folder: String
  /// `true` if the report is JSON, for programs.
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

  /// Prints reports and returns the exit code: 0 if all bars are met, otherwise 1.
  func conclude(_ reports: [Report]) -> ExitCode {
    StandardStream.output.write(isJSON ? Report.json(reports) : Report.text(reports))
    return reports.allSatisfy(\.isMet) ? .done : .failed
  }

  /// Prints to standard error what the benchmark is doing now.
  func progress(_ text: String) {
    StandardStream.error.write("\(text)\n")
  }
}
