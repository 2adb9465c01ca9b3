// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofModel

/// The performance of a service between two readings of its counters.
struct TopFigures: Hashable, Sendable {
  /// A reading of a service's counters.
  struct Reading: Sendable {
    var page: PrometheusPage
    var statistics: AdminStatistics
  }

  /// One event loop.
  struct Loop: Hashable, Sendable {
    /// The number of the loop.
    var name: String
    /// The number of rounds in a second.
    var rounds: Double
    /// The time in seconds that 99 of 100 rounds did not exceed; `nil` if there were none.
    var slowest: Double?
  }

  /// The numbers of requests in a second, and of those among them that were refused (4xx) or failed (5xx).
  var requests, refusals, failures: Double
  /// The times in seconds that half of the requests, and 99 of 100, did not exceed; `nil` if there were none.
  var median, slowest: Double?
  /// The numbers of requests in flight and of connections.
  var inFlight, connections: Double
  /// The numbers of bytes in a second.
  var received, sent: Double
  /// The event loops, by number.
  var loops: [Loop]
  /// The numbers of worker processes, of the jobs that they run, and of the jobs that wait.
  var workers, runningJobs, waitingJobs: Double
  /// The number of transactions in a second, and the time in seconds that 99 of 100 of them did not exceed.
  var transactions: Double
  var slowestTransaction: Double?
  /// The numbers of operations that wait for the writer and for a reader.
  var writeQueue, readQueue: Double
  /// The mean number of writes in a transaction; `nil` if there was none.
  var batch: Double?
  /// The number of subscribers of the live stream.
  var subscribers: Double
  /// The number of bytes of resident memory.
  var memory: Double
  /// The mean number of processors that were busy.
  var processors: Double
  /// The statistics of the later reading, such as the numbers of accounts and photos.
  var statistics: AdminStatistics

  /// Makes the figures by subtracting one reading from the other.
  ///
  /// - Parameter seconds: The time from one reading to the other.
  init(from old: Reading, to new: Reading, seconds: Double) {
    let seconds = max(0.001, seconds)
    func rate(_ name: String, status: String? = nil) -> Double {
      let isMeant: (PrometheusPage.Sample) -> Bool = { status == nil || $0.labels["status"] == status }
      return max(0, new.page.sum(name, where: isMeant) - old.page.sum(name, where: isMeant)) / seconds
    }
    let latency = new.page.histogram("woof_http_request_duration_seconds")
      .since(old.page.histogram("woof_http_request_duration_seconds"))
    let commits = new.page.histogram("woof_store_commit_seconds").since(old.page.histogram("woof_store_commit_seconds"))
    let batches = new.page.histogram("woof_store_batch_operations")
      .since(old.page.histogram("woof_store_batch_operations"))
    requests = rate("woof_http_requests_total")
    refusals = rate("woof_http_requests_total", status: "4xx")
    failures = rate("woof_http_requests_total", status: "5xx")
    (median, slowest) = (latency.quantile(0.5), latency.quantile(0.99))
    inFlight = new.page.sum("woof_http_requests_in_flight")
    connections = Double(new.statistics.connectionCount)
    received = rate("woof_http_received_bytes_total")
    sent = rate("woof_http_sent_bytes_total")
    loops = Self.loops(old.page, new.page, seconds)
    workers = new.page.sum("woof_plugin_workers")
    runningJobs = new.page.sum("woof_plugin_jobs_running")
    waitingJobs = new.page.sum("woof_plugin_jobs_waiting")
    transactions = commits.count / seconds
    slowestTransaction = commits.quantile(0.99)
    writeQueue = new.page.sum("woof_store_write_queue")
    readQueue = new.page.sum("woof_store_read_queue")
    batch = batches.mean
    subscribers = new.page.sum("woof_event_subscribers")
    memory = Double(new.statistics.residentByteCount)
    processors = max(0, new.statistics.processorSeconds - old.statistics.processorSeconds) / seconds
    statistics = new.statistics
  }

  private static func loops(_ old: PrometheusPage, _ new: PrometheusPage, _ seconds: Double) -> [Loop] {
    let name = "woof_loop_round_seconds"
    let names = Set(new["\(name)_count"].compactMap { $0.labels["loop"] })
    return names.sorted { (Int($0) ?? 0, $0) < (Int($1) ?? 0, $1) }.map { loop in
      let isMeant: (PrometheusPage.Sample) -> Bool = { $0.labels["loop"] == loop }
      let rounds = new.histogram(name, where: isMeant).since(old.histogram(name, where: isMeant))
      return Loop(name: loop, rounds: rounds.count / seconds, slowest: rounds.quantile(0.99))
    }
  }
}
