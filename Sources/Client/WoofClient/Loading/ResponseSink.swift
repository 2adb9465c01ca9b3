// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Takes the content of good responses, piece by piece. Calls come one after the other.
protocol ResponseSink: AnyObject, Sendable {
  /// The head of a response with a status from 200 to 299 has come.
  ///
  /// - Throws: Any error, which ends the transfer.
  func begin(_ head: HTTPURLResponse) throws

  /// More content has come.
  ///
  /// - Throws: Any error, which ends the transfer.
  func take(_ bytes: UnsafeRawBufferPointer) throws
}

/// Keeps content that fits in memory.
final class MemorySink: ResponseSink {
  private let limit: Int
  private let content = Mutex(Data())

  /// - Parameter limit: So many bytes are kept at most.
  init(limit: Int) { self.limit = limit }

  /// The content that has arrived so far.
  var data: Data { content.withLock { $0 } }

  func begin(_ head: HTTPURLResponse) throws {
    content.withLock { $0 = Data() }
  }

  func take(_ bytes: UnsafeRawBufferPointer) throws {
    try content.withLock { data throws(WoofError) in
      guard data.count + bytes.count <= limit else {
        throw WoofError(
          .invalidServerResponse,
          "The answer has more than \(limit) bytes, which none of Woof's has: check that the address is that of a service."
        )
      }
      data.append(contentsOf: bytes)
    }
  }
}
