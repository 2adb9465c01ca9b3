// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCore
import WoofModel
import WoofPlugins

/// How many pictures one and two workers of a plugin get through, and how busy they keep the processors.
struct Throughput {
  private static let jobCount = 60
  private static let rounds = 3

  private let plugin: Plugin
  private let picture: Picture
  private let request = PictureRequest(variants: PictureSetup.standardVariants, wantsAnnotations: true)

  /// What a run took.
  private struct Result {
    var seconds = 0.0
    var processorSeconds = 0.0
  }

  init(of plugin: Plugin, pictureAt path: String) throws {
    self.plugin = plugin
    var status = stat()
    guard stat(path, &status) == 0 else { throw BenchFailure("\(path) is not there") }
    // The size is that of a box which everything fits into: only the plugin has to know better.
    picture = Picture(
      file: try OpenFile(path, byteCount: Int64(status.st_size)), type: .jpeg, width: 9_000, height: 9_000)
  }

  /// Runs with one worker and with two, in turns, and prints the medians.
  func run() async throws {
    var results: [Int: [Result]] = [:]
    for _ in 0..<Self.rounds { for count in [1, 2] { results[count, default: []].append(try await run(with: count)) } }
    print("| workers | pictures a second | a picture's processor time | processors busy |\n|---:|---:|---:|---:|")
    for (count, runs) in results.sorted(by: { $0.key < $1.key }) {
      let median = runs.sorted { $0.seconds < $1.seconds }[runs.count / 2]
      let rate = Self.rounded(Double(Self.jobCount) / median.seconds)
      let each = Self.rounded(median.processorSeconds * 1_000 / Double(Self.jobCount))
      print("| \(count) | \(rate) | \(each) ms | \(Self.rounded(median.processorSeconds / median.seconds)) |")
    }
  }

  private func run(with workerCount: Int) async throws -> Result {
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath, workerCount: workerCount)
    let runner = PluginRunner(plugin: plugin, settings: settings) { _ in }
    try await runner.start()
    // The second worker is started by the first job that finds none.
    for _ in 0..<2 * workerCount { _ = await runner.run(picture, for: request, parameters: Array("{}".utf8)) }
    var result = Result()
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: UInt64.self) { group in
      for _ in 0..<Self.jobCount {
        group.addTask {
          let report = await runner.run(picture, for: request, parameters: Array("{}".utf8))
          guard case .accepted = report.outcome else { throw BenchFailure("a job failed: \(report.outcome)") }
          return report.processorMicroseconds
        }
      }
      for try await microseconds in group { result.processorSeconds += Double(microseconds) / 1_000_000 }
    }
    result.seconds = start.duration(to: .now) / .seconds(1)
    await runner.drain()
    return result
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
