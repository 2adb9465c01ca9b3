// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

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

extension Connection {
  /// Lends the socket of a plain connection to another thread, where there may be something to receive. Until it is
  /// returned nothing is received here, and the descriptor stays open.
  func lendSocket(limit: Int) -> SocketLoan? {
    guard tls == nil, !isBroken, isReadable, limit > 0 else { return nil }
    isLent = true
    // Cleared before the other thread reads, so that what comes after its last look is told here.
    isReadable = false
    return SocketLoan(descriptor, block: pool.takeLarge(), limit: limit)
  }

  /// Takes back what was lent.
  func takeBack(_ loan: SocketLoan) {
    loan.returnBlock(to: pool)
    if !loan.isEmptied { isReadable = true }
    endLending()
  }
}
