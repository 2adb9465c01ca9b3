// SPDX-License-Identifier: Apache-2.0

/// The state of an authenticator between requests: verified credentials, failures, and the verifications that run.
struct SignInState: Sendable {
  /// A verification that runs.
  typealias Verification = Task<SignInVerdict, any Error>

  /// The next step for an attempt.
  enum Step: Sendable {
    /// The credential is right; it comes from a network from which it has not come before, or from one that is known.
    case accepted(Principal, isFromNewNetwork: Bool)
    /// It has to wait for so many nanoseconds.
    case refused(wait: Int64)
    /// It is being verified.
    case verified(by: Verification)
  }

  /// A credential under verification, with the generation of the credential store at that time.
  struct Subject: Hashable, Sendable {
    /// Stands for name and password.
    var fingerprint: CredentialFingerprint
    /// The generation of the store.
    var generation: UInt64
  }

  private struct Running: Sendable {
    var verification: Verification
    /// The tries that wait for the verification, by account and network.
    var tries: [SignInPair: SignInTry]
  }

  /// The facts that are known about a credential before it is verified.
  struct Expectation: Sendable {
    /// The principal whose password it is known to be, as long as that has not been replaced.
    var principal: Principal?
    /// `true` if the credential was right within the last day.
    var isKnown: Bool
  }

  var counts = SignInCounts()
  /// The accounts whose hashes are being renewed.
  var renewals: Set<AccountID> = []
  /// The failures of which other nodes are still to be told.
  var untold = UntoldFailures()
  private var memory: VerifiedCredentialMemory
  private var throttle: SignInThrottle
  private var known: KnownClients
  private var running: [Subject: Running] = [:]

  init(_ configuration: Authenticator.Configuration) {
    memory = VerifiedCredentialMemory(
      capacity: configuration.rememberedCapacity, idleLimit: configuration.rememberedIdleLimit.boundedNanoseconds,
      lifetime: configuration.rememberedLifetime.boundedNanoseconds)
    throttle = SignInThrottle(configuration.limits)
    known = KnownClients(
      capacity: configuration.knownCapacity, credentialLifetime: configuration.knownLifetime.boundedNanoseconds,
      placeLifetime: configuration.knownNetworkLifetime.boundedNanoseconds)
  }

  /// Goes by other limits of failures from now on.
  mutating func setLimits(_ limits: SignInLimits) { throttle.setLimits(limits) }

  /// The number of remembered credentials, including expired ones that have not been used again.
  var rememberedCount: Int { memory.count }

  /// Returns the account of a remembered credential; `nil` if it has to be verified or delayed.
  mutating func remembered(
    _ fingerprint: CredentialFingerprint, from network: ClientNetwork, generation: UInt64, at now: Int64
  ) -> Principal? {
    guard !throttle.mayHoldRemembered(at: now),
      let found = memory.find(fingerprint, from: network, generation: generation, at: now), found.isCurrent,
      found.isFromKnownNetwork
    else { return nil }
    counts.attempts += 1
    counts.remembered += 1
    return found.principal
  }

  /// Decides what happens to an attempt.
  ///
  /// - Parameter verify: Starts a verification.
  mutating func begin(
    _ attempt: SignInAttempt, generation: UInt64, at now: Int64, verify: (Expectation) -> Verification
  ) -> Step {
    counts.attempts += 1
    let subject = Subject(fingerprint: attempt.fingerprint, generation: generation)
    let pair = attempt.pair
    // The same guess from the same place is no further guess.
    if let running = running[subject], running.tries[pair] != nil { return .verified(by: running.verification) }
    let found = memory.find(attempt.fingerprint, from: attempt.network, generation: generation, at: now)
    let isFree = found?.isFromKnownNetwork == true && !throttle.holdsRemembered(pair, at: now)
    let oneTry = SignInTry(pair: pair, scope: AccountScope(pair, standing: known.standing(of: pair, at: now)))
    if !isFree, let wait = throttle.wait(for: oneTry, at: now) {
      throttle.refuse(pair, at: now)
      refuse(by: wait.limit)
      return .refused(wait: wait.nanoseconds)
    }
    if let found, found.isCurrent {
      counts.remembered += 1
      if !isFree { accept(attempt, at: now) }
      return .accepted(found.principal, isFromNewNetwork: !found.isFromKnownNetwork)
    }
    throttle.start(oneTry)
    let expectation = Expectation(
      principal: found?.principal, isKnown: found != nil || known.knows(attempt.fingerprint, at: now))
    var joined = running[subject] ?? Running(verification: verify(expectation), tries: [:])
    joined.tries[pair] = oneTry
    running[subject] = joined
    return .verified(by: joined.verification)
  }

  /// Begins a try of something else than the credential of an account.
  ///
  /// - Returns: The nanoseconds that it has to wait; `nil` where it has begun.
  mutating func begin(_ oneTry: SignInTry, at now: Int64) -> Int64? {
    if let wait = throttle.wait(for: oneTry, at: now) {
      throttle.refuse(oneTry.pair, at: now)
      refuse(by: wait.limit)
      return wait.nanoseconds
    }
    throttle.start(oneTry)
    return nil
  }

  /// Ends a try that was begun.
  mutating func end(_ oneTry: SignInTry, _ outcome: SignInThrottle.Outcome, at now: Int64) {
    switch outcome {
    case .right: noteSuccess(of: oneTry.pair, at: now)
    case .wrong: untold.noteFailure(of: oneTry.pair)
    case .undecided: break
    }
    throttle.end(oneTry, outcome, at: now)
  }

  /// Counts failures of another node.
  mutating func count(_ failures: SignInFailures, at now: Int64) {
    let pair = SignInPair(failures)
    let scope = AccountScope(pair, standing: known.standing(of: pair, at: now))
    throttle.count(min(failures.count, Self.foreignLimit), of: SignInTry(pair: pair, scope: scope), at: now)
    if failures.endedWell { throttle.clear(pair) }
  }

  /// The most failures that are counted at once: more make nothing slower.
  private static let foreignLimit = 1000

  /// Counts what was refused unchecked.
  mutating func refuse(by limit: SignInRefusal) { counts.refusals[limit, default: 0] += 1 }

  private mutating func accept(_ attempt: SignInAttempt, at now: Int64) {
    memory.add(attempt.network, to: attempt.fingerprint)
    known.remember(attempt.fingerprint, from: [attempt.pair], at: now)
    noteSuccess(of: attempt.pair, at: now)
    throttle.clear(attempt.pair)
  }

  /// Notes for other nodes that the failures of a pair are to be forgotten, where there are some.
  private mutating func noteSuccess(of pair: SignInPair, at now: Int64) {
    if throttle.hasFailures(pair, at: now) { untold.noteSuccess(of: pair) }
  }

  /// Ends a verification: gives what it found out, or that it failed.
  mutating func end(_ subject: Subject, _ result: Result<SignInVerdict, any Error>, at now: Int64) {
    let tries = running.removeValue(forKey: subject)?.tries ?? [:]
    let outcome: SignInThrottle.Outcome
    switch result {
    case .success(.right(let principal)):
      outcome = .right
      memory.remember(
        principal, as: subject.fingerprint, from: tries.keys.map(\.network), generation: subject.generation, at: now)
      known.remember(subject.fingerprint, from: tries.keys, at: now)
    case .success(.wrong):
      outcome = .wrong
      memory.forget(subject.fingerprint)
      known.forget(subject.fingerprint)
    case .failure:
      outcome = .undecided
    }
    for oneTry in tries.values { end(oneTry, outcome, at: now) }
  }
}
