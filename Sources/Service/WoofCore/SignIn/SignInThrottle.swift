// SPDX-License-Identifier: Apache-2.0

/// An account name and the network from which somebody tries it.
struct SignInPair: Hashable, Sendable {
  /// The name; `nil` for any text that cannot be one.
  var name: AccountName?
  /// The network from which the name is tried.
  var network: ClientNetwork
}

/// An account, as tried from a part of the network: from a block in which it is known, or from all others.
struct AccountScope: Hashable, Sendable {
  /// The account's name.
  var name: AccountName
  /// The block; `nil` for all in which the account is not known.
  var block: ClientNetwork.AddressBlock?

  /// The scope in which a try is counted; `nil` where it is counted by its pair and its network alone: an address that
  /// has signed in to the account is held up by nobody elsewhere.
  init?(_ pair: SignInPair, standing: KnownClients.Standing) {
    guard let name = pair.name else { return nil }
    switch standing {
    case .known: return nil
    case .nearby(let block): self.init(name: name, block: block)
    case .unknown: self.init(name: name, block: nil)
    }
  }

  private init(name: AccountName, block: ClientNetwork.AddressBlock?) {
    self.name = name
    self.block = block
  }
}

/// An attempt to sign in, as failures are counted.
struct SignInTry: Sendable {
  /// The account and the network.
  var pair: SignInPair
  /// The scope in which failures of the account are counted across networks; `nil` if they are not.
  var scope: AccountScope?

  /// A sign-up, which counts with the tries of names that nobody can have from its address.
  static func signUp(from network: ClientNetwork) -> SignInTry {
    SignInTry(pair: SignInPair(name: nil, network: network), scope: nil)
  }

  /// The password of a link, which counts as one of an account that is known nowhere.
  ///
  /// - Parameter name: The link's id; an account of this name would share its failures, and nothing else, with the link.
  static func link(_ name: AccountName?, from network: ClientNetwork) -> SignInTry {
    let pair = SignInPair(name: name, network: network)
    return SignInTry(pair: pair, scope: AccountScope(pair, standing: .unknown))
  }
}

/// Slows and limits failed sign-ins, as ``SignInLimits`` says.
///
/// A try is asked about first, then started, then ended. A pure value: all times are given, in nanoseconds of a clock
/// that never goes back.
struct SignInThrottle: Sendable {
  /// The outcome of a try.
  enum Outcome: Sendable {
    /// The credential was right.
    case right
    /// The credential was wrong.
    case wrong
    /// Nobody could tell.
    case undecided
  }

  private var pairs: RecentlyUsed<SignInPair, FailureTally>
  private var networks: RecentlyUsed<ClientNetwork, FailureTally>
  private var accounts: RecentlyUsed<AccountScope, FailureTally>
  private var pairsMayBeHeldUntil: Int64 = .min
  private var rules: SignInRules

  /// Makes a throttle that has counted nothing.
  init(_ limits: SignInLimits) {
    pairs = RecentlyUsed(capacity: limits.capacity)
    networks = RecentlyUsed(capacity: limits.capacity)
    accounts = RecentlyUsed(capacity: limits.capacity)
    rules = SignInRules(limits)
  }

  /// Goes by other limits from now on; what was counted stays, and so does how many pairs and networks are remembered.
  mutating func setLimits(_ limits: SignInLimits) { rules = SignInRules(limits) }

  /// The nanoseconds that a try has to wait, and the limit that makes it; `nil` where it may start.
  func wait(for attempt: SignInTry, at now: Int64) -> (nanoseconds: Int64, limit: SignInRefusal)? {
    let pair = attempt.pair
    var longest: (nanoseconds: Int64, limit: SignInRefusal)?
    let waits = [
      (pairs[pair].flatMap { rules.pair.wait(after: $0, at: now) }, SignInRefusal.pairFailures),
      (networks[pair.network].flatMap { rules.network.wait(after: $0, at: now) }, .addressFailures),
      (attempt.scope.flatMap { accounts[$0] }.flatMap { rules.account.wait(after: $0, at: now) }, .accountFailures),
    ]
    for case (let wait?, let limit) in waits where longest.map({ wait > $0.nanoseconds }) ?? true {
      longest = (wait, limit)
    }
    return longest
  }

  /// Counts a try that had to wait and did not.
  mutating func refuse(_ pair: SignInPair, at now: Int64) {
    let level = Self.update(&pairs, pair) { tally in
      tally.refusals.add(at: now, forgettingEvery: rules.refusalForgetting, upTo: rules.refusalAllowance)
      return tally.refusals.level(at: now, forgettingEvery: rules.refusalForgetting)
    }
    if level >= rules.refusalAllowance { pairsMayBeHeldUntil = now + rules.refusalForgetting }
  }

  /// Returns `true` if some remembered credentials may have to wait; `false` means that none has to.
  func mayHoldRemembered(at now: Int64) -> Bool { now < pairsMayBeHeldUntil }

  /// Returns `true` if a remembered credential has to wait like any other.
  func holdsRemembered(_ pair: SignInPair, at now: Int64) -> Bool {
    guard mayHoldRemembered(at: now), let tally = pairs[pair] else { return false }
    return tally.refusals.level(at: now, forgettingEvery: rules.refusalForgetting) >= rules.refusalAllowance
  }

  /// Starts a try.
  mutating func start(_ attempt: SignInTry) {
    Self.update(&pairs, attempt.pair) { $0.running += 1 }
    Self.update(&networks, attempt.pair.network) { $0.running += 1 }
    if let scope = attempt.scope { Self.update(&accounts, scope) { $0.running += 1 } }
  }

  /// Ends a try that was started.
  mutating func end(_ attempt: SignInTry, _ outcome: Outcome, at now: Int64) {
    let pair = attempt.pair
    Self.update(&pairs, pair) { $0.running = max(0, $0.running - 1) }
    Self.update(&networks, pair.network) { $0.running = max(0, $0.running - 1) }
    if let scope = attempt.scope { Self.update(&accounts, scope) { $0.running = max(0, $0.running - 1) } }
    switch outcome {
    case .right:
      clear(pair)
    case .wrong:
      count(1, of: attempt, at: now)
    case .undecided:
      break
    }
  }

  /// Counts so many failures at once.
  mutating func count(_ failureCount: Int, of attempt: SignInTry, at now: Int64) {
    let (pair, rules) = (attempt.pair, rules)
    for _ in 0..<max(failureCount, 0) {
      Self.update(&pairs, pair) { rules.pair.count(in: &$0, at: now) }
      Self.update(&networks, pair.network) { rules.network.count(in: &$0, at: now) }
      if let scope = attempt.scope { Self.update(&accounts, scope) { rules.account.count(in: &$0, at: now) } }
    }
  }

  /// Returns `true` if failures of a pair are remembered.
  func hasFailures(_ pair: SignInPair, at now: Int64) -> Bool {
    pairs[pair].map { $0.failures.level(at: now, forgettingEvery: rules.pair.forgetting) > 0 } ?? false
  }

  /// Forgets the failures of a pair whose credential was right. Those of its account elsewhere stay: they are others'.
  mutating func clear(_ pair: SignInPair) {
    let running = pairs[pair]?.running ?? 0
    if running == 0 { pairs.remove(pair) } else { pairs.insert(FailureTally(running: running), for: pair) }
  }

  @discardableResult
  private static func update<Key: Hashable & Sendable, Result>(
    _ tallies: inout RecentlyUsed<Key, FailureTally>, _ key: Key, _ body: (inout FailureTally) -> Result
  ) -> Result {
    if let result = tallies.use(key, body) { return result }
    var tally = FailureTally()
    defer { tallies.insert(tally, for: key) }
    return body(&tally)
  }
}

/// The rules that follow from ``SignInLimits``, with all times in nanoseconds.
private struct SignInRules: Sendable {
  let pair: FailureRule
  let network: FailureRule
  let account: FailureRule
  let refusalAllowance: Int
  let refusalForgetting: Int64

  init(_ limits: SignInLimits) {
    pair = FailureRule(
      allowance: limits.pairAllowance, forgetting: limits.pairForgetting.boundedNanoseconds,
      firstDelay: limits.firstDelay.boundedNanoseconds, longestDelay: limits.longestDelay.boundedNanoseconds,
      countsRunningTries: true)
    // Many accounts may sign in at once behind one address.
    network = FailureRule(
      allowance: limits.networkAllowance, forgetting: limits.networkForgetting.boundedNanoseconds,
      firstDelay: limits.firstDelay.boundedNanoseconds, longestDelay: limits.longestDelay.boundedNanoseconds,
      countsRunningTries: false)
    account = FailureRule(
      allowance: limits.accountAllowance, forgetting: limits.accountForgetting.boundedNanoseconds,
      firstDelay: limits.firstDelay.boundedNanoseconds, longestDelay: limits.longestDelay.boundedNanoseconds,
      countsRunningTries: true)
    refusalAllowance = limits.refusalAllowance
    refusalForgetting = limits.refusalForgetting.boundedNanoseconds
  }
}
