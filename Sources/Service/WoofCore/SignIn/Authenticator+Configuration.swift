// SPDX-License-Identifier: Apache-2.0

public import WoofCryptography

extension Authenticator {
  /// Costs and limits of sign-in.
  public struct Configuration: Hashable, Sendable {
    /// The cost of a new hash, and of one that is renewed when its password comes; ``PasswordHash/Cost/standard`` by default.
    public var passwordCost: PasswordHash.Cost
    /// The time for which a verified credential that does not come again is remembered. The default is 5 minutes.
    public var rememberedIdleLimit: Duration
    /// The longest time for which a verified credential is remembered. The default is 1 hour.
    public var rememberedLifetime: Duration
    /// The maximum number of verified credentials that are remembered. The default is 10,000.
    public var rememberedCapacity: Int
    /// The time for which a right credential goes before others when passwords wait for being hashed. The default is 1
    /// day.
    public var knownLifetime: Duration
    /// The time for which failures elsewhere do not hold up an address from which an account has signed in. The default
    /// is 30 days.
    public var knownNetworkLifetime: Duration
    /// The maximum number of such credentials, and of such addresses, that are known. The default is 100,000 of each.
    public var knownCapacity: Int
    /// The delays and limits for failed sign-ins.
    public var limits: SignInLimits
    /// The limits on passwords that are being hashed or wait for it.
    public var hashing: HashLimits

    /// Makes a configuration.
    public init(
      passwordCost: PasswordHash.Cost = .standard, rememberedIdleLimit: Duration = .seconds(300),
      rememberedLifetime: Duration = .seconds(3600), rememberedCapacity: Int = 10_000,
      knownLifetime: Duration = .seconds(86_400), knownNetworkLifetime: Duration = .seconds(2_592_000),
      knownCapacity: Int = 100_000, limits: SignInLimits = SignInLimits(), hashing: HashLimits = HashLimits()
    ) {
      self.passwordCost = passwordCost
      self.rememberedIdleLimit = rememberedIdleLimit
      self.rememberedLifetime = rememberedLifetime
      self.rememberedCapacity = rememberedCapacity
      self.knownLifetime = knownLifetime
      self.knownNetworkLifetime = knownNetworkLifetime
      self.knownCapacity = knownCapacity
      self.limits = limits
      self.hashing = hashing
    }
  }
}
