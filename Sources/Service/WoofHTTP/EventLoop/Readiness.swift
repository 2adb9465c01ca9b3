// SPDX-License-Identifier: Apache-2.0

import CLinux

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
