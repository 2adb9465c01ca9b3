// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// An epoll and whom it tells. Confined to one loop.
///
/// The kernel gives back, with each event, the descriptor and the number of its registration: an event that was on its
/// way when the descriptor was closed, and perhaps opened again for something else, is dropped.
struct Poller: ~Copyable {
  private struct Registration {
    var observer: (any DescriptorObserver)?
    var number: UInt32 = 0
  }

  private static let batchSize = 256
  private let descriptor: Int32
  private let events: UnsafeMutablePointer<epoll_event>  // owned by the poller, freed in deinit
  private var registrations: [Registration] = []

  /// - Throws: where the process or the system has no descriptor left.
  init() throws(SystemError) {
    descriptor = try SystemCall.check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    events = .allocate(capacity: Self.batchSize)
  }

  deinit {
    events.deallocate()
    close(descriptor)
  }

  /// Tells `observer` about `interest` until the descriptor is forgotten.
  mutating func add(
    _ watched: Int32, _ interest: Readiness, observer: any DescriptorObserver
  ) throws(SystemError) {
    let index = Int(watched)
    while registrations.count <= index { registrations.append(Registration()) }
    registrations[index].number &+= 1
    registrations[index].observer = observer
    var event = epoll_event()
    event.events = interest.rawValue
    event.data.u64 = UInt64(registrations[index].number) << 32 | UInt64(UInt32(bitPattern: watched))
    do {
      _ = try SystemCall.check("epoll_ctl") { epoll_ctl(descriptor, EPOLL_CTL_ADD, watched, &event) }
    } catch {
      registrations[index].observer = nil
      throw error
    }
  }

  /// Forgets a descriptor that is about to be closed, which takes it out of the epoll; does nothing where it was never watched.
  mutating func forget(_ watched: Int32) {
    let index = Int(watched)
    guard registrations.indices.contains(index) else { return }
    registrations[index].observer = nil
    registrations[index].number &+= 1
  }

  /// Stops watching a descriptor that stays open.
  mutating func remove(_ watched: Int32) {
    forget(watched)
    epoll_ctl(descriptor, EPOLL_CTL_DEL, watched, nil)
  }

  /// Waits for events, at most so many milliseconds (-1: for ever), and gives their number. An interrupted wait gives 0;
  /// where waiting is impossible the process ends, as a loop that cannot wait would only turn and serve nobody.
  func wait(milliseconds: Int32) -> Int {
    let count = epoll_wait(descriptor, events, Int32(Self.batchSize), milliseconds)
    precondition(count >= 0 || errno == EINTR, "epoll_wait: \(String(cString: strerror(errno)))")
    return max(0, Int(count))
  }

  /// One event of the last wait: whom to tell what; `nil` for an event that has become stale.
  func event(_ index: Int) -> (observer: any DescriptorObserver, readiness: Readiness)? {
    let event = events[index]
    let registration = registrations[Int(UInt32(truncatingIfNeeded: event.data.u64))]
    guard registration.number == UInt32(truncatingIfNeeded: event.data.u64 >> 32), let observer = registration.observer
    else { return nil }
    return (observer, Readiness(rawValue: event.events))
  }
}

/// The state of a descriptor as epoll reports it, or the changes of it that a loop asks for.
struct Readiness: OptionSet {
  let rawValue: UInt32

  /// Bytes, or a connection to accept.
  static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Room for bytes.
  static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// The peer sends nothing more.
  static let peerFinished = Readiness(rawValue: EPOLLRDHUP.rawValue)
  /// Nothing goes through in either direction any more, or the connection failed.
  static let broken = Readiness(rawValue: EPOLLHUP.rawValue | EPOLLERR.rawValue)
  /// Only changes are told, not states.
  static let edgeTriggered = Readiness(rawValue: EPOLLET.rawValue)
  /// Not all of several loops that wait for the same descriptor are woken.
  static let exclusive = Readiness(rawValue: EPOLLEXCLUSIVE.rawValue)
}

/// Receives the readiness of a descriptor, on the loop's thread.
protocol DescriptorObserver: AnyObject {
  /// The descriptor is ready for something.
  func descriptorIsReady(_ readiness: Readiness)
}
