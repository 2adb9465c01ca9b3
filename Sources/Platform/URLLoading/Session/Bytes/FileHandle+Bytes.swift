// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Foundation
import Glibc

extension FileHandle {
  /// The bytes from where the file, pipe or socket is on, until its end.
  public var bytes: AsyncBytes { AsyncBytes(file: self) }

  /// The bytes of a file, a pipe or a socket, read 16 KB at a time. A thread waits for each piece; a Swift task that is
  /// cancelled gets what it waits for still, and reads nothing more.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    let file: FileHandle

    /// Starts reading. Iterators share what comes.
    public func makeAsyncIterator() -> Iterator { Iterator(file: file) }

    /// Reads the bytes of a file, a pipe or a socket.
    public struct Iterator: AsyncIteratorProtocol {
      private let file: FileHandle
      private var piece: [UInt8] = []
      private var position = 0

      init(file: FileHandle) { self.file = file }

      /// The next byte, or `nil` at the end.
      ///
      /// - Throws: `POSIXError` where it cannot be read, `CancellationError` when the Swift task is cancelled.
      public mutating func next() async throws -> UInt8? { try await next(isolation: nil) }

      /// The next byte, or `nil` at the end, for whom is on the actor given.
      ///
      /// - Throws: `POSIXError` where it cannot be read, `CancellationError` when the Swift task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> UInt8? {
        if position == piece.count {
          try Task.checkCancellation()
          piece = try await file.readPiece()
          position = 0
        }
        guard position < piece.count else { return nil }
        defer { position += 1 }
        return piece[position]
      }
    }
  }

  /// Reads the next bytes, at most 16 KB, without blocking the caller; returns none at the end.
  fileprivate func readPiece() async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try self.readPieceBlocking() }) }
    }
  }

  private func readPieceBlocking() throws(POSIXError) -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, initialized in
        count = Glibc.read(fileDescriptor, buffer.baseAddress, buffer.count)
        initialized = max(0, count)
      }
      if count >= 0 { return bytes }
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }
}

@available(*, unavailable)
extension FileHandle.AsyncBytes.Iterator: Sendable {}
