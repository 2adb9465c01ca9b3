// SPDX-License-Identifier: Apache-2.0

/// The rates at which requests of one client are answered, by its account and by its address.
public struct RequestRates: Hashable, Sendable {
  /// The rate of one account, from wherever its requests come; 1,000 a second and 10,000 at once by default.
  public var ofAccount = RequestRate(perSecond: 1_000, burst: 10_000)
  /// The rate of one IPv4 address or one /64 network of IPv6, whoever signs in; 2,000 a second and 20,000 at once by
  /// default.
  public var ofAddress = RequestRate(perSecond: 2_000, burst: 20_000)
  /// `true` if requests from the machine itself count, too; `false` by default.
  public var countsLocalRequests = false

  /// Makes rates; each has the default that its property states.
  public init() {}
}

/// The rate that a client has reached.
enum RequestRateLimit: String, CaseIterable, Sendable {
  /// The rate of an account.
  case account = "requestsPerAccount"
  /// The rate of an address.
  case address = "requestsPerAddress"
}

/// A rate of requests, with so many at once.
public struct RequestRate: Hashable, Sendable {
  /// The number of requests a second that are answered in the long run; 0 for no limit.
  public var perSecond: Int
  /// The number of requests that are answered at once, after a rest; at least 1, even if this is less.
  public var burst: Int

  /// Makes a rate.
  public init(perSecond: Int, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}
