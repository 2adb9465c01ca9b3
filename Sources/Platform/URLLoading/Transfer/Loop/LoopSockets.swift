// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLinux
import Glibc

/// The sockets that libcurl wants to be told about, in an epoll. Confined to the loop's thread.
///
/// A connection that falls idle stays registered until something comes from it, so that the next request over it costs
/// no system call here.
struct LoopSockets: ~Copyable {
  private struct Socket {
    var owner: MultiHandle?
    /// The events libcurl asks for.
    var wanted: UInt32 = 0
    /// The events the kernel watches for.
    var registered: UInt32 = 0
    /// Tells this socket from those that had the same descriptor before.
    var number: UInt32 = 0
    /// `true` if the pool has opened the socket, and so is told before it is closed.
    var isOwn = false
    var lastActivity: Int64 = 0
  }

  private static let batchSize = 256
  private let epoll: Int32
  private let events: UnsafeMutablePointer<epoll_event>  // owned, freed in deinit
  private var sockets: [Socket] = []

  /// Watches a descriptor whose events are told as `nil` besides.
  init(waking wakeUp: Int32) {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(epoll >= 0, "No descriptor is left to load URLs with.")
    events = .allocate(capacity: Self.batchSize)
    var event = epoll_event()
    event.events = EPOLLIN.rawValue | EPOLLET.rawValue
    event.data.u64 = UInt64.max
    epoll_ctl(epoll, EPOLL_CTL_ADD, wakeUp, &event)
  }

  deinit {
    events.deallocate()
    close(epoll)
  }

  // MARK: What libcurl says

  /// A socket has been opened by the pool.
  mutating func opened(_ descriptor: Int32) {
    let index = reserve(descriptor)
    sockets[index] = Socket(number: sockets[index].number &+ 1, isOwn: true)
  }

  /// A socket that the pool has opened is about to be closed.
  mutating func willClose(_ descriptor: Int32) {
    let index = reserve(descriptor)
    if sockets[index].registered != 0 { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil) }
    sockets[index] = Socket(number: sockets[index].number &+ 1)
  }

  /// libcurl wants to know when a socket can be read or written, or does not any more (`CURL_POLL_REMOVE`).
  mutating func watch(_ descriptor: Int32, what: Int32, owner: MultiHandle) {
    let index = reserve(descriptor)
    guard what != CURL_POLL_REMOVE else { return unwatch(descriptor) }
    var events: UInt32 = 0
    if what & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
    if what & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
    sockets[index].owner = owner
    sockets[index].wanted = events
    guard sockets[index].registered != events else { return }
    register(descriptor, events)
  }

  private mutating func unwatch(_ descriptor: Int32) {
    let index = Int(descriptor)
    sockets[index].wanted = 0
    sockets[index].owner = nil
    guard !sockets[index].isOwn || sockets[index].registered & EPOLLOUT.rawValue != 0 else { return }
    unregister(descriptor)
  }

  private mutating func register(_ descriptor: Int32, _ events: UInt32) {
    let index = Int(descriptor)
    var event = epoll_event()
    event.events = events
    event.data.u64 = UInt64(sockets[index].number) << 32 | UInt64(UInt32(bitPattern: descriptor))
    let isNew = sockets[index].registered == 0
    if epoll_ctl(epoll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event) != 0 {
      // The descriptor was closed and opened behind the loop's back, or was never forgotten.
      epoll_ctl(epoll, isNew ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event)
    }
    sockets[index].registered = events
  }

  private mutating func unregister(_ descriptor: Int32) {
    let index = Int(descriptor)
    if sockets[index].registered != 0 { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil) }
    sockets[index].registered = 0
    sockets[index].number &+= 1
  }

  private mutating func reserve(_ descriptor: Int32) -> Int {
    let index = Int(descriptor)
    while sockets.count <= index { sockets.append(Socket()) }
    return index
  }

  // MARK: What the kernel says

  /// Waits for events, at most so many milliseconds (-1: for ever), and gives their number. An interrupted wait gives 0;
  /// where waiting is impossible the process ends: somebody else has closed the loop's descriptor.
  func wait(milliseconds: Int32) -> Int {
    let count = epoll_wait(epoll, events, Int32(Self.batchSize), milliseconds)
    precondition(count >= 0 || errno == EINTR, "epoll_wait: \(String(cString: strerror(errno)))")
    return max(0, Int(count))
  }

  /// One event of the last wait: whose socket it is, and what it is ready for, in libcurl's terms; `nil` for one that
  /// nobody waits for.
  mutating func event(_ index: Int, at now: Int64) -> (owner: MultiHandle, descriptor: Int32, readiness: Int32)? {
    let event = events[index]
    guard event.data.u64 != UInt64.max else { return nil }
    let descriptor = Int32(bitPattern: UInt32(truncatingIfNeeded: event.data.u64))
    let socket = sockets[Int(descriptor)]
    guard socket.number == UInt32(truncatingIfNeeded: event.data.u64 >> 32) else { return nil }
    guard let owner = socket.owner, socket.wanted != 0 else {
      unregister(descriptor)
      return nil
    }
    sockets[Int(descriptor)].lastActivity = now
    var readiness: Int32 = 0
    if event.events & EPOLLIN.rawValue != 0 { readiness |= CURL_CSELECT_IN }
    if event.events & EPOLLOUT.rawValue != 0 { readiness |= CURL_CSELECT_OUT }
    if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness |= CURL_CSELECT_ERR }
    return (owner, descriptor, readiness)
  }

  /// Returns the time at which a socket last had an event, in nanoseconds; 0 for an unknown socket.
  func lastActivity(_ descriptor: Int32) -> Int64 {
    sockets.indices.contains(Int(descriptor)) ? sockets[Int(descriptor)].lastActivity : 0
  }

  /// Returns `true` if libcurl wants to know about a socket's events.
  func isWatched(_ descriptor: Int32) -> Bool {
    sockets.indices.contains(Int(descriptor)) && sockets[Int(descriptor)].wanted != 0
  }
}
