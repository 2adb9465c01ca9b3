// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Refuses requests of clients that send more than they may.
///
/// Every request counts for its address, and one that is signed in for its account as well.
final class RequestLimiter: MetricSource {
  /// The buckets that one loop finds without a lock, by address and by account.
  private struct Known {
    var addresses = TwoGenerationCache<String, SharedBucket>(costLimit: 4_096)
    var accounts = TwoGenerationCache<AccountID, SharedBucket>(costLimit: 4_096)
  }

  private let rates: RequestRates
  private let known: LoopLocal<Known>
  private let addresses = BucketRegistry()
  private let accounts = BucketRegistry()
  private let addressRefusals = Atomic(0)
  private let accountRefusals = Atomic(0)

  init(_ rates: RequestRates, group: EventLoopGroup) {
    self.rates = rates
    known = LoopLocal(group) { _ in Known() }
  }

  /// The response to a request whose address has sent too many; `nil` for every other request.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    guard rates.ofAddress.perSecond > 0, counts(request) else { return nil }
    let address = request.client.address
    let bucket = known.withValue { known in
      if let bucket = known.addresses.value(for: address, cost: { _ in 1 }) { return bucket }
      let bucket = addresses.bucket(of: IPAddress(address)?.countingKey ?? Self.noAddress)
      known.addresses.insert(bucket, for: address, cost: 1)
      return bucket
    }
    guard let wait = bucket.take(at: request.receivedAt, rates.ofAddress) else { return nil }
    addressRefusals.add(1, ordering: .relaxed)
    return ProblemDocument.response(to: Self.error(.address, rates.ofAddress, wait))
  }

  /// Counts a request of an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests`.
  func admit(_ principal: Principal, _ request: HTTPRequest) throws(WoofError) {
    guard rates.ofAccount.perSecond > 0, counts(request) else { return }
    let bucket = known.withValue { known in
      if let bucket = known.accounts.value(for: principal.id, cost: { _ in 1 }) { return bucket }
      let bucket = accounts.bucket(of: UInt64(bitPattern: principal.id.rawValue))
      known.accounts.insert(bucket, for: principal.id, cost: 1)
      return bucket
    }
    guard let wait = bucket.take(at: request.receivedAt, rates.ofAccount) else { return }
    accountRefusals.add(1, ordering: .relaxed)
    throw Self.error(.account, rates.ofAccount, wait)
  }

  func write(to text: inout MetricsText) {
    text.begin(
      "woof_requests_limited_total", .counter, "Requests refused because their client sent too many, by limit.")
    let counts = [
      (RequestRateLimit.account, accountRefusals.load(ordering: .relaxed)),
      (.address, addressRefusals.load(ordering: .relaxed)),
    ]
    for (limit, count) in counts {
      text.sample("woof_requests_limited_total", ["limit": limit.rawValue], count)
    }
  }

  private func counts(_ request: HTTPRequest) -> Bool {
    rates.countsLocalRequests || !Self.isLocal(request.client.address)
  }

  /// The key of clients that come from no address, as over a Unix socket.
  private static let noAddress = UInt64.max

  private static func isLocal(_ address: String) -> Bool {
    address.hasPrefix("127.") || address == "::1" || address == "unix" || address.hasPrefix("::ffff:127.")
  }

  private static func error(_ limit: RequestRateLimit, _ rate: RequestRate, _ wait: Int64) -> WoofError {
    let whose = limit == .account ? "This account" : "This address"
    return WoofError(
      .tooManyRequests, "\(whose) sends more than \(rate.perSecond) requests a second; try again later.",
      details: ["limitName": .string(limit.rawValue), "limit": .integer(Int64(rate.perSecond))],
      retryAfter: Int((wait + 999_999_999) / 1_000_000_000))
  }
}
