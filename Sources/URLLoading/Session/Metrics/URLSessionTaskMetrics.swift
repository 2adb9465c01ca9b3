public import Foundation

/// What was measured of a task.
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {  // immutable
  /// Where a response came from.
  public enum ResourceFetchType: Int, Sendable {
    case unknown = 0
    /// From the server.
    case networkLoad = 1
    /// Apple's systems only: servers do not push any more.
    case serverPush = 2
    /// From the session's cache.
    case localCache = 3
  }

  /// How a host's addresses were looked up.
  public enum DomainResolutionProtocol: Int, Sendable {
    /// The system's resolver does not say.
    case unknown = 0
    case udp = 1
    case tcp = 2
    case tls = 3
    case https = 4
  }

  /// Each exchange of the task: redirects, challenges and the answer, in order.
  public let transactionMetrics: [URLSessionTaskTransactionMetrics]
  /// From the task's first `resume()` to its completion.
  public let taskInterval: DateInterval
  /// How many redirects were followed.
  public let redirectCount: Int

  init(_ measurements: LoadMeasurements, redirectCount: Int) {
    transactionMetrics = measurements.transactions.map(URLSessionTaskTransactionMetrics.init)
    let start = Date(timeIntervalSince1970: measurements.startTime)
    taskInterval = DateInterval(start: start, end: max(start, Date()))
    self.redirectCount = redirectCount
    super.init()
  }
}
