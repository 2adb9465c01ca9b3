// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofAPI

/// Shows how the process of a service stands, and what became of its connections.
struct ProcessMetrics: MetricSource {
  let process: RunningProcess
  let workers: WorkerPool

  func write(to text: inout MetricsText) async {
    text.begin("woof_build_info", .gauge, "The version that runs; always 1.")
    text.sample("woof_build_info", ["version": WoofVersion.current], 1)
    writeConnections(to: &text)
    text.single(
      "process_start_time_seconds", .gauge, "When the service was started, in seconds since 1970.",
      Double(process.startedAt.milliseconds) / 1000)
    // The system is asked, which may block. Without room among the workers, these are left out.
    guard let figures = try? await workers.run({ [process] in process.figures }) else { return }
    text.single(
      "process_resident_memory_bytes", .gauge, "Bytes of memory that the process has.", figures.residentByteCount)
    text.single(
      "process_cpu_seconds_total", .counter, "Processor time that the process has used.", figures.processorSeconds)
    text.single("process_open_fds", .gauge, "Descriptors that the process has open.", figures.descriptorCount)
    text.single(
      "woof_disk_free_bytes", .gauge, "Bytes that are free where the data is.", figures.freeByteCount)
  }

  private func writeConnections(to text: inout MetricsText) {
    let connections = process.connections
    text.single(
      "woof_http_connections", .gauge,
      "Connections that are open, those of the admin socket and of metrics.listen included.",
      connections.reduce(0) { $0 + $1.openCount })
    text.single(
      "woof_http_connections_accepted_total", .counter, "Connections that were taken.",
      connections.reduce(UInt64(0)) { $0 + $1.acceptedCount })
    let refused = "woof_http_connections_refused_total"
    text.begin(refused, .counter, "Connections refused by a limit, by the name of the limit.")
    text.sample(refused, ["limit": "connections"], connections.reduce(UInt64(0)) { $0 + $1.refusedCount })
    text.sample(
      refused, ["limit": "connectionsPerAddress"], connections.reduce(UInt64(0)) { $0 + $1.refusedByAddressCount })
    text.sample(refused, ["limit": "proxies.trusted"], connections.reduce(UInt64(0)) { $0 + $1.refusedStrangerCount })
    text.single(
      "woof_http_wasteful_connections_total", .counter,
      "HTTP/2 connections that were ended as too much of what they asked for was for nothing.",
      connections.reduce(UInt64(0)) { $0 + $1.wastefulCount })
    let slow = "woof_http_timeouts_total"
    text.begin(slow, .counter, "Connections that ended as their peer was too slow, by the name of the limit.")
    for timeout in HTTPServerStatistics.Timeout.allCases {
      let count = connections.reduce(UInt64(0)) { $0 + ($1.timeoutCounts[timeout] ?? 0) }
      text.sample(slow, ["limit": timeout.settingName], count)
    }
  }
}

extension HTTPServerStatistics.Timeout {
  /// The key of the configuration's section `limits` that says how slow a peer may be.
  fileprivate var settingName: String {
    switch self {
    case .handshake: "handshakeTimeout"
    case .head: "headTimeout"
    case .body: "minimumBodyRate"
    case .response: "writeStallTimeout"
    }
  }
}
