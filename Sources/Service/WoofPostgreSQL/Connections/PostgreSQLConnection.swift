// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization
internal import WoofSystem

/// A connection in pipeline mode: batches are sent without waiting for the answers to those before them.
final class PostgreSQLConnection: PostgreSQLDriverMember {
  /// Whoever hears what becomes of the batches and the connection; called without any lock.
  struct Listener: Sendable {
    /// So many batches have ended.
    let ended: @Sendable (Int) -> Void
    /// The connection is gone; it is told again whenever something is to be sent over it all the same.
    let lost: @Sendable (PostgreSQLError) -> Void
  }

  /// The time for which a connection works on what nobody waits for any longer, before it is cut.
  private static let abandonedLimit: Int64 = 2_000_000_000

  private struct State {
    var pipeline: PostgreSQLPipeline?
    var pending = WaitingLine<PostgreSQLCall>()
    var calls = WaitingLine<PostgreSQLCall>()
    var number: UInt64 = 0
    var isWakeRequested = false
    var isWatchedForWriting = false
    var abandonedSince: Int64?
  }

  private let driver: PostgreSQLDriver
  private let descriptor: Int32
  private let listener: Listener
  private let state: Mutex<State>

  /// Takes over a session.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where the session cannot be watched.
  init(
    _ session: sending PostgreSQLSession, preparesStatements: Bool, on driver: PostgreSQLDriver, _ listener: Listener
  ) throws(SystemError) {
    self.driver = driver
    self.listener = listener
    descriptor = session.descriptor
    let pipeline = PostgreSQLPipeline(session, preparesStatements: preparesStatements)
    state = Mutex(State(pipeline: pipeline))
    let number = try driver.add(self, descriptor: descriptor)
    state.withLock { $0.number = number }
  }

  /// Sends a batch: at once on an idle connection, and else with others as soon as the driver's thread has its turn.
  func submit(_ call: PostgreSQLCall) {
    let (mustWake, news) = state.withLock { state -> (Bool, News) in
      state.pending.append(call)
      guard state.calls.isEmpty || state.pipeline == nil else {
        defer { state.isWakeRequested = true }
        return (!state.isWakeRequested, News())
      }
      var news = News()
      send(&state, &news)
      return (false, news)
    }
    if mustWake { driver.wake() }
    deliver(news)
  }

  /// Ends the connection; what was not answered fails.
  func close() {
    deliver(
      state.withLock { state in
        var news = News()
        lose(&state, .closed, &news)
        return news
      })
  }

  func isReady() {
    deliver(
      state.withLock { state in
        var news = News()
        guard state.pipeline != nil else { return news }
        state.isWakeRequested = false
        let isAlive = state.pipeline?.receive() ?? false
        let outcomes = state.pipeline?.takeOutcomes() ?? []
        news.outcomes = outcomes.compactMap { outcome in state.calls.popFirst().map { ($0, outcome) } }
        news.endedCount = outcomes.count
        if !outcomes.isEmpty { state.abandonedSince = nil }
        if isAlive { send(&state, &news) } else { lose(&state, nil, &news) }
        return news
      })
  }

  func timeIs(_ now: Int64) {
    let (late, news) = state.withLock { state -> ([PostgreSQLCall], News) in
      var news = News()
      let calls = state.calls.all
      let late = (calls + state.pending.all).filter { call in call.deadline.map { $0 <= now } ?? false }
      if let first = calls.first, first.isOver || late.contains(where: { $0 === first }) {
        let since = state.abandonedSince ?? now
        state.abandonedSince = since
        if now - since >= Self.abandonedLimit { lose(&state, .timedOut, &news) }
      } else {
        state.abandonedSince = nil
      }
      return (late, news)
    }
    for call in late { call.giveUp(PostgreSQLError.timedOut) }
    deliver(news)
  }

  /// The results of a turn, which are told when the lock has been let go.
  private struct News {
    var outcomes: [(PostgreSQLCall, PostgreSQLCall.Outcome)] = []
    var endedCount = 0
    var loss: PostgreSQLError?
  }

  private func deliver(_ news: News) {
    // First the pool, so that who has an answer finds the place free.
    if news.endedCount > 0 { listener.ended(news.endedCount) }
    for (call, outcome) in news.outcomes { call.finish(outcome) }
    if let loss = news.loss { listener.lost(loss) }
  }

  private func send(_ state: inout State, _ news: inout News) {
    guard state.pipeline != nil else { return lose(&state, nil, &news) }
    // libpq writes at each sync; what goes together is one run of packets.
    let isCorked = state.pending.count > 1
    if isCorked { cork(true) }
    defer { if isCorked { cork(false) } }
    while let call = state.pending.popFirst() {
      guard call.beginSending() else {
        news.endedCount += 1
        continue
      }
      state.calls.append(call)
      guard state.pipeline?.send(call.frame, call.effect) == true else { return lose(&state, nil, &news) }
    }
    guard let mustWait = state.pipeline?.flush() else { return lose(&state, nil, &news) }
    guard mustWait != state.isWatchedForWriting else { return }
    state.isWatchedForWriting = mustWait
    driver.watch(state.number, descriptor, forWriting: mustWait)
  }

  /// Keeps back packets that are not full, or lets them go (tcp(7)). Sockets of other kinds refuse it, and need it less.
  private func cork(_ isOn: Bool) {
    var value: Int32 = isOn ? 1 : 0
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private func lose(_ state: inout State, _ reason: PostgreSQLError?, _ news: inout News) {
    let notSent = PostgreSQLError(.connectionLost, "the connection was lost before anything was sent")
    if let pipeline = state.pipeline.take() {
      driver.remove(state.number)
      news.loss = reason ?? pipeline.failure
      // What was being sent when the connection broke has not gone out whole, and so has no outcome yet.
      for outcome in pipeline.outcomesOfLoss {
        if let call = state.calls.popFirst() { news.outcomes.append((call, outcome)) }
      }
    } else {
      // It may have been lost before whoever made it knew it by its number, and so did not listen.
      news.loss = notSent
    }
    for call in state.calls.removeAll() + state.pending.removeAll() { news.outcomes.append((call, .failure(notSent))) }
  }
}
