// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The sender of a password that is to be hashed.
struct HashOrigin: Sendable {
  /// The account whose name came with it; `nil` where no account can have that name.
  var account: AccountName?
  /// The network from which it came; `nil` for an operator, who has no limits.
  var network: ClientNetwork?
  /// `true` if the same credential was right within the last day, or comes from an operator.
  var isKnown: Bool

  /// An operator of the service.
  static let fromOperator = HashOrigin(account: nil, network: nil, isKnown: true)
}

/// The reason why a password was not hashed.
struct HashRefusal: Error, Hashable {
  /// The limit that was reached.
  var limit: SignInRefusal
  /// `true` if the refused sender has caused the load; `false` if everybody together has.
  var isOwnDoing: Bool
  /// The seconds to wait before another try.
  var retryAfter: Int
}

/// Decides which password is hashed next, and which is not hashed at all, as ``HashLimits`` say.
///
/// A pure value: all times are given, in nanoseconds of a clock that never goes back, and hashing is done by whoever is
/// told to start.
struct HashSchedule: Sendable {
  /// Names one hash.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  /// An action that the owner of the schedule has to carry out.
  enum Step: Hashable, Sendable {
    /// The hash begins; ``leave(_:at:)`` tells its end.
    case start(Ticket)
    /// The hash is not made.
    case refuse(Ticket, HashRefusal)
  }

  private struct Entry: Sendable {
    let ticket: Ticket
    let origin: HashOrigin
    let enteredAt: Int64
    var startedAt: Int64 = 0
  }

  /// Of so many turns in a row one is of those who are not known, where any wait.
  private static let turnsInARow = 4

  private let limits: HashLimits
  /// In the order in which they came.
  private var waiting: [Entry] = []
  private var running: [Ticket: Entry] = [:]
  private var knownTurns = FairTurns()
  private var otherTurns = FairTurns()
  private var knownInARow = 0
  private var lastNumber: UInt64 = 0
  /// The moving average of the duration of a hash, in nanoseconds; 200 milliseconds before the first.
  private var usualDuration: Int64 = 200_000_000
  private var counted = HashStatistics()

  init(_ limits: HashLimits) { self.limits = limits }

  /// The numbers of hashes that run or wait now, and the times that all started ones waited.
  var statistics: HashStatistics {
    var statistics = counted
    statistics.runningCount = running.count
    statistics.knownWaitingCount = waiting.count { $0.origin.isKnown }
    statistics.otherWaitingCount = waiting.count - statistics.knownWaitingCount
    return statistics
  }

  /// Takes a hash that somebody wants.
  ///
  /// - Returns: The ticket of the hash, and the steps to take now: the hash may be started, refused or neither, and
  ///   others that wait may have to give way.
  mutating func enter(_ origin: HashOrigin, at now: Int64) -> (Ticket, [Step]) {
    lastNumber += 1
    let entry = Entry(ticket: Ticket(number: lastNumber), origin: origin, enteredAt: now)
    var steps = refuseLate(at: now)
    do throws(HashRefusal) {
      steps += try makeRoom(for: entry)
      waiting.append(entry)
    } catch {
      steps.append(.refuse(entry.ticket, error))
    }
    return (entry.ticket, steps + startNext(at: now))
  }

  /// Ends a hash that was started.
  ///
  /// - Returns: The steps to take now.
  mutating func leave(_ ticket: Ticket, at now: Int64) -> [Step] {
    if let entry = running.removeValue(forKey: ticket) {
      usualDuration += (max(0, now - entry.startedAt) - usualDuration) / 8
    }
    return refuseLate(at: now) + startNext(at: now)
  }

  // MARK: Whose turn it is

  private mutating func startNext(at now: Int64) -> [Step] {
    var steps: [Step] = []
    while running.count < max(1, limits.concurrency), let index = nextIndex() {
      var entry = waiting.remove(at: index)
      if let network = entry.origin.network {
        if entry.origin.isKnown { knownTurns.take(network) } else { otherTurns.take(network) }
      }
      knownInARow = entry.origin.isKnown ? knownInARow + 1 : 0
      entry.startedAt = now
      running[entry.ticket] = entry
      counted.recordWait(now - entry.enteredAt)
      steps.append(.start(entry.ticket))
    }
    return steps
  }

  private func nextIndex() -> Int? {
    let isOthersTurn = knownInARow >= Self.turnsInARow - 1
    return nextIndex(known: !isOthersTurn, knownTurns, otherTurns)
      ?? nextIndex(known: isOthersTurn, knownTurns, otherTurns)
  }

  private func nextIndex(known isKnown: Bool, _ knownTurns: FairTurns, _ otherTurns: FairTurns) -> Int? {
    let turns = isKnown ? knownTurns : otherTurns
    var best: (index: Int, rank: FairTurns.Rank)?
    for (index, entry) in waiting.enumerated() where entry.origin.isKnown == isKnown {
      guard let network = entry.origin.network else { return index }
      let rank = turns.rank(of: network)
      if best.map({ rank < $0.rank }) ?? true { best = (index, rank) }
    }
    return best?.index
  }

  // MARK: Who gives way

  private mutating func makeRoom(for entry: Entry) throws(HashRefusal) -> [Step] {
    guard let network = entry.origin.network else { return [] }
    let unchanged = waiting
    var steps: [Step] = []
    for scope in Scope.all(of: entry.origin, network, limits) where count(in: scope) >= scope.limit {
      guard let (index, share) = victim(in: scope, for: entry, network) else {
        waiting = unchanged
        let hasOthers = waiting.contains { $0.origin.network?.wideBlock == network.wideBlock }
        throw HashRefusal(
          limit: scope.name, isOwnDoing: scope.name != .queue || hasOthers, retryAfter: retrySeconds)
      }
      let victim = waiting.remove(at: index)
      let refusal = HashRefusal(
        limit: scope.name, isOwnDoing: scope.name != .queue || share > 1, retryAfter: retrySeconds)
      steps.append(.refuse(victim.ticket, refusal))
    }
    return steps
  }

  private func count(in scope: Scope) -> Int {
    let waitingCount = waiting.count { scope.includes($0.origin) }
    return scope.name == .queue ? waitingCount : waitingCount + running.values.count { scope.includes($0.origin) }
  }

  /// Finds the waiting hash that gives way to an entry within a scope: the newest of the sender that has the most.
  ///
  /// The sender that gives way must have more hashes than the entry's sender would have. A known credential always
  /// displaces unknown ones.
  ///
  /// - Returns: The index of the hash in `waiting`, and how many its sender has; `nil` if none gives way.
  private func victim(in scope: Scope, for entry: Entry, _ network: ClientNetwork) -> (index: Int, share: Int)? {
    let share = scope.share
    let found = waiting.indices.filter { index in
      let origin = waiting[index].origin
      return origin.network != nil && scope.includes(origin) && (entry.origin.isKnown || !origin.isKnown)
    }
    let unknown = found.filter { !waiting[$0].origin.isKnown }
    let isPrivileged = entry.origin.isKnown && !unknown.isEmpty
    let candidates = isPrivileged ? unknown : found
    let counts = Dictionary(candidates.map { (share(waiting[$0].origin), 1) }, uniquingKeysWith: +)
    guard let most = counts.values.max() else { return nil }
    guard isPrivileged || most > counts[share(entry.origin), default: 0] + 1 else { return nil }
    return candidates.last { counts[share(waiting[$0].origin)] == most }.map { ($0, most) }
  }

  /// Refuses those that have waited for too long; whoever sent them is likely to have left.
  private mutating func refuseLate(at now: Int64) -> [Step] {
    let limit = limits.longestWait.boundedNanoseconds
    let late = waiting.filter { now - $0.enteredAt >= limit && $0.origin.network != nil }
    guard !late.isEmpty else { return [] }
    let counts = Dictionary(waiting.map { (Share(ofBlock: $0.origin), 1) }, uniquingKeysWith: +)
    let tickets = Set(late.map(\.ticket))
    waiting.removeAll { tickets.contains($0.ticket) }
    return late.map { entry in
      let refusal = HashRefusal(
        limit: .wait, isOwnDoing: counts[Share(ofBlock: entry.origin), default: 0] > 1, retryAfter: retrySeconds)
      return .refuse(entry.ticket, refusal)
    }
  }

  /// The estimated time until all hashes that run or wait now are done, in seconds, from 1 to 60.
  private var retrySeconds: Int {
    let count = Int64(waiting.count + running.count + 1)
    let nanoseconds = count * usualDuration / Int64(max(1, limits.concurrency))
    return Int(min(60, max(1, (nanoseconds + 999_999_999) / 1_000_000_000)))
  }
}

/// A holder of a part of a limit.
private enum Share: Hashable {
  case network(ClientNetwork)
  case block(ClientNetwork.AddressBlock)
  case ofOperators

  init(ofNetwork origin: HashOrigin) { self = origin.network.map { .network($0) } ?? .ofOperators }
  init(ofBlock origin: HashOrigin) { self = origin.network.map { .block($0.block) } ?? .ofOperators }
  init(ofWideBlock origin: HashOrigin) { self = origin.network.map { .block($0.wideBlock) } ?? .ofOperators }
}

/// The hashes to which a limit applies, and the way in which the limit is shared out.
private struct Scope {
  let name: SignInRefusal
  let limit: Int
  let includes: (HashOrigin) -> Bool
  /// Among whom the limit is shared.
  let share: (HashOrigin) -> Share

  static func all(of origin: HashOrigin, _ network: ClientNetwork, _ limits: HashLimits) -> [Scope] {
    let (block, wideBlock) = (network.block, network.wideBlock)
    var scopes = [
      Scope(
        name: .network, limit: limits.perNetwork, includes: { $0.network?.block == block },
        share: Share.init(ofNetwork:)),
      Scope(
        name: .wideNetwork, limit: limits.perWideNetwork, includes: { $0.network?.wideBlock == wideBlock },
        share: Share.init(ofBlock:)),
      Scope(
        name: .queue, limit: limits.waiting, includes: { $0.network != nil }, share: Share.init(ofWideBlock:)),
    ]
    if let account = origin.account {
      scopes.insert(
        Scope(
          name: .account, limit: limits.perAccount, includes: { $0.account == account },
          share: Share.init(ofBlock:)),
        at: 0)
    }
    return scopes
  }
}
