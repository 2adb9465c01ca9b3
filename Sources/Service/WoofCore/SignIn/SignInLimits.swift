// SPDX-License-Identifier: Apache-2.0

/// The delays and limits for failed sign-ins.
///
/// Failures are counted per pair of account and network, per network, where a network is one IPv4 address or the /64 of
/// an IPv6 address, and per account over all networks from which nobody has signed in to it lately. As long as a count
/// is below its allowance a failure costs nothing; from then on a try has to wait for some time after the last failure,
/// twice as long after each one more. One failure is forgotten every so often; a success forgets those of its pair.
package struct SignInLimits: Hashable, Sendable {
  /// The number of failures of one account from one network that cost nothing. The default is 5.
  package var pairAllowance: Int
  /// The time after which one failure of a pair is forgotten. The default is 10 minutes.
  package var pairForgetting: Duration
  /// The number of failures from one network, for any accounts, that cost nothing. The default is 50.
  package var networkAllowance: Int
  /// The time after which one failure of a network is forgotten. The default is 1 minute.
  package var networkForgetting: Duration
  /// The number of failures of one account that cost nothing, from all unknown networks together. The default is 20.
  ///
  /// A network is unknown if nobody has signed in to the account from its /24 or /56. Failures from each known /24 or
  /// /56 are counted separately.
  package var accountAllowance: Int
  /// The time after which one such failure of an account is forgotten. The default is 10 minutes.
  package var accountForgetting: Duration
  /// The delay of a try once an allowance is used up; it doubles with each further failure. The default is 1 second.
  package var firstDelay: Duration
  /// The maximum time for which a try has to wait. The default is 5 minutes.
  package var longestDelay: Duration
  /// The number of refused early tries of a pair after which a remembered credential has to wait as well; otherwise
  /// whoever shares a network with an account could guess without end. The default is 100.
  package var refusalAllowance: Int
  /// The time after which one refused try is forgotten. The default is 10 seconds.
  package var refusalForgetting: Duration
  /// The maximum number of pairs, of networks and of accounts that are counted. The default is 20,000 of each.
  ///
  /// Beyond it, the least recent are forgotten.
  package var capacity: Int

  /// Makes limits.
  package init(
    pairAllowance: Int = 5, pairForgetting: Duration = .seconds(600), networkAllowance: Int = 50,
    networkForgetting: Duration = .seconds(60), accountAllowance: Int = 20, accountForgetting: Duration = .seconds(600),
    firstDelay: Duration = .seconds(1),
    longestDelay: Duration = .seconds(300), refusalAllowance: Int = 100, refusalForgetting: Duration = .seconds(10),
    capacity: Int = 20_000
  ) {
    self.pairAllowance = pairAllowance
    self.pairForgetting = pairForgetting
    self.networkAllowance = networkAllowance
    self.networkForgetting = networkForgetting
    self.accountAllowance = accountAllowance
    self.accountForgetting = accountForgetting
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.refusalAllowance = refusalAllowance
    self.refusalForgetting = refusalForgetting
    self.capacity = capacity
  }
}
