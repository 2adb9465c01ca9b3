// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Glibc

/// What one side took for one job.
struct Measurement {
  var elapsed: Double
  /// Of all threads of the process, in seconds.
  var processor: Double
  var count: Int
  var bytes: Int
  var failures: Int

  var rate: Double { Double(count) / elapsed }
  var throughput: Double { Double(bytes) / elapsed }

  /// One line: the rate, the processor time of one request, and the throughput.
  func describe(_ name: String) -> String {
    let figures = String(
      format: "%10.0f req/s %9.2f µs CPU/req %9.0f MB/s %7.3f CPU-s/GB %5d failed", rate,
      processor / Double(max(1, count)) * 1e6, throughput / 1e6, processor / Double(max(1, bytes)) * 1e9, failures)
    return name.padding(toLength: 22, withPad: " ", startingAt: 0) + figures
  }

  /// Measures a job that gives how much content came and how many requests failed.
  static func of(count: Int, _ job: () async throws -> (bytes: Int, failures: Int)) async rethrows -> Measurement {
    let (started, used) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    let result = try await job()
    return Measurement(
      elapsed: seconds(CLOCK_MONOTONIC) - started, processor: seconds(CLOCK_PROCESS_CPUTIME_ID) - used, count: count,
      bytes: result.bytes, failures: result.failures)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// How much memory the process has, and has had at most.
enum Memory {
  static var resident: Int { line("VmRSS:") }
  static var peak: Int { line("VmHWM:") }

  private static func line(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 } ?? 0
  }
}
