// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofModel

/// Gathers the newest entries of a log whose bytes it is given from their end.
struct AuditPage {
  /// The entries, newest first.
  private(set) var entries: [AuditEntry] = []
  /// The byte at which the next page ends; `nil` where there is none.
  private(set) var next: Int64?

  private let limit: Int
  /// The bytes of the line that is being gathered, from `start` on.
  private var pending: [UInt8] = []
  private var start: Int64
  private var isFull = false

  /// - Parameter end: The byte behind the newest entry.
  init(end: Int64, limit: Int) {
    start = end
    self.limit = limit
  }

  /// The range of bytes to be supplied next; `nil` if the page is complete.
  var wanted: Range<Int64>? {
    guard !isFull, start > 0, pending.count <= AuditLine.byteLimit else { return nil }
    return max(0, start - Int64(AuditLog.partSize))..<start
  }

  /// Takes the bytes of the wanted range; if there are none, the page ends.
  mutating func take(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      isFull = true
      return
    }
    start -= Int64(bytes.count)
    pending = bytes + pending
    let newline = UInt8(ascii: "\n")
    while !isFull {
      let body = pending.dropLast(pending.last == newline ? 1 : 0)
      guard let before = body.lastIndex(of: newline) else {
        if start == 0 { add(Array(body), from: 0) }
        return
      }
      add(Array(body[(before + 1)...]), from: start + Int64(before) + 1)
      pending.removeLast(pending.count - before - 1)
    }
  }

  private mutating func add(_ line: [UInt8], from offset: Int64) {
    if let entry = AuditLine.read(line) { entries.append(entry) }
    guard entries.count == limit else { return }
    isFull = true
    next = offset > 0 ? offset : nil
  }
}
