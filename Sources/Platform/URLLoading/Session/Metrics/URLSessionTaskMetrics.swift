// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The measurements of a task: its exchanges, its duration and its redirects.
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {  // immutable
  /// The source of a response.
  public enum ResourceFetchType: Int, Sendable {
    case unknown = 0
    /// From the server.
    case networkLoad = 1
    /// Apple's systems only: servers do not push any more.
    case serverPush = 2
    /// From the session's cache.
    case localCache = 3
  }

  /// The protocol by which a host's addresses were looked up.
  public enum DomainResolutionProtocol: Int, Sendable {
    /// The system's resolver does not say.
    case unknown = 0
    case udp = 1
    case tcp = 2
    case tls = 3
    case https = 4
  }

  /// Each exchange of the task: redirects, challenges and the response, in order.
  open var transactionMetrics: [URLSessionTaskTransactionMetrics] { transactions }
  /// From the task's first `resume()` to its completion.
  open var taskInterval: DateInterval { interval }
  /// The number of redirects that were followed.
  open var redirectCount: Int { redirects }

  private let transactions: [URLSessionTaskTransactionMetrics]
  private let interval: DateInterval
  private let redirects: Int

  init(_ measurements: LoadMeasurements, redirectCount: Int) {
    transactions = measurements.transactions.map(URLSessionTaskTransactionMetrics.init)
    let start = Date(timeIntervalSince1970: measurements.startTime)
    interval = DateInterval(start: start, end: max(start, Date()))
    redirects = redirectCount
    super.init()
  }

  /// Makes metrics of nothing: for subclasses that stand in for them.
  @available(*, deprecated, message: "Metrics are made by tasks.")
  public override init() {
    transactions = []
    interval = DateInterval()
    redirects = 0
    super.init()
  }
}
