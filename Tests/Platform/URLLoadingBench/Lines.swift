// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading

/// Lines of a response, as they are read.
enum Lines {
  /// Counts the lines of a URL; it failed where they are not all of the response.
  static func read(_ url: URL) async throws -> Measurement {
    var lineCount = 0
    let measurement = try await Measurement.of(count: 1) {
      var byteCount = 0
      let (bytes, response) = try await URLSession(configuration: .ephemeral).bytes(from: url)
      for try await line in bytes.lines {
        lineCount += 1
        byteCount += line.utf8.count + 1
      }
      return (byteCount, Int64(byteCount) == response.expectedContentLength ? 0 : 1)
    }
    print("\(lineCount) lines")
    return measurement
  }

  /// How much more memory the process has after a reader has slept over a response for a while.
  static func sleep(_ url: URL, seconds: Int) async throws {
    let session = URLSession(configuration: .ephemeral)
    let (bytes, _) = try await session.bytes(from: url)
    var lines = bytes.lines.makeAsyncIterator()
    _ = try await lines.next()
    let before = Memory.resident
    try await Task.sleep(for: .seconds(seconds))
    print(String(format: "slept %d s: %+.2f MB", seconds, Double(Memory.resident - before) / 1e6))
    session.invalidateAndCancel()
  }
}
