// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCore
import WoofModel

/// An audit log in memory, whose bytes a test may change, and whose next writes may fail half-way.
final class MemoryAuditStore: AuditStore {
  struct State {
    var log: [UInt8] = []
    var head: [UInt8]?
    /// How many bytes of the next entry are written before that fails.
    var appendLimit: Int?
    var failsHead = false
  }

  let state = Mutex(State())

  var log: [UInt8] {
    get { state.withLock(\.log) }
    set { state.withLock { $0.log = newValue } }
  }

  /// The lines of the log.
  var lines: [String] { String(decoding: log, as: UTF8.self).split(separator: "\n").map(String.init) }

  func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  func byteCount() throws -> Int64 { Int64(log.count) }

  func read(from offset: Int64, count: Int) throws -> [UInt8] { Array(log.dropFirst(Int(offset)).prefix(count)) }

  func append(_ bytes: [UInt8]) throws {
    try state.withLock { state in
      let limit = state.appendLimit.take()
      state.log += bytes.prefix(limit ?? bytes.count)
      if limit != nil { throw WoofError(.insufficientStorage, "The disk is full.") }
    }
  }

  func cut(to byteCount: Int64) throws { state.withLock { $0.log.removeLast($0.log.count - Int(byteCount)) } }

  func head() throws -> [UInt8]? { state.withLock(\.head) }

  func setHead(_ bytes: [UInt8]) throws {
    try state.withLock { state in
      if state.failsHead { throw WoofError(.internal, "The head cannot be written.") }
      state.head = bytes
    }
  }
}
