// SPDX-License-Identifier: Apache-2.0

/// Decides when a replica reads changes, follows the live stream and sends its edits. Events in, actions out: it does no I/O
/// and has no clock.
///
/// Nothing is sent before the service has taken a token or a name of the replica's own account, so that no edit is ever sent
/// as somebody else.
struct SyncEngine: Sendable {
  /// The time for which sync goes on.
  enum Mode: Hashable, Sendable {
    case stopped
    /// Until everything is in step, or nothing more can be done.
    case once
    /// Until it is stopped, following the live stream.
    case continuous
  }

  /// An event that the engine takes.
  enum Event: Sendable {
    case started(Mode)
    case stopped
    /// Edits have been made and are durable; others, which they replace, are gone.
    case edited([Outbox.Entry], replacing: [Int64])
    /// Edits with problems are to be sent again.
    case retried([Int64])
    /// The edits of a picture are those of the photo that it has become on the service.
    case uploadJoined(Int64, from: PhotoID, to: PhotoID)
    /// The app wants to be sure that nothing is missing.
    case refreshWanted
    case pulled(Pulled)
    case pullFailed(WoofError)
    /// The live stream begins; where it does not begin where the replica is, something may be missing.
    case connected(isComplete: Bool)
    /// A live change has been written.
    case changed
    case disconnected(WoofError)
    /// The outcome of an attempt, after what it changes is durable.
    case settled(Int64, Settled)
    /// There is a network, or none.
    case reachable(Bool)
    case signedIn
    case woken
    /// The replica's file cannot be written.
    case storeFailed(WoofError)
  }

  /// The result of one request of a pull.
  struct Pulled: Hashable, Sendable {
    var changeCount = 0
    /// The number of photos of the whole pull, where it is known.
    var expectedCount: Int?
    var hasMore: Bool
    /// `true` if the replica has what the service says that the account sees; `nil` where it did not say.
    var agrees: Bool?
  }

  /// The consequence of an outcome for the outbox.
  enum Settled: Sendable {
    /// Edits are gone; others have been made of them.
    case done(removed: [Int64], added: [Outbox.Entry] = [])
    /// The edit is sent again.
    case again(isCounted: Bool, after: Duration?)
    /// The edit has been merged with what somebody else did, and is sent again.
    case merged
    case problem
    case pause(Duration?, WoofError)
    case signedOut(WoofError)
    case unreachable(WoofError)
  }

  /// An action that the engine decides on.
  enum Action: Hashable, Sendable {
    /// Read the next page of changes.
    case pull
    /// Forget the token: the next page begins a snapshot, with which the replica is compared.
    case beginSnapshot
    case connect
    case disconnect
    case send(Int64)
    /// Tell the engine at that moment, in place of any moment asked for before.
    case wake(at: Duration)
    case report(Report)
    /// The one sync is over.
    case finish(SyncProblem?)
  }

  /// The state as apps see it.
  enum Report: Hashable, Sendable {
    case stopped, idle, offline
    case pulling(count: Int, of: Int?)
    case sending(count: Int)
    case waiting(until: Duration, because: SyncProblem)
    case signedOut(SyncProblem)
    case failed(SyncProblem)
  }

  private enum Feed: Hashable, Sendable {
    case idle, pulling, connecting, live
  }

  /// The most edits on their way at once.
  static let sendLimit = 4
  /// The failures in a row after which one sync gives up.
  private static let failuresOfOneSync = 4
  /// The longest pause for which one sync waits.
  private static let pauseOfOneSync = Duration.seconds(60)
  /// The time after which a live stream counts as one that worked.
  private static let steadyStream = Duration.seconds(30)
  /// The snapshots in a row that the service may make necessary before the replica steps back.
  private static let snapshotLimit = 3

  private(set) var outbox = Outbox()
  private(set) var mode = Mode.stopped
  /// `true` if the replica had what the service said that the account sees, and nothing has been missed since.
  private(set) var agrees = false
  /// `true` if the service has told what the account sees.
  private(set) var isCompared = false
  private let backoff = Backoff()
  /// The failed requests after which each further one waits the longest pause, however many edits wait.
  private var budget = RetryBudget(retries: 40)
  private var feed = Feed.idle
  private var needsPull = true
  private var needsSnapshot = false
  private var hasIdentity = false
  private(set) var isReachable = true
  private var signedOut: SyncProblem?
  private var failure: SyncProblem?
  private var pause: (until: Duration, because: SyncProblem)?
  private var failures = 0
  /// `true` after a failure, until something succeeds: one request at a time then.
  private var isProbing = false
  private var disagreements = 0
  private var snapshots = 0
  private var hasSent = false
  private var liveSince: Duration?
  private var pulled = (count: 0, of: Int?.none)
  private var lastReport = Report.stopped

  /// Makes an engine with the edits that were left from before.
  init(_ entries: [Outbox.Entry]) {
    for entry in entries.sorted(by: { $0.number < $1.number }) { outbox.add(entry) }
  }

  /// `true` if the live stream is up.
  var isLive: Bool { feed == .live }

  /// `true` if nothing is to be read or sent, and the replica has what the service has.
  var isInSync: Bool { agrees && !needsPull && feed != .pulling && outbox.isEmpty }
}

// MARK: Events

extension SyncEngine {
  /// Takes an event, and decides what is to be done.
  ///
  /// - Parameters:
  ///   - now: The time since some moment, which never goes back.
  ///   - random: Gives numbers from 0 to 1.
  mutating func handle(_ event: Event, at now: Duration, random: () -> Double) -> [Action] {
    var actions: [Action] = []
    switch event {
    case .started(let mode): start(mode)
    case .stopped: stop(&actions)
    case .edited(let entries, let replaced):
      for number in replaced { outbox.remove(number) }
      for entry in entries { outbox.add(entry) }
    case .retried(let numbers): for number in numbers { outbox.update(number) { Self.refresh(&$0) } }
    case .uploadJoined(let number, let provisional, let photo): outbox.retarget(provisional, to: photo, by: number)
    case .refreshWanted: refresh(&actions)
    case .pulled(let page): take(page, at: now, random: random)
    case .pullFailed(let error):
      feed = .idle
      feedFailed(error, at: now, random: random)
    case .connected(let isComplete): connected(isComplete, &actions, at: now)
    case .changed: succeeded()
    case .disconnected(let error): disconnected(error, at: now, random: random)
    case .settled(let number, let settled): settle(number, settled, at: now, random: random)
    case .reachable(let isReachable): networkChanged(isReachable, &actions)
    case .signedIn: (signedOut, pause) = (nil, nil)
    case .woken: break
    case .storeFailed(let error): failure = SyncProblem(error)
    }
    actions += plan(at: now)
    return actions
  }

  private mutating func start(_ mode: Mode) {
    (self.mode, failure, signedOut, pause) = (mode, nil, nil, nil)
    (failures, disagreements, snapshots, isProbing) = (0, 0, 0, false)
    needsPull = needsPull || feed == .idle
    hasSent = false
  }

  private mutating func stop(_ actions: inout [Action]) {
    mode = .stopped
    if feed == .live || feed == .connecting {
      feed = .idle
      actions.append(.disconnect)
    }
    needsPull = true
  }

  private static func refresh(_ entry: inout Outbox.Entry) {
    (entry.hasProblem, entry.attempts, entry.conflicts, entry.notBefore) = (false, 0, 0, nil)
  }

  private mutating func refresh(_ actions: inout [Action]) {
    needsPull = true
    if feed == .live || feed == .connecting {
      feed = .idle
      actions.append(.disconnect)
    }
  }

  private mutating func networkChanged(_ isReachable: Bool, _ actions: inout [Action]) {
    guard self.isReachable != isReachable else { return }
    self.isReachable = isReachable
    if isReachable {
      (pause, failures, isProbing) = (nil, 0, true)
    } else if feed == .live || feed == .connecting {
      feed = .idle
      needsPull = true
      actions.append(.disconnect)
    }
  }
}

// MARK: The feed

extension SyncEngine {
  private mutating func take(_ page: Pulled, at now: Duration, random: () -> Double) {
    succeeded()
    hasIdentity = true
    feed = .idle
    pulled = (pulled.count + page.changeCount, page.expectedCount ?? pulled.of)
    needsPull = page.hasMore
    guard !page.hasMore else { return }
    (pulled, snapshots) = ((0, nil), 0)
    guard let agrees = page.agrees else { return }
    self.agrees = agrees
    isCompared = true
    guard !agrees else {
      disagreements = 0
      return
    }
    // What was read of favourites may be newer than the rows for a moment, so once is no proof.
    disagreements += 1
    needsPull = disagreements <= 3
    needsSnapshot = disagreements == 2
    if needsPull { wait(backoff.pause(afterFailures: 1, random: random()), because: Self.disagreement, at: now) }
  }

  private static let disagreement = SyncProblem(
    name: "replica-differs", message: "The replica differs from the service, and is being compared with it.")

  private mutating func feedFailed(_ error: WoofError, at now: Duration, random: () -> Double) {
    needsPull = true
    switch error.code {
    case .changeTokenExpired, .changeTokenInvalid:
      needsSnapshot = true
      snapshots += 1
      agrees = false
      if snapshots > Self.snapshotLimit { failed(error, after: backoff.longest, at: now, random: random) }
    case .authenticationRequired, .signInCancelled, .insecureSignIn, .otherAccount: signOut(error)
    default:
      // A refusal will not change soon.
      let isRefusal = (400...499).contains(error.code.status) && !error.isWorthRetrying
      let asked = error.retryAfter.map { Duration.seconds($0) }
      failed(error, after: isRefusal ? backoff.longest : asked, at: now, random: random)
    }
  }

  private mutating func connected(_ isComplete: Bool, _ actions: inout [Action], at now: Duration) {
    guard feed == .connecting else { return }
    guard isComplete else {
      feed = .idle
      needsPull = true
      actions.append(.disconnect)
      return
    }
    feed = .live
    liveSince = now
    (isProbing, pause) = (false, nil)
  }

  private mutating func disconnected(_ error: WoofError, at now: Duration, random: () -> Double) {
    guard feed == .live || feed == .connecting else { return }
    if feed == .live, let liveSince, now - liveSince >= Self.steadyStream { failures = 0 }
    feed = .idle
    feedFailed(error, at: now, random: random)
  }
}

// MARK: The outbox

extension SyncEngine {
  private mutating func settle(_ number: Int64, _ settled: Settled, at now: Duration, random: () -> Double) {
    hasSent = true
    outbox.update(number) { $0.isInFlight = false }
    switch settled {
    case .done(let removed, let added):
      for number in removed { outbox.remove(number) }
      for entry in added { outbox.add(entry) }
      succeeded()
    case .again(let isCounted, let after): again(number, isCounted: isCounted, after: after, at: now, random: random)
    case .merged: merged(number, at: now, random: random)
    case .problem:
      outbox.update(number) { $0.hasProblem = true }
      succeeded()
    case .pause(let duration, let error): failed(error, after: duration, at: now, random: random)
    case .signedOut(let error): signOut(error)
    case .unreachable(let error): failed(error, after: nil, at: now, random: random)
    }
  }

  private mutating func again(
    _ number: Int64, isCounted: Bool, after: Duration?, at now: Duration, random: () -> Double
  ) {
    budget.take()
    outbox.update(number) { entry in
      if isCounted { entry.attempts += 1 }
      let pause = backoff.pause(afterFailures: max(entry.attempts, 1), random: random())
      entry.notBefore = now + max(after ?? .zero, budget.isSpent ? backoff.longest : pause)
    }
  }

  private mutating func merged(_ number: Int64, at now: Duration, random: () -> Double) {
    let conflicts = (outbox[number]?.conflicts ?? 0) + 1
    outbox.update(number) { $0.conflicts = conflicts }
    guard conflicts > Settlement.conflictLimit else { return succeeded() }
    again(number, isCounted: true, after: nil, at: now, random: random)
  }
}

// MARK: Failures

extension SyncEngine {
  private mutating func succeeded() {
    budget.succeed()
    (failures, isProbing, pause) = (0, false, nil)
  }

  private mutating func signOut(_ error: WoofError) {
    signedOut = SyncProblem(error)
    hasIdentity = false
    needsPull = true
  }

  /// Everything fails for now: nothing is asked before a pause, and one thing first after it.
  private mutating func failed(_ error: WoofError, after: Duration?, at now: Duration, random: () -> Double) {
    budget.take()
    isProbing = true
    // Requests that were on their way together fail together, and count once.
    if pause.map({ $0.until <= now }) ?? true { failures += 1 }
    let grown = budget.isSpent ? backoff.longest : backoff.pause(afterFailures: failures, random: random())
    wait(max(after ?? .zero, grown), because: SyncProblem(error), at: now)
  }

  private mutating func wait(_ duration: Duration, because problem: SyncProblem, at now: Duration) {
    let until = now + duration
    if let pause, pause.until >= until { return }
    pause = (until, problem)
  }
}

// MARK: The plan

extension SyncEngine {
  private mutating func plan(at now: Duration) -> [Action] {
    var actions: [Action] = []
    if signedOut != nil, feed == .live || feed == .connecting {
      feed = .idle
      actions.append(.disconnect)
    }
    if mode != .stopped, failure == nil { work(&actions, at: now) }
    finishIfDone(&actions, at: now)
    let report = report(at: now)
    if report != lastReport {
      lastReport = report
      actions.append(.report(report))
    }
    return actions
  }

  private mutating func work(_ actions: inout [Action], at now: Duration) {
    guard isReachable, signedOut == nil else { return }
    if let pause, pause.until > now {
      actions.append(.wake(at: pause.until))
      return
    }
    feed(&actions)
    guard hasIdentity else { return }
    let isFeedProbing = feed == .pulling || feed == .connecting
    let limit = isProbing ? (isFeedProbing ? 0 : 1) : Self.sendLimit
    for entry in outbox.take(upTo: limit, at: now) { actions.append(.send(entry.number)) }
    if let moment = outbox.nextMoment(after: now) { actions.append(.wake(at: moment)) }
  }

  private mutating func feed(_ actions: inout [Action]) {
    guard feed == .idle, !isProbing || outbox.inFlightCount == 0 else { return }
    if needsPull || !hasIdentity {
      if needsSnapshot {
        needsSnapshot = false
        actions.append(.beginSnapshot)
      }
      feed = .pulling
      actions.append(.pull)
    } else if mode == .continuous {
      feed = .connecting
      actions.append(.connect)
    }
  }

  private mutating func finishIfDone(_ actions: inout [Action], at now: Duration) {
    guard mode == .once, feed != .pulling, outbox.inFlightCount == 0 else { return }
    let obstacle = failure ?? signedOut ?? (isReachable ? nil : Self.noNetwork) ?? tooLong(at: now)
    if let obstacle { return finish(obstacle, &actions) }
    guard pause == nil, !needsPull, !outbox.hasReady(at: now), outbox.nextMoment(after: now) == nil else { return }
    guard hasSent else { return finish(nil, &actions) }
    // What the service made of the edits is read once more, and compared.
    hasSent = false
    needsPull = true
    work(&actions, at: now)
  }

  private mutating func finish(_ problem: SyncProblem?, _ actions: inout [Action]) {
    mode = .stopped
    actions.removeAll { if case .wake = $0 { true } else { false } }
    actions.append(.finish(problem))
  }

  private func tooLong(at now: Duration) -> SyncProblem? {
    guard let pause, pause.until > now else { return nil }
    return failures >= Self.failuresOfOneSync || pause.until - now > Self.pauseOfOneSync ? pause.because : nil
  }

  private static let noNetwork = SyncProblem(name: "offline", message: "There is no network: try again when there is.")

  private func report(at now: Duration) -> Report {
    if let failure { return .failed(failure) }
    if mode == .stopped { return .stopped }
    if let signedOut { return .signedOut(signedOut) }
    if !isReachable { return .offline }
    if let pause, pause.until > now { return .waiting(until: pause.until, because: pause.because) }
    if outbox.inFlightCount > 0 { return .sending(count: outbox.count - outbox.problemCount) }
    if feed == .pulling { return .pulling(count: pulled.count, of: pulled.of) }
    return .idle
  }
}
