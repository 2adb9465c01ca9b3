// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofSystem

/// The shell around the rules of a pool. Connections refer to it and not to the pool, so that they end with the pool.
final class PostgreSQLPoolCore: PostgreSQLDriverMember {
  private struct State {
    var schedule: PoolSchedule<PostgreSQLCall>
    var connections: [Connection?]
    var connectionCount = 0
    var lastFailure: PostgreSQLError?
    var number: UInt64 = 0
    var isClosed = false
  }

  /// A connection, and the number that tells it from those that were in its slot before.
  private struct Connection {
    let number: Int
    let connection: PostgreSQLConnection
    var lastUse: Int64
  }

  let configuration: PostgreSQLPoolConfiguration
  let random: @Sendable () -> Double
  private let settings: PostgreSQLSettings
  private let driver: PostgreSQLDriver
  private let state: Mutex<State>

  init(
    _ settings: PostgreSQLSettings, _ configuration: PostgreSQLPoolConfiguration,
    _ random: @escaping @Sendable () -> Double
  ) throws(SystemError) {
    self.settings = settings
    self.configuration = configuration
    self.random = random
    driver = try PostgreSQLDriver()
    state = Mutex(
      State(
        schedule: PoolSchedule(
          size: configuration.size, depthLimit: configuration.depthLimit, waitingLimit: configuration.waitingLimit),
        connections: Array(repeating: nil, count: max(1, configuration.size))))
    let number = try driver.add(self, descriptor: nil)
    state.withLock { $0.number = number }
  }

  func submit(_ call: PostgreSQLCall, at now: Int64) {
    let actions = state.withLock { state -> [PoolSchedule<PostgreSQLCall>.Action]? in
      state.isClosed ? nil : state.schedule.arrive(call, at: now)
    }
    guard let actions else { return call.finish(.failure(PostgreSQLError.closed)) }
    perform(actions, at: now)
  }

  var statistics: PostgreSQLPoolStatistics {
    state.withLock { state in
      let loads = state.schedule.slots.map { if case .open(let load) = $0 { load } else { 0 } }
      return PostgreSQLPoolStatistics(
        connectionCount: state.connections.count { $0 != nil }, activeCount: loads.reduce(0, +),
        waitingCount: state.schedule.waiting.count, lastFailure: state.lastFailure)
    }
  }

  func close() {
    let (connections, calls, number) = state.withLock { state in
      state.isClosed = true
      return (state.connections.compactMap { $0?.connection }, state.schedule.removeWaiting(), state.number)
    }
    driver.remove(number)
    for connection in connections { connection.close() }
    for call in calls { call.finish(.failure(PostgreSQLError.closed)) }
  }

  private func perform(_ actions: [PoolSchedule<PostgreSQLCall>.Action], at now: Int64) {
    for action in actions {
      switch action {
      case .send(let call, let slot):
        let connection = state.withLock { state in
          state.connections[slot]?.lastUse = now
          return state.connections[slot]?.connection
        }
        if let connection {
          connection.submit(call)
        } else {
          call.finish(.failure(PostgreSQLError(.connectionLost, "the connection was lost before anything was sent")))
        }
      case .open(let slot): open(slot)
      case .refuse(let call):
        call.finish(.failure(PostgreSQLError(.overloaded, "too many calls wait for the database already")))
      }
    }
  }

  /// Makes a connection on a thread of its own: libpq blocks for names, keys and passwords.
  private func open(_ slot: Int) {
    let settings = settings
    do {
      try SystemThread(named: "postgresql-dial") { [weak self] in
        do {
          let session = try PostgreSQLSession(connectingBy: settings)
          try self?.take(session, slot)
        } catch {
          self?.failed(slot, error as? PostgreSQLError ?? PostgreSQLError(.unreachable, "\(error)"))
        }
      }.detach()
    } catch {
      failed(slot, PostgreSQLError(.unreachable, "the system has no thread left"))
    }
  }

  private func take(_ session: sending PostgreSQLSession, _ slot: Int) throws {
    let number = state.withLock { state in
      state.connectionCount += 1
      return state.connectionCount
    }
    let listener = PostgreSQLConnection.Listener(
      ended: { [weak self] count in self?.ended(count, slot, number) },
      lost: { [weak self] error in self?.lost(error, slot, number) })
    let connection = try PostgreSQLConnection(
      session, preparesStatements: configuration.preparesStatements, on: driver, listener)
    let now = KernelClock.monotonic.nanoseconds
    let actions = state.withLock { state -> [PoolSchedule<PostgreSQLCall>.Action]? in
      guard !state.isClosed else { return nil }
      state.connections[slot] = Connection(number: number, connection: connection, lastUse: now)
      state.lastFailure = nil
      return state.schedule.opened(slot: slot, at: now)
    }
    guard let actions else { return connection.close() }
    perform(actions, at: now)
  }

  private func failed(_ slot: Int, _ error: PostgreSQLError) {
    let retry = configuration.retry
    state.withLock { state in
      state.lastFailure = error
      state.schedule.failed(slot: slot, at: KernelClock.monotonic.nanoseconds) { count in
        retry.pause(number: count, random: random()).wholeNanoseconds
      }
    }
  }

  private func ended(_ count: Int, _ slot: Int, _ number: Int) {
    let now = KernelClock.monotonic.nanoseconds
    let actions = state.withLock { state in
      state.connections[slot]?.number == number ? state.schedule.ended(count, slot: slot, at: now) : []
    }
    perform(actions, at: now)
  }

  private func lost(_ error: PostgreSQLError, _ slot: Int, _ number: Int) {
    let now = KernelClock.monotonic.nanoseconds
    let actions = state.withLock { state -> [PoolSchedule<PostgreSQLCall>.Action] in
      guard state.connections[slot]?.number == number else { return [] }
      state.connections[slot] = nil
      guard !state.isClosed else { return [] }
      state.lastFailure = error
      return state.schedule.lost(slot: slot, at: now)
    }
    perform(actions, at: now)
  }

  func isReady() {}

  func timeIs(_ now: Int64) {
    let (late, failure, idle, actions) = state.withLock { state in
      let late = state.schedule.waiting.all.filter { call in call.deadline.map { $0 <= now } ?? false }
      let actions = state.schedule.timeIs(now) { call in call.isOver || late.contains { $0 === call } }
      return (late, state.lastFailure, connectionsToTry(&state, at: now), actions)
    }
    for call in late { call.giveUp(failure ?? .timedOut) }
    for connection in idle {
      // Where there is no answer in time, the connection is cut.
      let call = PostgreSQLCall(.reading(PostgreSQLStatement("SELECT 1")), deadline: now + 2_000_000_000)
      connection.submit(call)
    }
    perform(actions, at: now)
  }

  private func connectionsToTry(_ state: inout State, at now: Int64) -> [PostgreSQLConnection] {
    state.connections.indices.compactMap { index in
      guard let connection = state.connections[index],
        now - connection.lastUse >= configuration.idleLimit.wholeNanoseconds
      else { return nil }
      state.connections[index]?.lastUse = now
      return connection.connection
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, as far as they can be counted.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max / 2 : min(product, .max / 2) + attoseconds / 1_000_000_000
  }
}
