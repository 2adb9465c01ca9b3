// SPDX-License-Identifier: Apache-2.0

/// The changes to be made to the audit log, on top of what was read of it: kept back until all of it is written at once.
struct AuditDraft: Sendable {
  /// The revision of the log that it is made on.
  let revision: Int64
  /// The length up to which the log stays as it is.
  private(set) var keptCount: Int64
  /// The bytes that come behind that.
  private(set) var appended: [UInt8] = []
  private(set) var head: [UInt8]?
  /// `true` if something behind the kept bytes is taken away.
  private(set) var isCut = false
  private(set) var replacesHead = false

  /// Begins a draft.
  init(revision: Int64, byteCount: Int64, head: [UInt8]?) {
    self.revision = revision
    keptCount = byteCount
    self.head = head
  }

  /// `true` if nothing is to be written.
  var isEmpty: Bool { appended.isEmpty && !isCut && !replacesHead }

  /// The length of the log with it.
  var byteCount: Int64 { keptCount + Int64(appended.count) }

  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) { appended += bytes }

  /// Takes away what stands behind the first bytes.
  mutating func cut(to byteCount: Int64) {
    let count = max(byteCount, 0)
    if count >= keptCount {
      appended = Array(appended.prefix(Int(count - keptCount)))
    } else {
      (keptCount, appended, isCut) = (count, [], true)
    }
  }

  /// Replaces the head.
  mutating func setHead(_ bytes: [UInt8]) { (head, replacesHead) = (bytes, true) }

  /// The number of bytes from an offset on, of so many at most, that are to be read of the kept ones.
  func keptCount(from offset: Int64, count: Int) -> Int { Int(min(max(keptCount - offset, 0), Int64(max(count, 0)))) }

  /// Bytes of those that are to be appended.
  func appended(from offset: Int64, count: Int) -> [UInt8] {
    let start = max(offset - keptCount, 0)
    guard start < appended.count else { return [] }
    return Array(appended[Int(start)...].prefix(max(count, 0)))
  }
}
