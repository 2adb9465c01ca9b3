internal import WoofConfiguration
internal import WoofCore
internal import WoofCryptography

/// How passwords are checked.
struct SignInSettings: ConfigurationSection {
  let configuration: Authenticator.Configuration
  let hashThreadCount: Int

  init(from reader: inout ConfigurationReader) {
    var configuration = Authenticator.Configuration()
    configuration.passwordCost.logarithmOfN = reader.value(
      "scryptLogN", .integer(in: 14...20), default: configuration.passwordCost.logarithmOfN,
      "The cost of a password's hash, as the base-two logarithm of scrypt's N.")
    hashThreadCount = reader.value(
      "hashThreads", .integer(in: 1...64), default: 1,
      "How many passwords are hashed at once; each takes some 32 MiB at the standard cost.")
    configuration.rememberedIdleLimit = reader.value(
      "rememberIdle", .anyDuration, default: configuration.rememberedIdleLimit,
      "How long a verified credential is remembered that does not come again.")
    configuration.rememberedLifetime = reader.value(
      "rememberLifetime", .anyDuration, default: configuration.rememberedLifetime,
      "How long a verified credential is remembered at most.")
    configuration.rememberedCapacity = reader.value(
      "rememberCount", .integer(in: 1...10_000_000), default: configuration.rememberedCapacity,
      "How many verified credentials are remembered.")
    configuration.limits = reader.section("failures", "How failed sign-ins are slowed and limited.") {
      SignInLimits(from: &$0)
    }
    self.configuration = configuration
  }
}

extension SignInLimits {
  init(from reader: inout ConfigurationReader) {
    self.init()
    pairAllowance = reader.value(
      "perAccountAndAddress", .integer(in: 1...1_000_000), default: pairAllowance,
      "How many failures of one account from one address cost nothing.")
    pairForgetting = reader.value(
      "accountForgetting", .anyDuration, default: pairForgetting,
      "How long until one failure of an account and an address is forgotten.")
    networkAllowance = reader.value(
      "perAddress", .integer(in: 1...1_000_000), default: networkAllowance,
      "How many failures from one address, for any accounts, cost nothing.")
    networkForgetting = reader.value(
      "addressForgetting", .anyDuration, default: networkForgetting,
      "How long until one failure of an address is forgotten.")
    firstDelay = reader.value(
      "firstDelay", .anyDuration, default: firstDelay, "How long a try has to wait when an allowance is used up.")
    longestDelay = reader.value(
      "longestDelay", .anyDuration, default: longestDelay, "How long a try has to wait at most.")
  }
}
