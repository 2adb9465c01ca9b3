// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCryptography
import WoofModel
import WoofPostgresStorage
import WoofS3
import WoofStoreConformance

@testable import ObjectStoreTestKit
@testable import SharedStoresTestKit
@testable import TestKit
@testable import WoofCore
@testable import WoofObjectStorage

/// Uploads that go on at another node, over a database and a bucket.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharedUploadTests {
  private let bucket: FaultyObjectStore

  init() throws { bucket = try FaultyObjectStore() }

  /// A node as uploads see it.
  private struct Place: Sendable {
    let ledger: PostgresStore
    let parts: ObjectUploadParts

    func turn(_ id: UploadID) async throws -> SharedUploadTurn { try await SharedUploadTurn(of: id, ledger, parts) }

    /// Takes a turn with one request's bytes, and takes all that have come.
    @discardableResult
    func append(_ text: String, to id: UploadID) async throws -> String {
      var turn = try await turn(id)
      try await turn.append(Array(text.utf8))
      return try await Self.text(of: turn)
    }

    func text(of id: UploadID) async throws -> String { try await Self.text(of: try await turn(id)) }

    static func text(of turn: SharedUploadTurn) async throws -> String {
      var bytes: [UInt8] = []
      try await turn.read { bytes += $0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Runs a test with two nodes and an upload that begins, of a length.
  private func withNodes(
    _ length: Int64? = 10, _ body: (SharedDatabase, _ first: Place, _ second: Place, UploadID) async throws -> Void
  ) async throws {
    try await SharedDatabase.with { database in
      try await database.withNode(try bucket.client(), named: "a") { a in
        try await database.withNode(try bucket.client(), named: "b") { b in
          let owner = try await a.stores.account("ada")
          let id = UploadID(random: SystemRandomSource())
          let upload = SharedUploadBeginning(id, of: owner.id, note: [1], length: length, reservation: length ?? 100)
          let admission = try await a.records.admit(upload, ResumableUploadLimits(), countLimit: nil)
          #expect(admission == .taken(garbage: []))
          try await body(
            database, Place(ledger: a.records, parts: try ObjectUploadParts(try bucket.client())),
            Place(ledger: b.records, parts: try ObjectUploadParts(try bucket.client())), id)
        }
      }
    }
  }

  private var partKeys: [String] { bucket.keys.filter { $0.hasPrefix("uploads/") } }

  @Test func `requests by turns on two nodes make up one upload, which either of them completes`() async throws {
    try await withNodes { _, first, second, id in
      try await first.append("01", to: id)
      try await second.append("234", to: id)
      try await first.append("5", to: id)
      let whole = try await second.append("6789", to: id)
      #expect(whole == "0123456789")
      var turn = try await second.turn(id)
      try await turn.complete()
      await expectProblem(.conflict) { _ = try await first.turn(id) }
      try await turn.remove()
      await #expect(throws: UploadRefusal.gone) { _ = try await first.turn(id) }
      #expect(partKeys.isEmpty)
    }
  }

  @Test func `of two nodes that append at once the later one goes on, and the bytes are its own`() async throws {
    try await withNodes { _, first, second, id in
      var earlier = try await first.turn(id)
      var later = try await second.turn(id)
      await #expect(throws: UploadRefusal.superseded) { try await earlier.append(Array("wrong".utf8)) }
      try await later.append(Array("right".utf8))
      await #expect(throws: UploadRefusal.superseded) { try await earlier.append(Array("wrong".utf8)) }
      await #expect(throws: UploadRefusal.inconsistentLength) { try await earlier.complete() }
      let text = try await second.text(of: id)
      #expect(text == "right")
      #expect(partKeys == ["uploads/\(id)/2-1"])
    }
  }

  @Test func `of appends of both nodes at the same moment each that was acknowledged is there, in its place`()
    async throws
  {
    try await withNodes(nil) { _, first, second, id in
      bucket.slowDown(upToMicroseconds: 3000)
      let acknowledged = await withTaskGroup(of: [String].self) { group in
        for node in 0..<2 {
          let place = node == 0 ? first : second
          group.addTask { await Self.race(place, id, node) }
        }
        return await group.reduce(into: [String]()) { $0 += $1 }
      }
      let text = try await first.text(of: id)
      #expect(!acknowledged.isEmpty)
      #expect(Set(text.split(separator: ";").map(String.init)) == Set(acknowledged))
    }
  }

  private static func race(_ place: Place, _ id: UploadID, _ node: Int) async -> [String] {
    var acknowledged: [String] = []
    for number in 0..<30 {
      guard (try? await place.append("\(node)-\(number);", to: id)) != nil else { continue }
      acknowledged.append("\(node)-\(number)")
    }
    return acknowledged
  }

  @Test func `what a node that stopped has begun, another one ends`() async throws {
    // Nothing has come; a turn has begun; bytes lie in the bucket that nobody has noted; a part counts.
    for step in 0..<4 {
      try await withNodes(4) { _, first, second, id in
        if step > 0 {
          var turn = try await first.turn(id)
          if step == 2 {
            try await first.parts.put(Array("lost".utf8), as: UploadPart.Name(upload: id, turn: 1, number: 1))
          } else if step == 3 {
            try await turn.append(Array("ab".utf8))
          }
        }
        let text = try await second.append(step == 3 ? "cd" : "abcd", to: id)
        #expect(text == "abcd", "after step \(step)")
        var turn = try await second.turn(id)
        try await turn.complete()
        #expect(turn.upload.isComplete)
      }
    }
  }

  @Test func `a completion that a node has left is done anew when its time is over, and it ends nothing then`()
    async throws
  {
    try await withNodes(2) { database, first, second, id in
      try await first.append("ab", to: id)
      var stalled = try await first.turn(id)
      try await stalled.complete()
      await expectProblem(.conflict) { _ = try await second.turn(id) }
      let refused = try await second.ledger.remove(id, turn: nil)
      #expect(refused == .isBeingCompleted)
      try database.execute("UPDATE upload SET completing_until = 0")
      var next = try await second.turn(id)
      let text = try await Place.text(of: next)
      #expect(text == "ab")
      try await next.complete()
      await #expect(throws: UploadRefusal.superseded) { try await stalled.complete() }
      try await stalled.remove()
      let left = try await second.ledger.upload(id)
      #expect(left?.isComplete == true)
      try await next.remove()
      let none = try await second.ledger.upload(id)
      #expect(none == nil)
    }
  }

  @Test func `a part that comes an hour late changes nothing, and is collected`() async throws {
    try await withNodes(4) { _, first, second, id in
      let late = UploadPart.Name(upload: id, turn: 1, number: 1)
      _ = try await first.turn(id)
      try await second.append("ab", to: id)
      try await first.parts.put(Array("late".utf8), as: late)
      let digest = try Node.digest(of: "late")
      let counts = try await first.ledger.note(UploadPart(late, start: 2, byteCount: 2, digest: digest), length: nil)
      #expect(!counts)
      let text = try await second.text(of: id)
      #expect(text == "ab")
      let tooNew = try await first.parts.collect(first.ledger)
      #expect(tooNew == 0)
      let collected = try await first.parts.collect(first.ledger, olderThan: 0)
      #expect(collected == 1)
      #expect(partKeys == ["uploads/\(id)/2-1"])
    }
  }

  @Test func `the parts of an upload that is over are collected, and what is no part stays`() async throws {
    try await withNodes { _, first, _, id in
      try await first.append("abc", to: id)
      bucket.put([1], as: "uploads/readme", ago: 100_000)
      bucket.put([1], as: "uploads/\(id)/01-1", ago: 100_000)
      _ = try await first.ledger.remove(id, turn: nil)
      bucket.put([1], as: "uploads/\(id)/1-1", ago: 100_000)
      let collected = try await first.parts.collect(first.ledger)
      #expect(collected == 1)
      #expect(partKeys == ["uploads/\(id)/01-1", "uploads/readme"])
    }
  }

  @Test func `a part whose answer is lost is put again, and counts once`() async throws {
    try await withNodes(3) { _, first, second, id in
      bucket.fail("PUT", .loseAnswer, .refuse(503))
      let text = try await first.append("abc", to: id)
      #expect(text == "abc")
      let upload = try await second.ledger.upload(id)
      #expect(upload?.byteCount == 3)
      #expect(upload?.parts.count == 1)
    }
  }

  @Test func `a part that could not be kept does not count, and the turn goes on under another name`() async throws {
    try await withNodes(3) { _, first, second, id in
      var turn = try await first.turn(id)
      bucket.fail("PUT", .refuse(403))
      await expectProblem(.internal) { try await turn.append(Array("abc".utf8)) }
      try await turn.append(Array("abc".utf8))
      #expect(partKeys == ["uploads/\(id)/1-2"])
      let text = try await second.text(of: id)
      #expect(text == "abc")
    }
  }

  @Test func `bytes that were damaged in the bucket are not handed over`() async throws {
    try await withNodes(3) { _, first, second, id in
      try await first.append("abc", to: id)
      bucket.put(Array("abd".utf8), as: "uploads/\(id)/1-1")
      await expectProblem(.unavailable) { _ = try await second.text(of: id) }
    }
  }

  @Test func `much comes in parts of which each is small enough to be in memory`() async throws {
    let count = SharedUploadTurn.partByteCount
    try await withNodes(Int64(2 * count + 1)) { _, first, second, id in
      var turn = try await first.turn(id)
      try await turn.append([UInt8](repeating: 7, count: 2 * count + 1))
      #expect(turn.upload.parts.map(\.byteCount) == [Int64(count), Int64(count), 1])
      let upload = try await second.ledger.upload(id)
      #expect(upload?.parts == turn.upload.parts)
      await #expect(throws: UploadRefusal.inconsistentLength) { try await turn.append([1]) }
    }
  }
}

/// The names of the objects of parts.
struct UploadPartNamesTests {
  @Test func `a key names the part that it was made of, and no other key names one`() throws {
    let names = UploadPartNames(prefix: "woof/")
    let id = UploadID(random: SystemRandomSource())
    let name = UploadPart.Name(upload: id, turn: 12, number: 3)
    let key = try names.key(of: name)
    #expect(key.description == "woof/uploads/\(id)/12-3")
    #expect(names.name(of: key.description) == name)
    for other in [
      "uploads/\(id)/12-3", "woof/uploads/\(id)", "woof/uploads/\(id)/12", "woof/uploads/\(id)/12-03",
      "woof/uploads/\(id)/12-3-4", "woof/uploads/\(id)/+1-3", "woof/uploads/x/1-3", "woof/blobs/\(id)/1-3",
      "woof/uploads/\(id)/1-3/", "woof/uploads/\(id)/1--3",
    ] {
      #expect(names.name(of: other) == nil, "\(other)")
    }
  }
}
