// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import WoofCommandLine

/// A run of wrk, the load generator for HTTP/1.1.
struct WrkRun: LoadRun {
  let requestCount: Int
  let byteCount: Int
  let seconds: Double
  /// The delay that half of the responses did not exceed, in milliseconds.
  let medianMilliseconds: Double
  /// The delay that 99 % of the responses did not exceed, in milliseconds.
  let longMilliseconds: Double

  /// Lets wrk print its figures as numbers. A script without functions for requests and responses costs it nothing.
  private static let script = """
    done = function(summary, latency, requests)
      local e = summary.errors
      io.write(string.format("woof %d %d %d %d %d %d\\n", summary.requests, summary.bytes, summary.duration,
        latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
    end
    """

  /// Loads a URL from one thread.
  ///
  /// - Parameter fields: The fields that all requests have, each as a line; none by default.
  /// - Throws: `CommandFailure` if wrk is not installed or a request failed.
  init(
    url: String, fields: [String] = [], connectionCount: Int, duration: Duration, in folder: TemporaryFolder
  ) throws {
    let script = folder.path("wrk.lua")
    try TextFile.write(Self.script, to: script)
    let output = try ChildProcess.output(
      of: "wrk",
      [
        "-t1", "-c\(connectionCount)", "-d\(duration.components.seconds)s", "--timeout", "10s", "-s", script,
      ] + fields.flatMap { ["-H", $0] } + [url], in: folder)
    let line = output.split(separator: "\n").last { $0.hasPrefix("woof ") } ?? ""
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 6, numbers[0] > 0 else { throw CommandFailure("wrk gave no figures: \(output)") }
    guard numbers[5] == 0 else { throw CommandFailure("\(Int(numbers[5])) requests of \(url) failed: \(output)") }
    requestCount = Int(numbers[0])
    byteCount = Int(numbers[1])
    seconds = numbers[2] / 1e6
    medianMilliseconds = numbers[3] / 1e3
    longMilliseconds = numbers[4] / 1e3
  }
}
