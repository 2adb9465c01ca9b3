// SPDX-License-Identifier: Apache-2.0

/// The times by which a peer has to send something or to take something. All times are in nanoseconds of the loop's
/// clock; `Int64.max` is never.
struct ConnectionDeadlines: Hashable {
  /// The deadlines that have passed.
  struct Passed: Hashable {
    /// The peer has sent nothing in time.
    var read = false
    /// The peer has taken nothing in time.
    var write = false
  }

  /// The longest pause of the peer in either direction; `nil` until the server shuts down.
  private(set) var stallLimit: Int64?
  /// `true` once the peer has taken none of the output for too long.
  private(set) var hasStalled = false
  private let writeStallTimeout: Int64
  private var read = Int64.max
  private var write = Int64.max

  /// Makes the deadlines of a peer that may take nothing for so long.
  init(writeStallTimeout: Int64) { self.writeStallTimeout = writeStallTimeout }

  /// The earliest of the deadlines.
  var next: Int64 { min(read, write) }

  /// Begins to wait for the peer to send, until `deadline`, or no longer than the stall limit.
  mutating func beginReading(by deadline: Int64, at now: Int64) {
    read = stallLimit.map { min(deadline, now.addingSaturated($0)) } ?? deadline
  }

  /// Ends the wait for the peer to send.
  mutating func endReading() { read = .max }

  /// Begins to wait for the peer to take something: the socket is full.
  mutating func becameFull(at now: Int64) {
    write = now.addingSaturated(min(writeStallTimeout, stallLimit ?? .max))
  }

  /// Ends the wait for the peer to take something.
  mutating func becameWritable() { write = .max }

  /// Shortens the waits that are under way to `stallLimit`, and all later ones.
  mutating func drain(stallLimit: Int64, isReading: Bool, isFull: Bool, at now: Int64) {
    self.stallLimit = stallLimit
    let end = now.addingSaturated(stallLimit)
    if isReading { read = min(read, end) }
    if isFull { write = min(write, end) }
  }

  /// Forgets both deadlines: the connection has been closed.
  mutating func clear() { (read, write) = (.max, .max) }

  /// Takes out the deadlines that have passed.
  mutating func takePassed(at now: Int64) -> Passed {
    var passed = Passed()
    if read <= now {
      read = .max
      passed.read = true
    }
    if write <= now {
      write = .max
      hasStalled = true
      passed.write = true
    }
    return passed
  }
}
