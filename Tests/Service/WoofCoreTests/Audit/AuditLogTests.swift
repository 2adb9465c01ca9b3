// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofAdministration
import WoofCryptography
import WoofModel

@testable import TestKit
@testable import WoofCore

@Suite struct AuditLogTests {
  private let store = MemoryAuditStore()
  private let workers = WorkerPool(name: "audit", threadCount: 1)

  /// The log as a new process finds it.
  private func log() -> AuditLog { AuditLog(store: store, time: ManualTime(), workers: workers) }

  /// Fills the store with so many requests and their outcomes.
  private func fill(_ count: Int) async throws {
    let log = log()
    for number in 0..<count {
      let request = AuditRequest(
        who: "unix:ada", action: "photos.delete", subject: "\(number)", reason: "a “test” of \\ and\u{2028}",
        details: ["owner": "bob"])
      try await log.end(try await log.begin(request), request, outcome: "done")
    }
  }

  // MARK: What is written

  @Test func `requests and outcomes are chained and verified`() async throws {
    try await fill(3)
    #expect(try await log().verify() == AuditVerification(entryCount: 6, isWhole: true))
    let page = try await log().entries(before: nil, limit: 10)
    #expect(page.entries.map(\.number) == [6, 5, 4, 3, 2, 1])
    #expect(page.entries.last?.reason == "a “test” of \\ and\u{2028}")
    #expect(page.entries[0].outcomeOf == 5 && page.entries[0].outcome == "done")
    #expect(page.next == nil)
  }

  @Test func `two processes that write in turn continue one chain`() async throws {
    let logs = [log(), log()]
    for turn in 0..<6 {
      let number = try await logs[turn % 2].begin(AuditRequest(who: "unix:ada", action: "accounts.edit"))
      #expect(number == Int64(turn + 1))
      #expect(try await logs[(turn + 1) % 2].entries(before: nil, limit: 1).entries.first?.number == number)
    }
    #expect(try await log().verify() == AuditVerification(entryCount: 6, isWhole: true))
  }

  @Test func `a log without entries is whole`() async throws {
    #expect(try await log().verify() == AuditVerification(entryCount: 0, isWhole: true))
    #expect(try await log().entries(before: nil, limit: 1).entries.isEmpty)
    #expect(store.log.isEmpty)
  }

  @Test func `the hash of an entry is that of its line without the last member`() async throws {
    try await fill(1)
    let line = try #require(store.lines.first)
    let hash = try #require(line.split(separator: "\"hash\":\"").last?.dropLast(2))
    let canonical = "\(line.split(separator: ",\"hash\":")[0])}"
    #expect(Digest(SHA256.digest(of: Array(canonical.utf8)))?.description == String(hash))
  }

  // MARK: What was tampered with

  @Test(arguments: [1, 3, 6])
  func `a changed entry is named`(number: Int) async throws {
    try await fill(3)
    var lines = store.lines
    lines[number - 1] = lines[number - 1].replacing("photos.delete", with: "photos.delets")
    store.log = Array(lines.map { "\($0)\n" }.joined().utf8)
    let found = try await log().verify()
    #expect(!found.isWhole && found.entryCount == Int64(number - 1))
    #expect(found.problem?.hasPrefix("entry \(number), at byte ") == true)
  }

  @Test func `a missing entry in the middle is named`() async throws {
    try await fill(3)
    store.log = Array(store.lines.enumerated().filter { $0.offset != 2 }.map { "\($0.element)\n" }.joined().utf8)
    let found = try await log().verify()
    #expect(found.entryCount == 2)
    #expect(found.problem?.contains("entry 3") == true)
  }

  @Test func `a truncated end is found, even if the log has continued since`() async throws {
    try await fill(3)
    store.log = Array(store.lines.dropLast(2).map { "\($0)\n" }.joined().utf8)
    let log = log()
    #expect(try await log.open()?.contains("cut off") == true)
    #expect(try await log.verify().isWhole == false)
    _ = try await log.begin(AuditRequest(who: "unix:ada", action: "photos.edit"))
    let found = try await log.verify()
    #expect(found.entryCount == 4)
    #expect(found.problem?.contains("entry 5") == true)
  }

  @Test func `a log without its head continues, and reports that`() async throws {
    try await fill(2)
    store.state.withLock { $0.head = nil }
    #expect(try await log().open()?.contains("missing") == true)
    #expect(try await log().verify() == AuditVerification(entryCount: 5, isWhole: true))
    #expect(try await log().entries(before: nil, limit: 1).entries.first?.action == "audit.repair")
  }

  @Test func `no byte of a log can be changed unseen`() async throws {
    try await fill(2)
    let whole = store.log
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      var changed = whole
      let place = Int.random(in: 0..<whole.count, using: &generator)
      changed[place] ^= UInt8.random(in: 1...255, using: &generator)
      var proof = AuditProof()
      proof.consume(changed)
      let kept = try #require(store.state.withLock { $0.head.flatMap { AuditHead($0) } })
      #expect(!proof.end(upTo: kept).isWhole, "byte \(place)")
    }
  }

  @Test func `verification does not depend on how the bytes arrive`() async throws {
    try await fill(2)
    var whole = AuditProof()
    whole.consume(store.log)
    for size in [1, 2, 7, 100] {
      var proof = AuditProof()
      for start in stride(from: 0, to: store.log.count, by: size) {
        proof.consume(Array(store.log[start..<min(start + size, store.log.count)]))
      }
      #expect(proof.head == whole.head && proof.problem == nil)
    }
  }

  @Test func `a line without end is no entry, and is not kept in memory`() {
    var proof = AuditProof()
    for _ in 0..<30 { proof.consume([UInt8](repeating: 0x61, count: 65_536)) }
    #expect(proof.problem != nil && proof.rest.isEmpty)
  }

  // MARK: Power cuts and full disks

  @Test func `a torn entry is removed, and that is noted`() async throws {
    try await fill(1)
    store.state.withLock { $0.appendLimit = 40 }
    let log = log()
    await #expect(throws: WoofError.self) { _ = try await log.begin(AuditRequest(who: "unix:ada", action: "a")) }
    let finding = try await self.log().open()
    #expect(finding?.hasPrefix("40 bytes of an entry") == true)
    let newest = try await self.log().entries(before: nil, limit: 1).entries.first
    #expect(newest?.action == "audit.repair" && newest?.number == 3)
    #expect(try await self.log().verify() == AuditVerification(entryCount: 3, isWhole: true))
  }

  @Test func `a log recovers by itself after a failed write`() async throws {
    try await fill(1)
    let log = log()
    store.state.withLock { $0.appendLimit = 0 }
    await #expect(throws: WoofError.self) { _ = try await log.begin(AuditRequest(who: "unix:ada", action: "a")) }
    #expect(try await log.begin(AuditRequest(who: "unix:ada", action: "b")) == 3)
    #expect(try await log.verify() == AuditVerification(entryCount: 3, isWhole: true))
  }

  @Test func `an entry too deep or too long to be read again is not written`() async throws {
    let log = log()
    var nest = JSONValue.null
    for _ in 0..<600 { nest = .array([nest]) }
    for details in [["photo": nest], ["photo": .string(String(repeating: "x", count: 1_000_000))]] {
      let request = AuditRequest(who: "unix:ada", action: "jobs.start", subject: "", reason: nil, details: details)
      let error = await #expect(throws: WoofError.self) { _ = try await log.begin(request) }
      #expect(error?.code == .invalidRequest)
    }
    #expect(try await log.begin(AuditRequest(who: "unix:ada", action: "a")) == 1)
    #expect(try await log.verify() == AuditVerification(entryCount: 1, isWhole: true))
  }

  @Test func `an entry that was written before its head is kept`() async throws {
    try await fill(1)
    store.state.withLock { $0.failsHead = true }
    let log = log()
    await #expect(throws: WoofError.self) { _ = try await log.begin(AuditRequest(who: "unix:ada", action: "a")) }
    store.state.withLock { $0.failsHead = false }
    #expect(try await self.log().open() == nil)
    #expect(try await self.log().verify() == AuditVerification(entryCount: 3, isWhole: true))
  }

  // MARK: Pages

  @Test(arguments: [1, 2, 5])
  func `pages hold every entry once`(limit: Int) async throws {
    try await fill(4)
    let log = log()
    var numbers: [Int64] = []
    var next: Int64?
    repeat {
      let page = try await log.entries(before: next, limit: limit)
      #expect(page.entries.count <= limit)
      numbers += page.entries.map(\.number)
      next = page.next
    } while next != nil
    #expect(numbers == [8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test func `a page is found in a log of many segments`() async throws {
    try await fill(300)
    #expect(store.log.count > 2 * AuditLog.partSize)
    let page = try await log().entries(before: nil, limit: 500)
    #expect(page.entries.map(\.number) == (101...600).reversed())
  }

  @Test(arguments: [-1, 5, 1_000_000])
  func `a cursor that is not the end of an entry is refused`(cursor: Int64) async throws {
    try await fill(1)
    await #expect(throws: WoofError.self) { _ = try await log().entries(before: cursor, limit: 1) }
  }
}
