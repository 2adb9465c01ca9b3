import Foundation
import FoundationNetworking

/// What is measured of a load, exchange by exchange.
struct LoadMeasurements: Sendable {
  /// One exchange, or one answer of the cache.
  struct Transaction: Sendable {
    var request: URLRequest
    var response: URLResponse?
    var report: TransferReport?
    var isFromCache = false
    var decodedCount: Int64 = 0
  }

  /// In seconds since 1970 (UTC).
  private(set) var startTime = 0.0
  private(set) var transactions: [Transaction] = []
  /// Whether anybody may ask for them.
  var isWanted = false

  mutating func begin() { startTime = TransferClock.unixSeconds }

  mutating func beginTransaction(_ request: URLRequest) {
    guard isWanted else { return }
    transactions.append(Transaction(request: request))
  }

  mutating func receive(_ response: URLResponse) { change { $0.response = response } }

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
    transactions.append(Transaction(request: request, response: response, isFromCache: true))
  }

  private mutating func change(_ change: (inout Transaction) -> Void) {
    guard !transactions.isEmpty else { return }
    change(&transactions[transactions.count - 1])
  }
}
