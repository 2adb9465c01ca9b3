// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Keeps content that fits in memory.
final class MemorySink: AnswerSink {
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
