public import WoofCryptography

extension Authenticator {
  /// Costs and limits of sign-in.
  public struct Configuration: Hashable, Sendable {
    /// What a new hash costs, and one of a password that no account has. The default is ``PasswordHash/Cost/standard``.
    public var passwordCost: PasswordHash.Cost
    /// For how long a verified credential is remembered that does not come again. The default is 5 minutes.
    public var rememberedIdleLimit: Duration
    /// For how long a verified credential is remembered at most. The default is 1 hour.
    public var rememberedLifetime: Duration
    /// How many verified credentials are remembered at most. The default is 10,000.
    public var rememberedCapacity: Int
    /// How failures are slowed and limited.
    public var limits: SignInLimits

    /// Makes a configuration.
    public init(
      passwordCost: PasswordHash.Cost = .standard, rememberedIdleLimit: Duration = .seconds(300),
      rememberedLifetime: Duration = .seconds(3600), rememberedCapacity: Int = 10_000,
      limits: SignInLimits = SignInLimits()
    ) {
      self.passwordCost = passwordCost
      self.rememberedIdleLimit = rememberedIdleLimit
      self.rememberedLifetime = rememberedLifetime
      self.rememberedCapacity = rememberedCapacity
      self.limits = limits
    }
  }
}
