// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofSystem

extension Connection {
  /// `true` if some of the output, plain or encrypted, has not reached the socket.
  var hasOutput: Bool { !output.isEmpty || tls?.hasOutput == true }

  /// Sends what is buffered as far as the socket takes it; returns `true` if nothing is left.
  @discardableResult
  func flush() -> Bool {
    _ = send(UnsafeRawBufferPointer(start: nil, count: 0))
    return !hasOutput
  }

  /// Sends what is buffered and then `bytes`, as far as the socket takes them; returns how many of `bytes` it took.
  func send(_ bytes: UnsafeRawBufferPointer, moreFollows: Bool = false) -> Int {
    guard isWritable, !isBroken else { return 0 }
    if let tls { return send(bytes, through: tls) }
    let buffered = output.bytes
    let wanted = buffered.count + bytes.count
    guard wanted > 0 else { return 0 }
    let sent = took(SystemCall.send(descriptor, buffered, bytes, moreFollows: moreFollows))
    if sent < wanted, !isBroken { becameFull() }
    let sentOfBuffered = min(sent, buffered.count)
    if sentOfBuffered > 0 { output.consume(sentOfBuffered) }
    return sent - sentOfBuffered
  }

  /// Sends what is buffered and then part of a file, as far as the socket takes them; returns how many bytes of the
  /// file it took. A file that ends early breaks the connection.
  func sendFile(_ file: Int32, offset: Int64, count: Int) -> Int {
    if let tls { return sendFile(file, offset: offset, count: count, through: tls) }
    if !output.isEmpty { _ = send(UnsafeRawBufferPointer(start: nil, count: 0), moreFollows: true) }
    guard isWritable, !isBroken, output.isEmpty else { return 0 }
    let transfer = SystemCall.sendFile(descriptor, from: file, offset: offset, count: count)
    if transfer == .count(0) { breakOff() }
    return took(transfer)
  }

  private func took(_ transfer: Transfer) -> Int {
    switch transfer {
    case .count(let count):
      turn.spend(count)
      return count
    case .wouldBlock: becameFull()
    case .failed: breakOff()
    }
    return 0
  }

  // MARK: Encrypted

  private func send(_ bytes: UnsafeRawBufferPointer, through tls: TLSSession) -> Int {
    var taken = 0
    repeat {
      if !output.isEmpty {
        tls.encrypt(output.bytes)
        output.consume(output.count)
      }
      let next = UnsafeRawBufferPointer(rebasing: bytes[taken...].prefix(TLSSession.batchSize))
      tls.encrypt(next)
      taken += next.count
      guard tls.hasOutput else { break }
      let sent = took(
        SystemCall.send(descriptor, tls.sealed.bytes, UnsafeRawBufferPointer(start: nil, count: 0), moreFollows: false))
      if sent < tls.sealed.count, !isBroken { becameFull() }
      tls.sealed.consume(sent)
    } while taken < bytes.count && isWritable && !isBroken
    return taken
  }

  private func sendFile(_ file: Int32, offset: Int64, count: Int, through tls: TLSSession) -> Int {
    guard isWritable, !isBroken else { return 0 }
    let block = pool.takeLarge()
    defer { pool.give(block) }
    let wanted = UnsafeMutableRawBufferPointer(rebasing: block.prefix(min(count, TLSSession.batchSize)))
    guard case .count(let read) = SystemCall.read(file, offset: offset, into: wanted), read > 0 else {
      breakOff()
      return 0
    }
    return send(UnsafeRawBufferPointer(rebasing: wanted.prefix(read)))
  }
}
