// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

extension Connection {
  /// The result of waiting for the header of a proxy.
  enum ProxyStart {
    case announced(ProxyHeader)
    /// The bytes are not a header. The value is the reason, as a sentence without its full stop.
    case malformed(String)
    /// Nothing came, or not all of it.
    case failed
  }

  /// Takes the header of a proxy from the start of the connection, and not one byte more: what follows may be encrypted.
  func receiveProxyHeader(by deadline: Int64) async -> ProxyStart {
    let block = pool.take(atLeast: ProxyHeader.byteLimit)
    defer { pool.give(block) }
    let room = UnsafeMutableRawBufferPointer(rebasing: block.prefix(ProxyHeader.byteLimit))
    while !isBroken {
      switch SystemCall.peek(descriptor, into: room) {
      case .count(0), .failed: return .failed
      case .wouldBlock: break
      case .count(let count):
        switch ProxyHeader.parse(UnsafeRawBufferPointer(rebasing: room.prefix(count))) {
        case .needsMore where peerHasFinished: return .failed
        case .needsMore: break
        case .malformed(let reason): return .malformed(reason)
        case .header(let header, let consumed):
          let taken = UnsafeMutableRawBufferPointer(rebasing: room.prefix(consumed))
          return SystemCall.receive(descriptor, into: taken) == .count(consumed) ? .announced(header) : .failed
        }
      }
      isReadable = false
      guard await waitUntilReadable(by: deadline) else { return .failed }
    }
    return .failed
  }
}
