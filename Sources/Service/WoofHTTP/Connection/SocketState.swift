// SPDX-License-Identifier: Apache-2.0

/// The state of a connection's socket, as far as events and calls have told of it. Events come edge-triggered: each is
/// told once, and what it told holds until a call finds otherwise.
struct SocketState: Hashable {
  /// `true` if a receive may bring bytes or the end of the stream.
  private(set) var isReadable = false
  /// `true` if the socket may have room.
  private(set) var isWritable = true
  /// `true` once the peer has ended its side of the stream and sends nothing more.
  private(set) var peerHasFinished = false
  /// `true` once nothing goes through any more in either direction.
  private(set) var isBroken = false

  /// The consequences of an event, in the order in which they are to be carried out.
  struct Changes: OptionSet {
    let rawValue: UInt8

    /// The peer has just ended its side.
    static let peerFinished = Changes(rawValue: 1)
    /// Nothing goes through any more; ``SocketState/breakOff()`` is to be called.
    static let broken = Changes(rawValue: 2)
    /// A socket that was full has room again; ``SocketState/becameWritable()`` is to be called.
    static let writable = Changes(rawValue: 4)
  }

  /// Takes in an event.
  mutating func take(_ readiness: Readiness) -> Changes {
    var changes: Changes = []
    let isEnd = !readiness.isDisjoint(with: [.peerFinished, .broken])
    if readiness.contains(.readable) || isEnd { isReadable = true }
    if isEnd, !peerHasFinished {
      peerHasFinished = true
      changes.insert(.peerFinished)
    }
    if readiness.contains(.broken) { changes.insert(.broken) }
    if readiness.contains(.writable), !isWritable { changes.insert(.writable) }
    return changes
  }

  /// Notes a receive into so much room. One that does not fill the room has emptied the socket: until the next event
  /// there is nothing to be had, unless the end of the stream waits there, which was told with an event before.
  mutating func received(_ count: Int, room: Int) {
    if count < room, count > 0, !peerHasFinished { isReadable = false }
  }

  /// Notes that a receive found nothing, or that another thread receives now.
  mutating func becameEmpty() { isReadable = false }

  /// Notes that there may be something to receive, though no event tells so.
  mutating func mayBeReadable() { isReadable = true }

  /// Notes that the socket is full.
  mutating func becameFull() { isWritable = false }

  /// Notes that the socket has room again.
  mutating func becameWritable() { isWritable = true }

  /// Notes that nothing goes through any more; returns `true` the first time.
  mutating func breakOff() -> Bool {
    defer { isBroken = true }
    return !isBroken
  }
}
