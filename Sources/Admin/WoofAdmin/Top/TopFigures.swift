import WoofModel

/// How a service does, found out by subtracting what it had counted a moment before.
struct TopFigures: Hashable, Sendable {
  /// What a service has counted.
  struct Reading: Sendable {
    var page: PrometheusPage
    var statistics: AdminStatistics
  }

  /// One event loop.
  struct Loop: Hashable, Sendable {
    /// Its number.
    var name: String
    /// Rounds in a second.
    var rounds: Double
    /// How long 99 of 100 rounds took at most, in seconds; `nil` where there were none.
    var slowest: Double?
  }

  /// Requests in a second, and those of them that were refused (4xx) or failed (5xx).
  var requests, refusals, failures: Double
  /// How long half of the requests, and 99 of 100, took at most, in seconds; `nil` where there were none.
  var median, slowest: Double?
  /// Requests that are being answered, and connections.
  var inFlight, connections: Double
  /// Bytes in a second.
  var received, sent: Double
  /// The event loops, by number.
  var loops: [Loop]
  /// Processes that plugins run in, what they do, and what waits for them.
  var workers, runningJobs, waitingJobs: Double
  /// Transactions in a second, and how long 99 of 100 took at most, in seconds.
  var transactions: Double
  var slowestTransaction: Double?
  /// What waits to be written, and to be read.
  var writeQueue, readQueue: Double
  /// How many writes a transaction had.
  var batch: Double?
  /// Subscribers of the live stream.
  var subscribers: Double
  /// Bytes of memory.
  var memory: Double
  /// How many processors are busy.
  var processors: Double
  /// What is stored.
  var statistics: AdminStatistics

  /// Subtracts.
  ///
  /// - Parameter seconds: How long it was from one reading to the other.
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
