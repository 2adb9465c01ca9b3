// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import WoofCommandLine

/// A run of h2load, the load generator of nghttp2 for HTTP/2.
struct H2LoadRun: LoadRun, Hashable {
  let requestCount: Int
  let byteCount: Int
  let seconds: Double

  /// Loads a URL from one thread.
  ///
  /// - Parameter streamCount: The number of requests that each connection has under way.
  /// - Throws: `CommandFailure` if h2load is not installed or a request failed.
  init(url: String, connectionCount: Int, streamCount: Int, duration: Duration, in folder: TemporaryFolder) throws {
    let output = try ChildProcess.output(
      of: "h2load",
      [
        "--threads=1", "--clients=\(connectionCount)", "--max-concurrent-streams=\(streamCount)",
        "--duration=\(duration.components.seconds)", url,
      ], in: folder)
    guard let run = H2LoadRun(output, duration: duration) else {
      throw CommandFailure("h2load gave no figures, or requests of \(url) failed: \(output)")
    }
    self = run
  }

  /// Reads what h2load prints; `nil` where it speaks another protocol, a request failed, or figures are missing.
  init?(_ output: String, duration: Duration) {
    guard output.contains("Application protocol: h2\n"),
      let requests = output.firstMatch(of: /(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout/),
      let traffic = output.firstMatch(of: /traffic: [^ ]+ \((\d+)\) total/),
      let requestCount = Int(requests.1), let byteCount = Int(traffic.1), requestCount > 0,
      requests.2 == "0", requests.3 == "0", requests.4 == "0"
    else { return nil }
    (self.requestCount, self.byteCount) = (requestCount, byteCount)
    seconds = Double(duration.components.seconds)
  }
}
