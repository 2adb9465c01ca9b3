// SPDX-License-Identifier: Apache-2.0

/// The result of a run of a load generator.
protocol LoadRun: Sendable {
  /// The number of responses that came.
  var requestCount: Int { get }
  /// The number of bytes that came, heads included.
  var byteCount: Int { get }
  /// The duration of the run in seconds.
  var seconds: Double { get }
}

extension LoadRun {
  /// The number of responses a second.
  var rate: Double { Double(requestCount) / seconds }
  /// The number of bytes a second.
  var throughput: Double { Double(byteCount) / seconds }
}
