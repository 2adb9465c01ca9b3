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

/// The rates at which requests of one client are served, by its account and by its address.
package struct RequestRates: Hashable, Sendable {
  /// The rate of one account, from wherever its requests come; 1,000 a second and 10,000 at once by default.
  package var ofAccount = RequestRate(perSecond: 1_000, burst: 10_000)
  /// The rate of one IPv4 address or one /64 network of IPv6, whoever signs in; 2,000 a second and 20,000 at once by
  /// default.
  package var ofAddress = RequestRate(perSecond: 2_000, burst: 20_000)
  /// `true` if requests from the machine itself count, too; `false` by default.
  package var countsLocalRequests = false

  /// Makes rates; each has the default that its property states.
  package init() {}
}

/// The rate that a client has reached.
enum RequestRateLimit: String, CaseIterable, Sendable {
  /// The rate of an account.
  case account = "requestsPerAccount"
  /// The rate of an address.
  case address = "requestsPerAddress"
}

/// A rate of requests, with so many at once.
package struct RequestRate: Hashable, Sendable {
  /// The number of requests a second that are served in the long run; 0 for no limit.
  package var perSecond: Int
  /// The number of requests that are served at once, after a rest; at least 1, even if this is less.
  package var burst: Int

  /// Makes a rate.
  package init(perSecond: Int, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// A token bucket that several loops use, without a lock.
final class SharedBucket: Sendable {
  private let fullAt = Atomic<Int64>(0)

  /// Takes a token; as ``TokenBucket/take(at:_:)``.
  func take(at now: Int64, _ rate: RequestRate) -> Int64? {
    var known = fullAt.load(ordering: .relaxed)
    while true {
      var bucket = TokenBucket(fullAt: known)
      let wait = bucket.take(at: now, rate)
      guard bucket.fullAt != known else { return wait }
      let (isExchanged, found) = fullAt.weakCompareExchange(
        expected: known, desired: bucket.fullAt, ordering: .relaxed)
      if isExchanged { return wait }
      known = found
    }
  }
}

/// The buckets of clients that came lately: one for each, which all loops use.
///
/// A loop looks among those that it knows, and takes the lock only for a client that it has not met lately. Who has been
/// forgotten has a full bucket again.
final class BucketRegistry: Sendable {
  /// The cost limit of the cache of buckets, each of which costs 1.
  static let capacity = 65_536

  private let buckets = Mutex(TwoGenerationCache<UInt64, SharedBucket>(costLimit: capacity))

  /// The bucket of a client.
  func bucket(of client: UInt64) -> SharedBucket {
    buckets.withLock { buckets in
      if let bucket = buckets.value(for: client, cost: { _ in 1 }) { return bucket }
      let bucket = SharedBucket()
      buckets.insert(bucket, for: client, cost: 1)
      return bucket
    }
  }
}

/// A token bucket, kept as the moment at which it will be full again (the generic cell rate algorithm, ITU-T I.371).
///
/// A pure value of one number: whoever shares a bucket between threads exchanges the number.
struct TokenBucket: Hashable, Sendable {
  /// The time at which it is full, in nanoseconds; 0 for a bucket that nobody has used.
  var fullAt: Int64 = 0

  /// Takes a token.
  ///
  /// - Parameter now: The time in nanoseconds.
  /// - Returns: `nil` where there was one, or after how many nanoseconds there will be.
  mutating func take(at now: Int64, _ rate: RequestRate) -> Int64? {
    guard rate.perSecond > 0 else { return nil }
    let interval = max(1, 1_000_000_000 / Int64(rate.perSecond))
    let after = max(fullAt, now) + interval
    let wait = after - now - interval * Int64(max(1, rate.burst))
    guard wait <= 0 else { return wait }
    fullAt = after
    return nil
  }
}
