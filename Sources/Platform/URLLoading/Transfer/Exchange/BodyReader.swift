// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Glibc

/// Reads the content of one request from its beginning, as often as it is needed. Confined to the loop's thread.
final class BodyReader {
  private enum Origin {
    case bytes(Data)
    case file(descriptor: Int32, offset: Int64)
    case source(any TransferBodySource)
  }

  private let origin: Origin
  private let count: Int64?
  private var position: Int64 = 0
  /// `true` if all of the content has been read.
  private(set) var isAtEnd = false

  /// - Throws: where there is no such file, or it cannot be read.
  init?(_ body: TransferBody) throws(POSIXError) {
    count = body.count
    switch body {
    case .none: return nil
    case .bytes(let data): origin = .bytes(data)
    case .pulled(let source, _): origin = .source(source)
    case .file(let path, let offset, _):
      let descriptor = woof_open(path, O_RDONLY | O_CLOEXEC, 0)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      origin = .file(descriptor: descriptor, offset: offset)
    }
  }

  deinit {
    if case .file(let descriptor, _) = origin { close(descriptor) }
  }

  /// Fills the beginning of `buffer`.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferBodyRead {  // lent for this call
    let room = Int(min(Int64(buffer.count), count.map { $0 - position } ?? .max))
    guard room > 0 else {
      isAtEnd = true
      return .end
    }
    let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
    let result = readOrigin(into: buffer)
    switch result {
    case .count(let read): position += Int64(read)
    case .end where count != nil: return .failed(POSIXError(.ENODATA))
    case .end: isAtEnd = true
    case .wait, .failed: break
    }
    return result
  }

  /// Goes back to the beginning, or to where the next byte is anyway.
  func seek(to offset: Int64) -> Bool {
    if offset == position { return true }
    guard offset >= 0, offset <= count ?? .max else { return false }
    if case .source(let source) = origin {
      guard offset == 0, source.rewind() else { return false }
    }
    position = offset
    isAtEnd = false
    return true
  }

  private func readOrigin(into buffer: UnsafeMutableRawBufferPointer) -> TransferBodyRead {  // lent for this call
    switch origin {
    case .source(let source): return source.read(into: buffer)
    case .bytes(let data):
      data.withUnsafeBytes { bytes in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[Int(position)...].prefix(buffer.count)))
      }
      return .count(buffer.count)
    case .file(let descriptor, let offset):
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset.addingSaturated(position)))
        if count > 0 { return .count(count) }
        if count == 0 { return .end }
        guard errno == EINTR else { return .failed(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)) }
      }
    }
  }
}
