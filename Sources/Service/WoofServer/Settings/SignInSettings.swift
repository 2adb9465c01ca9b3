// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofCore
internal import WoofCryptography

/// The settings for checking passwords: their cost, the time for which they are remembered, and the limits of failures.
struct SignInSettings: ConfigurationSection {
  let configuration: Authenticator.Configuration

  init(from reader: inout ConfigurationReader) {
    var configuration = Authenticator.Configuration()
    configuration.passwordCost.logarithmOfN = reader.value(
      "scryptLogN", .integer(in: 14...20), default: configuration.passwordCost.logarithmOfN,
      "The cost of a password's hash, as the base-two logarithm of scrypt's N; hashes of another cost are made anew when "
        + "their account signs in.")
    configuration.hashing.concurrency = reader.value(
      "hashThreads", .integer(in: 1...64), default: configuration.hashing.concurrency,
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
    configuration.knownLifetime = reader.value(
      "knownLifetime", .duration(in: .seconds(1)...(.seconds(365 * 86_400))), default: configuration.knownLifetime,
      "How long a right credential goes before others when passwords wait to be hashed.")
    configuration.knownNetworkLifetime = reader.value(
      "knownNetworkLifetime", .duration(in: .seconds(1)...(.seconds(365 * 86_400))),
      default: configuration.knownNetworkLifetime,
      "How long an address from which an account has signed in is not held up by failures elsewhere.")
    configuration.knownCapacity = reader.value(
      "knownCount", .integer(in: 1...10_000_000), default: configuration.knownCapacity,
      "How many right credentials, and how many such addresses, are known.")
    configuration.hashing = reader.section("hashing", "Who waits for a password to be hashed, and how long.") {
      [standard = configuration.hashing] in HashLimits(standard, from: &$0)
    }
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
    accountAllowance = reader.value(
      "perAccountElsewhere", .integer(in: 1...1_000_000), default: accountAllowance,
      "How many failures of one account, from all addresses together from which nobody has signed in to it, cost nothing."
    )
    accountForgetting = reader.value(
      "elsewhereForgetting", .anyDuration, default: accountForgetting,
      "How long until one failure of an account elsewhere is forgotten.")
    firstDelay = reader.value(
      "firstDelay", .anyDuration, default: firstDelay, "How long a try has to wait when an allowance is used up.")
    longestDelay = reader.value(
      "longestDelay", .anyDuration, default: longestDelay, "How long a try has to wait at most.")
  }
}

extension HashLimits {
  fileprivate init(_ standard: HashLimits, from reader: inout ConfigurationReader) {
    self = standard
    waiting = reader.value(
      "waiting", .integer(in: 1...10_000), default: waiting, "How many passwords wait to be hashed at most.")
    perAccount = reader.value(
      "perAccount", .integer(in: 1...10_000), default: perAccount,
      "How many passwords of one account wait or are being hashed at most.")
    perNetwork = reader.value(
      "perNetwork", .integer(in: 1...10_000), default: perNetwork,
      "How many passwords from one network, the /24 of IPv4 or the /56 of IPv6, wait or are being hashed at most.")
    perWideNetwork = reader.value(
      "perWideNetwork", .integer(in: 1...10_000), default: perWideNetwork,
      "How many passwords from one wide network, the /16 of IPv4 or the /32 of IPv6, wait or are being hashed at most.")
    longestWait = reader.value(
      "longestWait", .anyDuration, default: longestWait, "How long a password waits to be hashed at most.")
  }
}
