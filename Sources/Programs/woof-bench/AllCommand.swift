// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// Runs several benchmarks one after the other.
struct AllCommand: Command {
  static let name = "all"
  static let summary = "Runs all benchmarks, or those that are named, and prints one table."

  static let benchmarks: [any Benchmark.Type] = [
    FetchBenchmark.self, FavouritesBenchmark.self, DurabilityBenchmark.self, FeedBenchmark.self, UploadBenchmark.self,
    StartBenchmark.self, CrashBenchmark.self, PluginsBenchmark.self, SearchBenchmark.self,
  ]

  private let options: BenchOptions
  private let chosen: [any Benchmark.Type]

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    let names = reader.arguments("NAME", "Which benchmarks; by default all.")
    chosen = names.isEmpty ? Self.benchmarks : Self.benchmarks.filter { names.contains($0.name) }
    for name in names where !Self.benchmarks.contains(where: { $0.name == name }) {
      let known = Self.benchmarks.map { $0.name }.joined(separator: ", ")
      reader.refuse(because: "there is no benchmark \(name); there are \(known)")
    }
  }

  func run() async throws -> ExitCode {
    var reports: [Report] = []
    for benchmark in chosen {
      options.progress("\(benchmark.name): \(benchmark.summary)")
      do {
        reports.append(try benchmark.init(options: options).measure())
      } catch {
        var report = Report(benchmark.name)
        report.add(Figure("could be measured", "", 0, bar: .atLeast(1)))
        report.notes.append("\(error)")
        reports.append(report)
      }
    }
    return options.conclude(reports)
  }
}
