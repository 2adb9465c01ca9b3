// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Readers of the change log on any node miss nothing, hear nothing twice and never go back, whatever writers do.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(5)))
struct ChangeOrderTests {
  @Test func `a writer that stands still between its number and its commit is not passed`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let owner = try await node.stores.account("ada")
        let photos = [try await node.stores.add(1, by: owner), try await node.stores.add(2, by: owner)]
        let reader = LogReader("pages")
        try await reader.read(node)
        let writer = try BlockingSession(database.server.connectionString(of: database.name))
        try writer.execute("BEGIN; SELECT pg_advisory_xact_lock(\(WriteBatch.lock))")
        try writer.execute(
          """
          UPDATE photo SET version = version + 1, sequence = (SELECT setval('change_number', last_value + 1) FROM change_number)
          WHERE number = (SELECT min(number) FROM photo)
          """)
        let like = Task { try await node.stores.like(photos[1].id, by: owner) }
        try await database.waitUntilSomebodyIsHeldUp()
        try await reader.read(node)
        #expect(reader.position == photos[1].sequence)
        try writer.execute("COMMIT")
        let liked = try await like.value
        #expect(liked.sequence == photos[1].sequence + 2)
        try await reader.read(node)
        #expect(reader.versions == [photos[0].id: 2, photos[1].id: 2])
        #expect(reader.faults.isEmpty)
      }
    }
  }

  @Test func `a photo that another node has changed between those of a batch is told of as well`() async throws {
    try await StoreTestDatabase.with { database in
      // Too long for the node to hear of it by itself.
      try await database.withNode(pollingInterval: .seconds(600)) { node in
        try await database.withNode { other in
          let owner = try await node.stores.account("ada")
          for number in 1...3 { try await node.stores.add(number, by: owner) }
          let reader = LogReader("events")
          node.addObserver(reader)
          for number in 1...3 { try await other.stores.like(Sample.photoID(number), by: owner) }
          let records = try await other.photos([Sample.photoID(1), Sample.photoID(3)])
          await node.follower.committed(records.compactMap(\.self))
          #expect(reader.versions.count == 3)
          #expect(reader.faults == [])
          #expect(node.latestSequence == 6)
        }
      }
    }
  }

  @Test func `the position of a node that knows more does not go back on one that knows less`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode(pollingInterval: .seconds(600)) { late in
        try await database.withNode { node in
          let owner = try await node.stores.account("ada")
          try await node.stores.add(1, by: owner)
          let position = node.latestSequence
          #expect(late.latestSequence < position)
          let page = try await late.changes(after: position, limit: 9, reader: .everybody)
          #expect(page == ChangeLogPage(photos: [], through: position, hasMore: false))
          let sharing = try await late.sharingChanges(after: position, limit: 9, reader: .everybody, of: .albums)
          #expect(sharing.entries.isEmpty && sharing.through == position)
        }
      }
    }
  }

  @Test func `a node catches up with a position of another one, and with none that is not there`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode(pollingInterval: .seconds(600)) { late in
        try await database.withNode { node in
          let reader = LogReader("events")
          late.addObserver(reader)
          let owner = try await node.stores.account("ada")
          let photo = try await node.stores.add(1, by: owner)
          try await late.catchUp(to: node.latestSequence)
          #expect(late.latestSequence == node.latestSequence)
          #expect(reader.versions.keys.contains(photo.id))
          try await late.catchUp(to: node.latestSequence + 1000)
          #expect(late.latestSequence == node.latestSequence)
        }
      }
    }
  }

  /// Three nodes write and are stalled and cut off in the middle of what they send, for so many rounds a node.
  @Test(arguments: [60]) func `nothing is missed on three nodes whose connections stall and break`(rounds: Int)
    async throws
  {
    // A server of its own: whoever removes a database waits for connections to any other, and so for those that stall here.
    let server = try PostgreSQLTestServer(waitsForDisk: false)
    defer { server.end() }
    try await StoreTestDatabase.with(server) { database in
      let relays = try (0..<3).map { _ in try FaultyRelay(before: database.server.port) }
      for relay in relays { relay.pieceByteCount = 700 }
      let configuration = PostgreSQLPoolConfiguration(size: 2, deadline: .seconds(20))
      try await database.withNode(through: relays[0].port, configuration) { first in
        try await database.withNode(through: relays[1].port, configuration) { second in
          try await database.withNode(through: relays[2].port, configuration) { third in
            try await Self.run([first, second, third], relays, rounds)
          }
        }
      }
    }
  }

  private static func run(_ nodes: [PostgresStore], _ relays: [FaultyRelay], _ rounds: Int) async throws {
    let accounts = try await nodes[0].stores.accounts(5)
    for number in 0..<8 { try await nodes[0].stores.add(number, by: accounts[number % 5]) }
    let pages = nodes.indices.map { LogReader("pages of \($0)") }
    let events = nodes.indices.map { LogReader("events of \($0)") }
    for (node, reader) in zip(nodes, events) {
      try await eventually { node.latestSequence == 8 }
      node.addObserver(reader)
    }
    let chaos = Task {
      var generator = SeededGenerator(seed: 16)
      while !Task.isCancelled {
        let relay = relays[Int.random(in: 0..<3, using: &generator)]
        relay.mode = [.stalls, .keepsAnswers].randomElement(using: &generator) ?? .stalls
        try? await Task.sleep(for: .milliseconds(Int.random(in: 1...15, using: &generator)))
        if Int.random(in: 0..<4, using: &generator) == 0 { relay.cut() }
        relay.mode = .passes
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, node) in nodes.enumerated() {
        for writer in 0..<3 { group.addTask { await write(node, accounts, rounds, seed: 10 * index + writer) } }
        group.addTask { for _ in 0..<rounds { try? await pages[index].read(node) } }
      }
      try await group.waitForAll()
    }
    chaos.cancel()
    await chaos.value
    for relay in relays { relay.mode = .passes }
    try await expectComplete(nodes, pages, events)
  }

  /// Likes, unlikes and edits at random; where that is refused or cannot be done, it goes on.
  private static func write(_ node: PostgresStore, _ accounts: [Principal], _ rounds: Int, seed: Int) async {
    var generator = SeededGenerator(seed: UInt64(seed))
    for round in 0..<rounds {
      let photo = Sample.photoID(Int.random(in: 0..<8, using: &generator))
      let account = accounts[Int.random(in: 0..<5, using: &generator)]
      if Int.random(in: 0..<5, using: &generator) == 0 {
        _ = try? await node.stores.edit(photo, PhotoEdit(caption: "\(seed), \(round)"))
      } else {
        _ = try? await node.stores.like(photo, by: account, Bool.random(using: &generator))
      }
    }
  }

  private static func expectComplete(
    _ nodes: [PostgresStore], _ pages: [LogReader], _ events: [LogReader]
  ) async throws {
    var expected: [PhotoID: Int64] = [:]
    var latest: Int64 = 0
    for record in try await nodes[0].photos((0..<8).map { Sample.photoID($0) }) {
      let record = try #require(record)
      expected[record.id] = record.version
      latest = max(latest, record.sequence)
    }
    #expect(latest > 100)
    for (index, node) in nodes.enumerated() {
      try await eventually { node.latestSequence == latest }
      try await pages[index].read(node)
      #expect(pages[index].versions == expected)
      // Observers were added when each photo had its first version.
      #expect(events[index].versions == expected.filter { $0.value > 1 })
      #expect(pages[index].faults == [])
      #expect(events[index].faults == [])
    }
    for record in try await nodes[0].photos((0..<8).map { Sample.photoID($0) }) {
      let record = try #require(record)
      let likers = try await nodes[0].favourites(ofPhoto: record.id, after: nil, limit: 100)
      #expect(record.favouriteCount == likers.count)
    }
  }
}
