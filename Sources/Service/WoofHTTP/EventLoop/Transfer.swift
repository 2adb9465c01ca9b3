// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofSystem

/// An outcome of moving bytes over a descriptor that does not block.
enum Transfer: Hashable {
  /// So many bytes went through; none at the end of a stream.
  case count(Int)
  /// Nothing can go through at the moment.
  case wouldBlock
  /// The descriptor is of no more use; a value of `errno`.
  case failed(Int32)
}

/// Calls that move bytes: interrupted calls are made again, "would block" and failures are values.
extension SystemCall {
  /// Receives into `bytes`.
  static func receive(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Transfer {
    transfer { recv(descriptor, bytes.baseAddress, bytes.count, 0) }
  }

  /// Receives into `bytes` what stays there to be received again.
  static func peek(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Transfer {
    transfer { recv(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_PEEK)) }
  }

  /// Sends `first`, then `second`, in one call. With `moreFollows`, the kernel may hold a last part of a packet back.
  static func send(
    _ descriptor: Int32,
    _ first: UnsafeRawBufferPointer,  // lent for this call
    _ second: UnsafeRawBufferPointer,  // lent for this call
    moreFollows: Bool
  ) -> Transfer {
    let flags = Int32(MSG_NOSIGNAL) | (moreFollows ? Int32(MSG_MORE) : 0)
    if second.isEmpty { return transfer { Glibc.send(descriptor, first.baseAddress, first.count, flags) } }
    if first.isEmpty { return transfer { Glibc.send(descriptor, second.baseAddress, second.count, flags) } }
    var vectors = (
      iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
      iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
    )
    return withUnsafeMutableBytes(of: &vectors) { vectors in
      var message = msghdr()
      message.msg_iov = vectors.baseAddress?.assumingMemoryBound(to: iovec.self)
      message.msg_iovlen = 2
      return transfer { sendmsg(descriptor, &message, flags) }
    }
  }

  /// Sends part of a file without moving it through the process.
  static func sendFile(_ descriptor: Int32, from file: Int32, offset: Int64, count: Int) -> Transfer {
    var position = off_t(offset)
    return transfer { sendfile(descriptor, file, &position, count) }
  }

  /// Reads part of a file.
  static func read(
    _ file: Int32, offset: Int64,
    into bytes: UnsafeMutableRawBufferPointer  // lent for this call
  ) -> Transfer {
    transfer { pread(file, bytes.baseAddress, bytes.count, off_t(offset)) }
  }

  @inline(__always)
  private static func transfer(_ call: () -> Int) -> Transfer {
    while true {
      let count = call()
      if count >= 0 { return .count(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case let number: return .failed(number)
      }
    }
  }
}
