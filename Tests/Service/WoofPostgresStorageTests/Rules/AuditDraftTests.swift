// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofPostgresStorage

struct AuditDraftTests {
  @Test func `a draft that changes nothing is empty`() {
    var draft = AuditDraft(revision: 3, byteCount: 10, head: [1])
    #expect(draft.isEmpty && draft.byteCount == 10 && draft.head == [1])
    draft.append([])
    draft.cut(to: 10)
    draft.cut(to: 99)
    #expect(draft.isEmpty && draft.byteCount == 10)
    draft.setHead([1])
    #expect(!draft.isEmpty)
  }

  @Test func `what was appended is cut before what is kept`() {
    var draft = AuditDraft(revision: 0, byteCount: 4, head: nil)
    draft.append([5, 6, 7])
    draft.cut(to: 6)
    #expect(draft.byteCount == 6 && !draft.isCut && draft.appended == [5, 6])
    draft.cut(to: 3)
    draft.append([9])
    #expect(draft.byteCount == 4 && draft.isCut && draft.keptCount == 3 && draft.appended == [9])
    draft.cut(to: -1)
    #expect(draft.byteCount == 0)
  }

  @Test(arguments: [(0, 9, 4, [5, 6]), (3, 2, 1, [5]), (4, 1, 0, [5]), (5, 9, 0, [6]), (6, 9, 0, []), (0, 0, 0, [])])
  func `a range is read of what is kept and of what is appended`(
    offset: Int64, count: Int, kept: Int, appended: [UInt8]
  ) {
    var draft = AuditDraft(revision: 0, byteCount: 4, head: nil)
    draft.append([5, 6])
    #expect(draft.keptCount(from: offset, count: count) == kept)
    #expect(draft.appended(from: offset + Int64(kept), count: count - kept) == appended)
  }
}
