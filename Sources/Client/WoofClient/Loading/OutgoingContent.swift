// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The content that a request sends, and the way in which it is sent.
enum OutgoingContent: Sendable {
  case nothing
  /// Bytes of an upload, which goes on by itself after a break where the service can.
  case data(Data)
  /// A file that is uploaded, and read while it is sent.
  case file(URL)
  /// An upload that broke off, as the session has described it.
  case resumed(Data)
  /// Bytes that are sent once, as they are.
  case body(Data)
}

extension OutgoingContent {
  /// A part of what is to be sent, in memory.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/fileNotReadable``.
  func part(_ range: Range<Int64>) async throws -> Data {
    switch self {
    case .nothing, .resumed: return Data()
    case .data(let data), .body(let data):
      let start = data.startIndex + Int(range.lowerBound)
      return data[start..<start + range.count]
    case .file(let file):
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try Self.read(range, of: file) }) }
      }
    }
  }

  private static func read(_ range: Range<Int64>, of file: URL) throws -> Data {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WoofError(reading: file.path, errno: errno) }
    defer { close(descriptor) }
    var data = Data(count: range.count)
    try data.withUnsafeMutableBytes { buffer in
      var filled = 0
      while filled < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound) + off_t(filled))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw WoofError(reading: file.path, errno: errno) }
        guard count > 0 else {
          throw WoofError(.fileNotReadable, "\(file.path) became shorter while it was sent: send it again.")
        }
        filled += count
      }
    }
    return data
  }
}
