// SPDX-License-Identifier: Apache-2.0

// Measures what a worker costs: from asking to the answer, from the start to being ready, and memory over many jobs.
// Needs libHostilePlugin.so (Tests/Libraries/compile) and woof-worker beside this executable. Run it with nothing else
// on the machine. The path of another plugin's manifest as an argument lets the start of its workers be measured
// instead, and with that of a JPEG picture after it, how much one and two workers get done: a preview, a thumbnail and
// the perceptual hash of it, over and over.

import WoofCore
import WoofModel
import WoofPlugins

@main
enum Main {
  static func main() async throws {
    if CommandLine.arguments.count > 2 {
      let plugin = try Plugin(manifestAt: CommandLine.arguments[1])
      return try await Throughput(of: plugin, pictureAt: CommandLine.arguments[2]).run()
    }
    print("| what | median | 90 % |\n|---|---:|---:|")
    if CommandLine.arguments.count > 1 {
      let plugin = try Plugin(manifestAt: CommandLine.arguments[1])
      return row("from the start of a worker to its being ready", try await starts(of: plugin))
    }
    let workspace = try Workspace()
    for isolation in ["reuse", "perJob"] {
      for byteCount in [4096, 1 << 20, 10 << 20] {
        let times = try await jobs(in: workspace, isolation: isolation, byteCount: byteCount)
        row("\(byteCount >> 10) KiB, every page read, \(isolation)", times)
      }
    }
    row(
      "from the start of a worker to its being ready", try await starts(of: workspace.plugin(isolation: "perJob")))
    try await manyJobs(in: workspace)
  }

  private static func jobs(in workspace: Workspace, isolation: String, byteCount: Int) async throws -> [Double] {
    let runner = Workspace.runner(of: try workspace.plugin(isolation: isolation))
    try await runner.start()
    let picture = try workspace.picture(byteCount: byteCount)
    var times: [Double] = []
    for _ in 0..<500 {
      let start = ContinuousClock.now
      let report = await runner.run(picture, for: PictureRequest(), parameters: Array("{}".utf8))
      times.append(start.duration(to: .now).microseconds)
      guard case .accepted = report.outcome else { throw BenchFailure("a job failed: \(report.outcome)") }
    }
    await runner.drain()
    return times
  }

  private static func starts(of plugin: Plugin) async throws -> [Double] {
    var times: [Double] = []
    for _ in 0..<50 {
      let runner = Workspace.runner(of: plugin)
      let start = ContinuousClock.now
      try await runner.start()
      times.append(start.duration(to: .now).microseconds)
      await runner.drain()
    }
    return times
  }

  private static func manyJobs(in workspace: Workspace) async throws {
    print("\n| jobs | service's memory | workers' memory | descriptors |\n|---:|---:|---:|---:|")
    let runner = Workspace.runner(of: try workspace.plugin(isolation: "perJob"))
    try await runner.start()
    let picture = try workspace.picture(byteCount: 100_000)
    for count in 0...10 {
      if count > 0 {
        for _ in 0..<1000 { _ = await runner.run(picture, for: PictureRequest(), parameters: Array("{}".utf8)) }
      }
      let footprint = Footprint.current
      print(
        "| \(count * 1000) | \(footprint.ownKibibytes) KiB | \(footprint.workersKibibytes) KiB "
          + "| \(footprint.descriptorCount) |")
    }
    await runner.drain()
  }

  private static func row(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    let median = Int(sorted[sorted.count / 2])
    let high = Int(sorted[sorted.count * 9 / 10])
    print("| \(name) | \(median) µs | \(high) µs |")
  }
}

extension Duration {
  fileprivate var microseconds: Double { self / .microseconds(1) }
}

/// Why nothing could be measured.
struct BenchFailure: Error {
  let text: String
  init(_ text: String) { self.text = text }
}
