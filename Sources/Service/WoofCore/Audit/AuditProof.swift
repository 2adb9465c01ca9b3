// SPDX-License-Identifier: Apache-2.0

package import WoofAdministration

/// Proves the chain of an audit log while its bytes pass, in bounded memory. It stops at the first entry that is broken.
package struct AuditProof: Sendable {
  /// The end of the part that has been proved.
  package private(set) var head: AuditHead
  /// A description of the fault behind that part; `nil` if there is none.
  package private(set) var problem: String?
  /// The bytes of a line whose end has not come yet.
  private(set) var rest: [UInt8] = []

  /// Begins behind a head that is known.
  package init(after head: AuditHead = .start) { self.head = head }

  /// Reads on.
  package mutating func consume(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while problem == nil, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      rest += bytes[..<end]
      bytes = bytes[(end + 1)...]
      check(rest)
      rest = []
    }
    guard problem == nil else { return }
    rest += bytes
    if rest.count > AuditLine.byteLimit { fail("is no entry") }
  }

  /// Returns the result after the last bytes of the log, compared with the head that was kept beside it.
  package func end(upTo kept: AuditHead) -> AuditVerification {
    var problem = problem
    if problem == nil, !rest.isEmpty { problem = "entry \(head.number + 1) is torn" }
    if problem == nil, head.number < kept.number {
      problem = "entries \(head.number + 1) to \(kept.number) are missing: the end of the log was cut off"
    }
    if problem == nil, head.hash != kept.hash {
      problem = "entry \(head.number) is not the one that was written: its hash is not that of the head"
    }
    return AuditVerification(entryCount: head.number, isWhole: problem == nil, problem: problem)
  }

  private mutating func check(_ line: [UInt8]) {
    guard let entry = AuditLine.read(line) else { return fail("is no entry, or not as it was written") }
    guard entry.number == head.number + 1 else { return fail("is missing: entry \(entry.number) stands in its place") }
    guard entry.previous == head.hash else { return fail("is not chained to the entry before it") }
    head = AuditHead(
      number: entry.number, hash: entry.hash, byteCount: head.byteCount + Int64(line.count) + 1)
  }

  private mutating func fail(_ reason: String) {
    problem = "entry \(head.number + 1), at byte \(head.byteCount), \(reason)"
    rest = []
  }
}
