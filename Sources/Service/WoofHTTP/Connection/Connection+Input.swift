// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofSystem

/// An outcome of a receive.
enum Received: Hashable {
  /// There are more bytes in the input.
  case some
  /// Nothing has come.
  case none
  /// Nothing will come any more.
  case ended
}

extension Connection {
  /// Receives into the input, which has room.
  func receive(forBody: Bool = false) -> Received {
    guard !isBroken else { return .ended }
    guard isReadable || tls?.hasInput == true else { return .none }
    let room = input.room(forBody: forBody)
    let transfer = tls.map { $0.decrypt(into: room) } ?? receiveRaw(into: room)
    switch transfer {
    case .count(0):
      return .ended
    case .count(let count):
      input.received(count)
      return .some
    case .wouldBlock:
      return .none
    case .failed:
      breakOff()
      return .ended
    }
  }

  /// Receives from the socket. A receive that does not fill the room has emptied the socket: until the next event there
  /// is nothing to be had, unless the end of the stream waits there, which was told with an event before.
  func receiveRaw(into room: UnsafeMutableRawBufferPointer) -> Transfer {
    guard isReadable else { return .wouldBlock }
    let transfer = SystemCall.receive(descriptor, into: room)
    switch transfer {
    case .count(let count):
      turn.spend(count)
      if count < room.count, count > 0, !peerHasFinished { isReadable = false }
    case .wouldBlock: isReadable = false
    case .failed: break
    }
    return transfer
  }

  /// Reads and drops what comes until the peer is done, `deadline` passes or `limit` bytes have been dropped: a socket
  /// closed with something unread would reset the connection, and the peer might never read its answer.
  func linger(until deadline: Int64, limit: Int) async {
    finishOutput()
    guard !isBroken else { return }
    shutdown(descriptor, Int32(SHUT_WR))
    var left = limit
    while left > 0, !isBroken {
      switch discard() {
      case .count(0), .failed: return
      case .count(let count):
        left -= count
        turn.spend(count)
        if turn.isOver { await endTurn() }
      case .wouldBlock:
        isReadable = false
        guard await waitUntilReadable(by: deadline) else { return }
      }
    }
  }

  private func discard() -> Transfer {
    let block = pool.takeLarge()
    defer { pool.give(block) }
    return SystemCall.receive(descriptor, into: block)
  }
}
