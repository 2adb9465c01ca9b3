// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
internal import WoofModel

/// Finds out who brings a name and a password: the sign-in of HTTP Basic (RFC 7617).
///
/// Passwords are hashed by scrypt, on threads of their own. An unknown name, a disabled account and a wrong password take
/// the same time and get the same response, also while accounts have hashes of several costs; those of other costs than the
/// configured one are renewed when their password comes. What has been verified is remembered for a while under a fingerprint, so that
/// the next request costs microseconds; when the credential store changes, remembered credentials are checked against it
/// before they count again. Requests that bring the same credential at the same time wait for one hash. Failures are
/// slowed and limited as ``SignInLimits`` says; a try that comes too early is refused before anything is hashed, and
/// whether its password was right does not show. Only a credential that has already signed in from the same network is
/// let pass meanwhile. Who waits for a hash takes turns with others as ``HashLimits`` says, new passwords included.
///
/// Passwords count as sent, byte by byte: they are not normalised (RFC 7617 §2.1 leaves this open), as all clients of one
/// user tend to send the same form. Everything may be called from any thread.
package final class Authenticator: Sendable {
  let credentials: any CredentialStore
  let appPasswords: (any AppPasswordStore)?
  let time: any TimeSource
  let workers: WorkerPool
  let configuration: Configuration
  let hasher: PasswordHasher
  private let key: MessageAuthenticator
  private let decoys: PasswordDecoys
  private let state: Mutex<SignInState>
  private let report: @Sendable (FailedSignIn) -> Void
  private let welcome: @Sendable (NewSignIn) async -> Void

  /// Makes an authenticator that remembers nobody.
  ///
  /// - Parameters:
  ///   - credentials: Knows the accounts.
  ///   - appPasswords: Knows the passwords of apps, of the same accounts; `nil`, the default, where there are none.
  ///   - time: The clock.
  ///   - workers: Threads for hashes, and nothing else: as many as the configuration lets run at once.
  ///   - configuration: Costs and limits.
  ///   - decoyKey: A secret of the installation, which says for which unknown names a hash costs what; of this process
  ///     only by default.
  ///   - random: The source of the memory's key.
  ///   - report: Is told of every credential that was wrong.
  ///   - welcome: Is told of every sign-in that is not remembered from before, and waited for before it counts.
  package init(
    credentials: any CredentialStore, appPasswords: (any AppPasswordStore)? = nil, time: any TimeSource,
    workers: WorkerPool, configuration: Configuration = Configuration(), decoyKey: [UInt8]? = nil,
    random: some RandomSource = SystemRandomSource(),
    report: @escaping @Sendable (FailedSignIn) -> Void = { _ in },
    welcome: @escaping @Sendable (NewSignIn) async -> Void = { _ in }
  ) {
    self.credentials = credentials
    self.appPasswords = appPasswords
    self.time = time
    self.workers = workers
    self.configuration = configuration
    hasher = PasswordHasher(configuration.hashing, time: time)
    key = MessageAuthenticator(key: random.bytes(32))
    decoys = PasswordDecoys(
      for: credentials, time: time, standard: configuration.passwordCost,
      key: MessageAuthenticator(key: decoyKey ?? random.bytes(32)))
    state = Mutex(SignInState(configuration))
    self.report = report
    self.welcome = welcome
  }

  /// The counts of sign-in attempts and their outcomes so far.
  package var counts: SignInCounts { state.withLock(\.counts) }

  /// The numbers of passwords that are being hashed or wait for it, and the times that they waited.
  package var hashStatistics: HashStatistics { hasher.statistics }

  /// The number of remembered credentials, including expired ones that have not been used again.
  package var rememberedCount: Int { state.withLock(\.rememberedCount) }

  /// Returns the account whose credential has lately been verified from the same network. It takes about a microsecond,
  /// so it may be called on an event loop.
  ///
  /// - Parameter address: The client's address without a port.
  /// - Returns: `nil` where ``principal(name:password:address:)`` has to be asked.
  package func remembered(name: String, password: WipedBytes, address: String) -> Principal? {
    let fingerprint = CredentialFingerprint(name: name, password: password, under: key)
    let network = ClientNetwork(address)
    let generation = credentials.credentialGeneration
    let now = time.monotonicNanoseconds()
    let principal = state.withLock {
      $0.remembered(fingerprint, from: network, generation: generation, at: now)
    }
    guard let principal, !principal.hasExpired(at: time.now()) else { return nil }
    return principal
  }

  /// Slows and limits failures in another way from now on; those that were counted stay so.
  package func setLimits(_ limits: SignInLimits) { state.withLock { $0.setLimits(limits) } }

  /// Verifies a credential and returns its account.
  ///
  /// - Parameter address: The client's address without a port.
  /// - Throws: ``WoofModel/WoofError`` with the code `authentication-required` where the credential is wrong,
  ///   `too-many-requests` where there were too many failures or too many passwords of the account or the network wait to
  ///   be hashed, `unavailable` where too many of everybody do, and what the credential store throws.
  package func principal(name: String, password: WipedBytes, address: String) async throws -> Principal {
    let attempt = SignInAttempt(
      text: name, password: password,
      fingerprint: CredentialFingerprint(name: name, password: password, under: key), address: address,
      network: ClientNetwork(address))
    let generation = credentials.credentialGeneration
    let now = time.monotonicNanoseconds()
    let step = state.withLock { state in
      state.begin(attempt, generation: generation, at: now) { expectation in
        Task { try await self.verify(attempt, generation: generation, expectation) }
      }
    }
    switch step {
    case .accepted(let principal, _) where principal.hasExpired(at: time.now()): throw Self.wrongCredential
    case .accepted(let principal, let isFromNewNetwork):
      if isFromNewNetwork { await welcome(NewSignIn(principal: principal, address: address)) }
      return principal
    case .refused(let wait): throw Self.tooManyFailures(wait: wait)
    case .verified(let verification):
      switch try await refusing({ try await verification.value }) {
      case .right(let principal): return principal
      case .wrong(let account):
        state.withLock { $0.counts.failures += 1 }
        report(FailedSignIn(account: account, address: address))
        throw Self.wrongCredential
      }
    }
  }

  /// Verifies an attempt and notes what came of it. Runs in a task of its own: whoever asked first may leave, and others
  /// wait for the same response.
  private func verify(
    _ attempt: SignInAttempt, generation: UInt64, _ expectation: SignInState.Expectation
  ) async throws -> SignInVerdict {
    let result: Result<SignInVerdict, any Error>
    do {
      result = .success(try await check(attempt, expectation))
    } catch {
      result = .failure(error)
    }
    let subject = SignInState.Subject(fingerprint: attempt.fingerprint, generation: generation)
    state.withLock { $0.end(subject, result, at: time.monotonicNanoseconds()) }
    return try result.get()
  }

  private func check(
    _ attempt: SignInAttempt, _ expectation: SignInState.Expectation
  ) async throws -> SignInVerdict {
    if let verdict = try await checkAppPassword(of: attempt) {
      return await welcoming(verdict, rememberedAs: expectation.principal, attempt)
    }
    if let known = expectation.principal, let stored = try await credential(of: attempt.name),
      !stored.account.isDisabled, stored.account.id == known.id,
      stored.account.passwordVersion == known.passwordVersion
    {
      return .right(Principal(stored.account))
    }
    let origin = HashOrigin(account: attempt.name, network: attempt.network, isKnown: expectation.isKnown)
    let verdict: SignInVerdict = try await hasher.run(for: origin) {
      // Made for every name, so that this takes no time that tells them apart.
      let decoy = try await self.decoys.hash(for: attempt.text)
      let stored = try await self.credential(of: attempt.name)
      let matches = try await self.matches(stored?.passwordHash ?? decoy, attempt.password)
      guard let stored, matches, !stored.account.isDisabled else { return .wrong(stored?.account.name) }
      self.renewHash(of: stored, matching: attempt)
      return .right(Principal(stored.account))
    }
    return await welcoming(verdict, rememberedAs: nil, attempt)
  }

  /// Welcomes whoever signs in and was not remembered as just this principal.
  private func welcoming(
    _ verdict: SignInVerdict, rememberedAs known: Principal?, _ attempt: SignInAttempt
  ) async -> SignInVerdict {
    if case .right(let principal) = verdict, principal != known {
      await welcome(NewSignIn(principal: principal, address: attempt.address))
    }
    return verdict
  }

  /// The account that an attempt names, for what is reported of it; `nil` where there is none.
  func credentialAccount(of attempt: SignInAttempt) async throws -> AccountName? {
    try await credential(of: attempt.name)?.account.name
  }

  private func credential(of name: AccountName?) async throws -> StoredCredential? {
    guard let name else { return nil }
    return try await credentials.credential(of: name)
  }

  func matches(_ hash: PasswordHash, _ password: WipedBytes) async throws -> Bool {
    try await hashing { () throws(CryptographyError) in
      self.state.withLock { $0.counts.hashes += 1 }
      return try hash.matches(password)
    }
  }

  /// Begins a try of something else than the credential of an account, for which failures may let it wait.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests`.
  func begin(_ oneTry: SignInTry) throws {
    let now = time.monotonicNanoseconds()
    if let wait = state.withLock({ $0.begin(oneTry, at: now) }) { throw Self.tooManyFailures(wait: wait) }
  }

  /// Ends a try that was begun.
  func end(_ oneTry: SignInTry, _ outcome: SignInThrottle.Outcome) {
    let now = time.monotonicNanoseconds()
    state.withLock { $0.end(oneTry, outcome, at: now) }
  }

  /// Takes the failures of which other nodes have not been told; from now on there are some.
  func takeUntoldFailures() -> [SignInFailures] {
    state.withLock { state in
      state.untold.isShared = true
      return state.untold.take()
    }
  }

  /// Puts back failures of which other nodes could not be told.
  func putBackUntoldFailures(_ failures: [SignInFailures]) { state.withLock { $0.untold.putBack(failures) } }

  /// Counts failures of other nodes as if they had come now.
  func count(_ failures: [SignInFailures]) {
    let now = time.monotonicNanoseconds()
    state.withLock { state in for each in failures { state.count(each, at: now) } }
  }

  /// Begins a renewal of an account's hash; `false` where another is under way.
  func beginRenewal(of account: AccountID) -> Bool { state.withLock { $0.renewals.insert(account).inserted } }

  /// Ends a renewal, and counts it where the hash was replaced.
  func endRenewal(of account: AccountID, isRenewed: Bool) {
    state.withLock { state in
      state.renewals.remove(account)
      if isRenewed { state.counts.renewals += 1 }
    }
  }

  /// Runs what takes long and much memory on the threads for it.
  func hashing<Result: Sendable>(
    _ work: @escaping @Sendable () throws(CryptographyError) -> Result
  ) async throws -> Result {
    try await workers.run {
      do throws(CryptographyError) {
        return try work()
      } catch {
        throw WoofError(.unavailable, "Passwords cannot be hashed just now; try again.", retryAfter: 1, cause: error)
      }
    }
  }

  /// Counts refusals, and says for what clients take them.
  func refusing<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let refusal as HashRefusal {
      state.withLock { $0.refuse(by: refusal.limit) }
      throw WoofError(refusal)
    }
  }

  private static var wrongCredential: WoofError {
    WoofError(
      .authenticationRequired, "The name or the password is wrong.", details: ["reason": "wrong-credential"])
  }

  private static func tooManyFailures(wait: Int64) -> WoofError {
    let seconds = Int(max(1, (wait + 999_999_999) / 1_000_000_000))
    return WoofError(
      .tooManyRequests, "There were too many failed sign-ins; try again in \(seconds) s.", retryAfter: seconds)
  }
}

extension WoofError {
  fileprivate init(_ refusal: HashRefusal) {
    let whose =
      switch refusal.limit {
      case .account: "of this account "
      case .network, .wideNetwork: "from this network "
      default: refusal.isOwnDoing ? "from this network " : ""
      }
    self.init(
      refusal.isOwnDoing ? .tooManyRequests : .unavailable,
      "Too many passwords \(whose)wait to be checked; try again in \(refusal.retryAfter) s.",
      retryAfter: refusal.retryAfter)
  }
}

extension Authenticator {
  /// Costs and limits of sign-in.
  package struct Configuration: Hashable, Sendable {
    /// The cost of a new hash, and of one that is renewed when its password comes; ``PasswordHash/Cost/standard`` by default.
    package var passwordCost: PasswordHash.Cost
    /// The time for which a verified credential that does not come again is remembered. The default is 5 minutes.
    package var rememberedIdleLimit: Duration
    /// The longest time for which a verified credential is remembered. The default is 1 hour.
    package var rememberedLifetime: Duration
    /// The maximum number of verified credentials that are remembered. The default is 10,000.
    package var rememberedCapacity: Int
    /// The time for which a right credential goes before others when passwords wait for being hashed. The default is 1
    /// day.
    package var knownLifetime: Duration
    /// The time for which failures elsewhere do not hold up an address from which an account has signed in. The default
    /// is 30 days.
    package var knownNetworkLifetime: Duration
    /// The maximum number of such credentials, and of such addresses, that are known. The default is 100,000 of each.
    package var knownCapacity: Int
    /// The delays and limits for failed sign-ins.
    package var limits: SignInLimits
    /// The limits on passwords that are being hashed or wait for it.
    package var hashing: HashLimits

    /// Makes a configuration.
    package init(
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
