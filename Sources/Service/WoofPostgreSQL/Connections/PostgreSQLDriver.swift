// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Synchronization
internal import WoofSystem

/// The thread that receives for all connections of a pool, by epoll.
///
/// It is a thread of its own, and none of an HTTP server's loops: a query belongs to no loop, the records of one answer may be
/// hundreds of kilobytes to parse, and a node has a handful of connections, which one thread serves at more than a hundred
/// thousand statements a second. A call on an idle connection is sent by whoever makes it, without a change of thread; calls on
/// a busy one are sent together by this thread.
final class PostgreSQLDriver: Sendable {
  /// The part that the thread keeps, so that the thread ends with the driver.
  private final class Core: Sendable {
    let epoll: FileDescriptor
    let wakeUp: FileDescriptor
    let state = Mutex(State())

    init() throws(SystemError) {
      epoll = FileDescriptor(try SystemCall.check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
      wakeUp = try FileDescriptor.event()
      try control(EPOLL_CTL_ADD, wakeUp.number, EPOLLIN.rawValue, number: 0)
    }

    func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32, number: UInt64) throws(SystemError) {
      var event = epoll_event()
      event.events = events
      event.data.u64 = number
      _ = try SystemCall.check("epoll_ctl") { epoll_ctl(epoll.number, operation, descriptor, &event) }
    }
  }

  private struct State {
    var members: [UInt64: any PostgreSQLDriverMember] = [:]
    var memberCount: UInt64 = 0
    var isStopping = false
  }

  /// The precision of deadlines: an idle thread wakes ten times a second.
  private static let turnInMilliseconds: Int32 = 100
  private let core: Core

  /// Starts the thread.
  ///
  /// - Throws: ``WoofSystem/SystemError`` where the process or the system has no descriptor or thread left.
  init() throws(SystemError) {
    core = try Core()
    let core = core
    try SystemThread(named: "postgresql") { Self.run(core) }.detach()
  }

  deinit {
    core.state.withLock { $0.isStopping = true }
    core.wakeUp.signal()
  }

  /// Tells a member when its descriptor can be read, and the time ten times a second.
  ///
  /// - Parameter descriptor: The descriptor; `nil` for a member that is told the time only.
  /// - Returns: The number by which the member is known.
  func add(_ member: any PostgreSQLDriverMember, descriptor: Int32?) throws(SystemError) -> UInt64 {
    let number = core.state.withLock { state in
      state.memberCount += 1
      state.members[state.memberCount] = member
      return state.memberCount
    }
    if let descriptor {
      do {
        try core.control(EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, number: number)
      } catch {
        remove(number)
        throw error
      }
    }
    return number
  }

  /// Tells a member also when its descriptor can be written, or no longer.
  func watch(_ number: UInt64, _ descriptor: Int32, forWriting: Bool) {
    let events = EPOLLIN.rawValue | (forWriting ? EPOLLOUT.rawValue : 0)
    try? core.control(EPOLL_CTL_MOD, descriptor, events, number: number)
  }

  /// Forgets a member, whose descriptor is being closed.
  func remove(_ number: UInt64) { core.state.withLock { _ = $0.members.removeValue(forKey: number) } }

  /// Gives every member a turn soon.
  func wake() { core.wakeUp.signal() }

  private static func run(_ core: Core) {
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    var lastTurn: Int64 = 0
    while !core.state.withLock(\.isStopping) {
      let count = epoll_wait(core.epoll.number, &events, Int32(events.count), turnInMilliseconds)
      let isWoken = events.prefix(Int(max(count, 0))).contains { $0.data.u64 == 0 }
      if isWoken { core.wakeUp.clear() }
      for event in events.prefix(Int(max(count, 0))) where event.data.u64 != 0 {
        core.state.withLock { $0.members[event.data.u64] }?.isReady()
      }
      let now = KernelClock.monotonic.nanoseconds
      let isTurn = now - lastTurn >= Int64(turnInMilliseconds) * 1_000_000
      guard isWoken || isTurn else { continue }
      let members = core.state.withLock { $0.members.values.map { $0 } }
      if isTurn { lastTurn = now }
      for member in members {
        if isWoken { member.isReady() }
        if isTurn { member.timeIs(now) }
      }
    }
  }
}

/// The connections that the thread of a driver serves.
protocol PostgreSQLDriverMember: AnyObject, Sendable {
  /// There may be something to receive or to send.
  func isReady()

  /// The time of the monotonic clock, in nanoseconds.
  func timeIs(_ now: Int64)
}
