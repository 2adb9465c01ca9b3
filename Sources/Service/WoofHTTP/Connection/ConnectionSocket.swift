// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofSystem

/// The descriptor of one connection: who has it, and when it is closed. It closes the descriptor with itself.
struct ConnectionSocket: ~Copyable {
  /// The descriptor; -1 once it has been closed.
  private(set) var descriptor: Int32
  /// `true` while another thread receives from the socket.
  private var isLent = false
  /// The descriptor that is to be closed when it has been returned; -1 where there is none.
  private var abandoned: Int32 = -1

  /// Takes over an open descriptor.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
    if abandoned >= 0 { Glibc.close(abandoned) }
  }

  /// `true` until the socket is closed.
  var isOpen: Bool { descriptor >= 0 }

  /// Closes the socket; one that is lent is closed when it is returned, as what another thread reads from must not
  /// become another connection's meanwhile.
  mutating func close() {
    guard isOpen else { return }
    if isLent { abandoned = descriptor } else { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Has the peer see a reset when the socket is closed: what it has got is not all.
  func resetWhenClosed() {
    var option = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<Glibc.linger>.size))
  }

  /// Has the kernel take no more while it holds so many bytes that it has not sent.
  func limitUnsentBytes(to count: Int32) {
    var count = count
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends nothing more, and goes on receiving.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Lends the socket to another thread, which receives at most `limit` bytes by way of `block`.
  mutating func lend(_ block: UnsafeMutableRawBufferPointer, limit: Int) -> SocketLoan {
    isLent = true
    return SocketLoan(descriptor, block: block, limit: limit)
  }

  /// Takes the socket back, and closes it where that was put off.
  mutating func takeBack() {
    isLent = false
    guard abandoned >= 0 else { return }
    Glibc.close(abandoned)
    abandoned = -1
  }
}

/// A socket that its connection has lent to another thread, which takes from it what is there of a body: bytes that are
/// worked on where they are read stay in that core's cache, and no thread waits for another between two pieces.
final class SocketLoan: @unchecked Sendable {  // used by one thread, while the connection's task waits for it
  private let descriptor: Int32
  private let block: UnsafeMutableRawBufferPointer  // lent by the loop's pool until the loan is returned
  private let limit: Int

  /// The number of bytes that have been received.
  private(set) var count = 0
  /// `true` once a receive has found the socket empty.
  private(set) var isEmptied = false

  /// Lends a socket for at most `limit` bytes.
  init(_ descriptor: Int32, block: UnsafeMutableRawBufferPointer, limit: Int) {
    self.descriptor = descriptor
    self.block = block
    self.limit = limit
  }

  /// Hands what is there to `consume`, piece by piece, without waiting for more. The end of the stream, and an error, are
  /// left for the connection to see.
  func forEach(_ consume: (RawSpan) throws -> Void) throws {
    while count < limit {
      let room = UnsafeMutableRawBufferPointer(rebasing: block.prefix(limit - count))
      switch SystemCall.receive(descriptor, into: room) {
      case .count(0), .failed: return
      case .count(let received):
        count += received
        try consume(UnsafeRawBufferPointer(rebasing: room.prefix(received)).bytes)
      case .wouldBlock:
        isEmptied = true
        return
      }
    }
  }

  /// Gives the block back to the pool that lent it.
  func returnBlock(to pool: BlockPool) { pool.give(block) }
}
