// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL
internal import Glibc
internal import Synchronization
internal import WoofSystem

/// Hears notifications of a channel (`LISTEN`) over a connection and a thread of its own, for whoever polls anyway and would
/// rather poll when there is something.
///
/// Notifications are hints: those of a lost connection are lost, and a pooler in transaction mode takes `LISTEN` and passes
/// nothing on. ``wait(atMost:)`` returns in any case.
package final class PostgreSQLListener: Sendable {
  fileprivate struct State {
    var hintCount = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var waiterCount = 0
    var isListening = false
    var isClosed = false
  }

  /// The part that the thread keeps.
  fileprivate final class Core: Sendable {
    let settings: PostgreSQLSettings
    let channel: String
    let retry: RetryPolicy
    let wakeUp: FileDescriptor
    let state = Mutex(State())

    init(_ settings: PostgreSQLSettings, _ channel: String, _ retry: RetryPolicy) throws(SystemError) {
      self.settings = settings
      self.channel = channel
      self.retry = retry
      wakeUp = try FileDescriptor.event()
    }
  }

  private let core: Core

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - settings: Of a direct connection, not through a pooler.
  ///   - channel: The name of the channel: lower-case letters and underscores.
  ///   - random: Gives numbers from 0 up to 1, for pauses.
  /// - Throws: ``PostgreSQLError`` with the code `unreachable` where the system has no descriptor or thread left.
  package init(
    _ settings: PostgreSQLSettings, channel: String, retry: RetryPolicy = RetryPolicy(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) throws(PostgreSQLError) {
    precondition(channel.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }, "a channel has a plain name")
    do {
      let core = try Core(settings, channel, retry)
      self.core = core
      try SystemThread(named: "postgresql-hint") { core.run(random) }.detach()
    } catch {
      throw PostgreSQLError(.unreachable, "the system has no thread or descriptor left: \(error)")
    }
  }

  deinit { close() }

  /// `true` while notifications can come.
  package var isListening: Bool { core.state.withLock(\.isListening) }

  /// Ends the connection and its thread.
  package func close() {
    core.state.withLock { $0.isClosed = true }
    core.wakeUp.signal()
    core.hint()
  }

  /// Waits until there is a notification that came after the last call returned, at most for so long.
  package func wait(atMost duration: Duration) async {
    let core = core
    let number = core.state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    let timer = Task {
      try? await Task.sleep(for: duration)
      core.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
    await withCheckedContinuation { continuation in
      let goesOn = core.state.withLock { state in
        guard state.hintCount == 0, !state.isClosed, !timer.isCancelled else { return true }
        state.waiters[number] = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
    core.state.withLock { $0.hintCount = 0 }
    timer.cancel()
  }
}

extension PostgreSQLListener.Core {
  fileprivate func hint() {
    let waiters = state.withLock { state in
      state.hintCount += 1
      defer { state.waiters = [:] }
      return state.waiters.values.map { $0 }
    }
    for waiter in waiters { waiter.resume() }
  }

  fileprivate func run(_ random: () -> Double) {
    var failureCount = 0
    while !state.withLock(\.isClosed) {
      do {
        let session = try PostgreSQLSession(connectingBy: settings, isPipelined: false)
        if PQsendQuery(session.handle, "LISTEN \(channel)") == 1 {
          failureCount = 0
          listen(on: session)
        }
      } catch {}
      state.withLock { $0.isListening = false }
      failureCount += 1
      pause(retry.pause(number: failureCount, random: random()))
    }
  }

  /// Passes notifications on until the connection breaks or the listener is closed.
  private func listen(on session: PostgreSQLSession) {
    while !state.withLock(\.isClosed) {
      guard PQflush(session.handle) >= 0, PQconsumeInput(session.handle) == 1 else { return }
      while PQisBusy(session.handle) == 0, let result = PQgetResult(session.handle) {
        let isHeard = PQresultStatus(result) == PGRES_COMMAND_OK
        PQclear(result)
        guard isHeard else { return }
        state.withLock { $0.isListening = true }
        // What was missed before is found by looking once.
        hint()
      }
      var isHinted = false
      while let notification = PQnotifies(session.handle) {
        PQfreemem(notification)
        isHinted = true
      }
      if isHinted { hint() }
      var descriptors = [session.descriptor, wakeUp.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&descriptors, 2, -1)
    }
  }

  private func pause(_ duration: Duration) {
    var descriptors = [pollfd(fd: wakeUp.number, events: Int16(POLLIN), revents: 0)]
    poll(&descriptors, 1, Int32(clamping: duration.wholeNanoseconds / 1_000_000))
  }
}
