// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofModel

/// Kills the service at random moments and looks at what is left.
struct CrashBenchmark: Benchmark {
  static let name = "crash"
  static let summary = "Kills the service at random moments under a mixed load, and checks what it comes back with."
  static let discussion = """
    Several connections upload, edit, like and delete photos. After each kill the service is started again, now and then \
    killed again while it starts, and must come back by itself with everything that was acknowledged, nothing half done, \
    counts that are those of the rows, originals of the right digest, and a change log that leads from before the crash \
    to what is there. What was asked for without an answer may have happened or not.
    """

  let options: BenchOptions
  private var rounds = 100
  private var connectionCount = 6
  private var isHTTP2 = false
  private var seed = SystemRandomNumberGenerator.seed

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    rounds = reader.option("--rounds", .integer(in: 1...100_000), default: rounds, "How often the service is killed.")
    connectionCount = reader.option(
      "--connections", .integer(in: 1...64), default: connectionCount, "How many connections load it.")
    isHTTP2 = reader.flag("--http2", "They speak HTTP/2 and have four operations each on their way at once.")
    let given = reader.option(
      "--seed", .integer(in: 0...Int.max), "What the choices are made of. By default another each time.")
    seed = given.map { UInt64($0) } ?? seed
  }

  func measure() throws -> Report {
    options.progress("crash: seed \(seed)")
    var run = try CrashRun(options, connectionCount: connectionCount, isHTTP2: isHTTP2, seed: seed)
    var report = Report(Self.name)
    let start = MonotonicClock.seconds
    for round in 1...rounds {
      let faults = try run.round()
      options.progress("crash: round \(round) of \(rounds), \(run.progress)")
      guard faults.isEmpty else {
        run.service.folder.keep()
        report.notes += faults.prefix(20)
        report.notes.append("round \(round), seed \(seed); the data are in \(run.service.folder.path)")
        report.add(Figure("faults", "1", Double(faults.count), bar: .atMost(0)))
        return report
      }
    }
    try finish(&run, &report)
    report.add(Figure("time of a round", "s", (MonotonicClock.seconds - start) / Double(rounds)))
    return report
  }

  private func finish(_ run: inout CrashRun, _ report: inout Report) throws {
    let faults = try run.finish()
    report.notes += faults.prefix(20)
    report.notes.append("seed \(seed); \(run.progress)")
    report.add(Figure("faults", "1", Double(faults.count), bar: .atMost(0)))
    report.add(Figure("kills", "1", Double(run.killCount)))
    let (acknowledged, inDoubt) = run.counts
    report.add(Figure("operations acknowledged", "1", Double(acknowledged)))
    report.add(Figure("operations in doubt", "1", Double(inDoubt)))
    report.add(Figure("start after a kill", "ms", run.startTimes))
  }
}

extension SystemRandomNumberGenerator {
  /// A number for another generator to start from.
  fileprivate static var seed: UInt64 { UInt64.random(in: 0...UInt64(Int.max)) }
}
