/// The rates at which requests of one client are answered, by its account and by its address.
public struct RequestRates: Hashable, Sendable {
  /// Those of one account, from wherever they come; 1,000 a second and 10,000 at once by default.
  public var ofAccount = RequestRate(perSecond: 1_000, burst: 10_000)
  /// Those from one IPv4 address or one /64 network of IPv6, whoever signs in; 2,000 a second and 20,000 at once by default.
  public var ofAddress = RequestRate(perSecond: 2_000, burst: 20_000)
  /// `true` if requests from the machine itself count, too; `false` by default.
  public var countsLocalRequests = false

  /// Makes rates; each has the default that its property states.
  public init() {}
}

/// The rate that a client has reached.
enum RequestRateLimit: String, CaseIterable, Sendable {
  /// That of the account.
  case account = "requestsPerAccount"
  /// That of the address.
  case address = "requestsPerAddress"
}
