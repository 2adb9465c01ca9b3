// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The measurements of a load, exchange by exchange.
struct LoadMeasurements: Sendable {
  /// One exchange, or one response of the cache.
  struct Transaction: Sendable {
    var request: URLRequest
    var response: URLResponse?
    var report: TransferReport?
    var source = Source.network
    var decodedCount: Int64 = 0
  }

  /// The source of a response.
  enum Source: Sendable {
    case network, cache
    /// A `URLProtocol`, a file or the URL itself: nobody knows of connections.
    case elsewhere
  }

  /// In seconds since 1970 (UTC).
  private(set) var startTime = 0.0
  private(set) var transactions: [Transaction] = []
  /// `true` if a delegate may hear of the measurements; if not, no exchange is recorded.
  var isWanted = false

  mutating func begin() { startTime = TransferClock.unixSeconds }

  mutating func beginTransaction(_ request: URLRequest) {
    guard isWanted else { return }
    transactions.append(Transaction(request: request))
  }

  /// The response comes from elsewhere than the network; it is to be told of by ``receive(_:)`` and
  /// ``endElsewhere(decodedCount:)``.
  mutating func beginElsewhere(_ request: URLRequest) {
    guard isWanted else { return }
    var report = TransferReport(startTime: TransferClock.unixSeconds)
    report.timings.requested = .zero
    report.timings.sent = .zero
    transactions.append(Transaction(request: request, report: report, source: .elsewhere))
    isElsewhere = true
  }

  mutating func receive(_ response: URLResponse) {
    let elapsed = elapsedElsewhere
    change { transaction in
      transaction.response = response
      if let elapsed { transaction.report?.timings.responded = elapsed }
    }
  }

  /// Ends what ``beginElsewhere(_:)`` has begun; does nothing if that has ended already.
  mutating func endElsewhere(decodedCount: Int64) {
    guard let elapsed = elapsedElsewhere else { return }
    isElsewhere = false
    change { transaction in
      transaction.decodedCount = decodedCount
      transaction.report?.total = elapsed
    }
  }

  /// `true` while the response comes from elsewhere than the network.
  private var isElsewhere = false

  private var elapsedElsewhere: Duration? {
    guard isElsewhere, let start = transactions.last?.report?.startTime else { return nil }
    return .seconds(max(0, TransferClock.unixSeconds - start))
  }

  mutating func end(_ result: Result<TransferReport, TransferError>, decodedCount: Int64) {
    change { transaction in
      transaction.decodedCount = decodedCount
      transaction.report =
        switch result {
        case .success(let report): report
        case .failure(let error): error.report
        }
    }
  }

  mutating func useCache(_ request: URLRequest, _ response: URLResponse) {
    guard isWanted else { return }
    transactions.append(Transaction(request: request, response: response, source: .cache))
  }

  private mutating func change(_ change: (inout Transaction) -> Void) {
    guard !transactions.isEmpty else { return }
    change(&transactions[transactions.count - 1])
  }
}
