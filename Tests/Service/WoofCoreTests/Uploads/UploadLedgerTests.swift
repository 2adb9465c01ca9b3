// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import WoofCore

/// Who may have how many uploads under way.
struct UploadLedgerTests {
  private let limits = ResumableUploadLimits(
    lifetimeSeconds: 60, count: 4, countPerAccount: 2, byteCountPerAccount: 100)

  private func id() -> UploadID { UploadID(random: SystemRandomSource()) }

  private func entry(_ owner: Int64, _ key: String? = nil, bytes: Int64 = 10, at second: Int64 = 0)
    -> UploadLedger.Entry
  {
    UploadLedger.Entry(
      owner: AccountID(rawValue: owner), idempotencyKey: key, reservation: bytes,
      createdAt: Timestamp(milliseconds: second * 1000))
  }

  private func refused(_ limit: UploadLedger.Limit, _ value: Int64, _ used: Int64) -> UploadLedger.Admission {
    .refused(UploadLedger.Refusal(limit: limit, value: value, used: used))
  }

  @Test func `an account with its own limit has that limit`() {
    var ledger = UploadLedger(limits: ResumableUploadLimits(count: 40, countPerAccount: 2, byteCountPerAccount: 100))
    #expect(ledger.admit(id(), entry(1), countLimit: 3) == .taken(replacing: nil))
    #expect(ledger.admit(id(), entry(1), countLimit: 1) == refused(.uploadsPerAccount, 1, 1))
    for _ in 0..<2 { #expect(ledger.admit(id(), entry(1), countLimit: 3) == .taken(replacing: nil)) }
    #expect(ledger.admit(id(), entry(1), countLimit: 3) == refused(.uploadsPerAccount, 3, 3))
    #expect(ledger.openCount(of: AccountID(rawValue: 1)) == 3)
  }

  @Test func `an earlier request does not replace the upload of a later one`() {
    var ledger = UploadLedger(limits: limits)
    let (first, second) = (id(), id())
    func entry(receivedAt: Int64) -> UploadLedger.Entry {
      var entry = self.entry(1, "same")
      entry.receivedAt = receivedAt
      return entry
    }
    #expect(ledger.admit(first, entry(receivedAt: 20)) == .taken(replacing: nil))
    #expect(ledger.admit(second, entry(receivedAt: 10)) == .isOutdated)
    #expect(ledger.entries[first] != nil && ledger.entries[second] == nil)
    #expect(ledger.admit(second, entry(receivedAt: 30)) == .taken(replacing: first))
  }

  @Test func `the number of an account's uploads is limited`() {
    var ledger = UploadLedger(limits: limits)
    #expect(ledger.admit(id(), entry(1)) == .taken(replacing: nil))
    #expect(ledger.admit(id(), entry(1)) == .taken(replacing: nil))
    #expect(ledger.admit(id(), entry(1)) == refused(.uploadsPerAccount, 2, 2))
    #expect(ledger.admit(id(), entry(2)) == .taken(replacing: nil))
  }

  @Test func `the number of all uploads is limited`() {
    var ledger = UploadLedger(limits: limits)
    for owner in 1...4 as ClosedRange<Int64> { _ = ledger.admit(id(), entry(owner)) }
    #expect(ledger.admit(id(), entry(5)) == refused(.uploads, 4, 4))
  }

  @Test func `the share of an account shrinks as places fill, so that others find some`() {
    var ledger = UploadLedger(limits: ResumableUploadLimits(count: 2_000, byteCountPerAccount: .max))
    var counts: [Int64: Int] = [:]
    for owner in 1...64 as ClosedRange<Int64> {
      for _ in 1...64 where ledger.admit(id(), entry(owner)) == .taken(replacing: nil) {
        counts[owner, default: 0] += 1
      }
    }
    #expect(counts[1] == 64)
    #expect(counts.values.reduce(0, +) < 2_000)
    #expect(counts.count == 64)
    #expect(ledger.admit(id(), entry(1)) == refused(.uploadsPerAccount, 64, 64))
    let share = Int64(counts[64, default: 0])
    #expect(ledger.admit(id(), entry(64)) == refused(.uploads, share, share))
    #expect(ledger.admit(id(), entry(65)) == .taken(replacing: nil))
  }

  @Test func `the bytes of an account's uploads are limited`() {
    var ledger = UploadLedger(limits: limits)
    #expect(ledger.admit(id(), entry(1, bytes: 60)) == .taken(replacing: nil))
    #expect(ledger.admit(id(), entry(1, bytes: 41)) == refused(.bytesPerAccount, 100, 60))
    #expect(ledger.admit(id(), entry(1, bytes: 40)) == .taken(replacing: nil))
  }

  @Test func `a repeated upload takes the place of the earlier one, even without room`() {
    var ledger = UploadLedger(limits: limits)
    let (first, second) = (id(), id())
    _ = ledger.admit(first, entry(1, "key", bytes: 90))
    #expect(ledger.admit(second, entry(1, "key", bytes: 90)) == .taken(replacing: first))
    #expect(Array(ledger.open.keys) == [second])
  }

  @Test func `the same key of another account is another upload`() {
    var ledger = UploadLedger(limits: limits)
    _ = ledger.admit(id(), entry(1, "key"))
    #expect(ledger.admit(id(), entry(2, "key")) == .taken(replacing: nil))
  }

  @Test func `an upload that is being completed is not replaced, and a removed one is no obstacle`() {
    var ledger = UploadLedger(limits: limits)
    let first = id()
    _ = ledger.admit(first, entry(1, "key"))
    ledger.complete(first)
    #expect(ledger.admit(id(), entry(1, "key")) == .isBeingCompleted)
    ledger.remove(first)
    #expect(ledger.admit(id(), entry(1, "key")) == .taken(replacing: nil))
  }

  @Test func `a complete upload takes no room`() {
    var ledger = UploadLedger(limits: limits)
    for _ in 0..<10 {
      let next = id()
      #expect(ledger.admit(next, entry(1, bytes: 100)) == .taken(replacing: nil))
      ledger.complete(next)
    }
  }

  @Test func `an expired upload takes no room, even before it is removed`() {
    var ledger = UploadLedger(limits: limits)
    _ = ledger.admit(id(), entry(1, bytes: 50))
    _ = ledger.admit(id(), entry(1, bytes: 50))
    for owner in 2...3 as ClosedRange<Int64> { _ = ledger.admit(id(), entry(owner)) }
    #expect(ledger.admit(id(), entry(1, bytes: 100, at: 59)) == refused(.uploads, 4, 4))
    #expect(ledger.admit(id(), entry(1, bytes: 100, at: 60)) == .taken(replacing: nil))
    #expect(ledger.expired(at: Timestamp(milliseconds: 60_000)).count == 4)
  }

  @Test func `an upload expires to the second, but not while it becomes a photo`() {
    var ledger = UploadLedger(limits: limits)
    let (first, second) = (id(), id())
    _ = ledger.admit(first, entry(1, at: 0))
    _ = ledger.admit(second, entry(1, at: 0))
    ledger.complete(second)
    #expect(ledger.expired(at: Timestamp(milliseconds: 59_000)) == [])
    #expect(ledger.expired(at: Timestamp(milliseconds: 60_000)) == [first])
    ledger.remove(first)
    #expect(ledger.expired(at: Timestamp(milliseconds: 60_000)) == [])
  }

  @Test func `a note is read as it was written, and other text is refused`() throws {
    var note = UploadNote(
      owner: AccountID(rawValue: 7),
      details: PhotoUpload.Details(
        caption: "Rex \"at\" the lake 🐕", visibility: .unlisted,
        expectedDigest: Digest([UInt8](repeating: 3, count: 32)), idempotencyKey: "k"),
      length: 12, createdAt: Timestamp(milliseconds: 5))
    #expect(UploadNote(try note.encoded()) == note)
    note.details.digests.sha512 = [UInt8](repeating: 250, count: 64)
    let bytes = try note.encoded()
    #expect(UploadNote(bytes) == note)
    for count in 0..<bytes.count { #expect(UploadNote(Array(bytes.prefix(count))) == nil) }
    let text = String(decoding: bytes, as: UTF8.self)
    for (old, new) in [
      ("unlisted", "secret"), ("sha256-", "md5-"), ("\"version\":1", "\"version\":2"), ("-vr6", "-v"),
    ] {
      #expect(text.contains(old))
      #expect(UploadNote(Array(text.replacing(old, with: new).utf8)) == nil)
    }
  }

  @Test(arguments: [
    "", "0", String(repeating: "g", count: 32), String(repeating: "A", count: 32), "../../../etc/passwd",
  ])
  func `an id has exactly 32 digits`(_ text: String) {
    #expect(UploadID(text) == nil)
    #expect(UploadID(id().description) != nil)
  }
}
