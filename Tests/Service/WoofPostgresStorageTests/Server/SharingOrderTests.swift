// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

/// Readers of the log of albums and links on any node miss nothing and never go back, whatever writers do.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct SharingOrderTests {
  private static let albumCount = 4
  private static let stepCount = 60

  @Test func `readers that follow page by page while two nodes write have what lists show at the end`() async throws {
    try await TwoNodes.with { nodes in
      let accounts = [
        try await nodes.first.stores.account("ada"), try await nodes.first.stores.account("bob"),
        try await nodes.first.stores.account("cleo"),
      ]
      for number in 0..<6 {
        try await nodes.first.stores.add(number, by: accounts[number % 2], visibility: number < 4 ? .public : .private)
      }
      for number in 0..<Self.albumCount { try await nodes.first.stores.makeAlbum(number, by: accounts[number % 2]) }
      let readers = accounts.map { ChangeReader.account($0.id) } + [.everybody, .administrator]
      let followers = readers.flatMap { reader in
        [nodes.first, nodes.second].map { SharingFollower($0, reader) }
      }
      let end = WritingEnd()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for follower in followers {
          group.addTask {
            while !end.isReached {
              try await follower.follow(limit: 2)
              await Task.yield()
            }
          }
        }
        try await withThrowingTaskGroup(of: Void.self) { writers in
          for (index, node) in [nodes.first, nodes.second, nodes.first].enumerated() {
            writers.addTask { await Self.write(on: node, accounts, seed: UInt64(index)) }
          }
          try await writers.waitForAll()
        }
        end.reach()
        try await group.waitForAll()
      }
      try await eventually { nodes.first.latestSequence == nodes.second.latestSequence }
      for follower in followers { try await follower.expectWhatListsShow() }
    }
  }

  @Test func `a change of an album that stands still between number and commit is not passed`() async throws {
    try await TwoNodes.with { nodes in
      let ada = try await nodes.first.stores.account("ada")
      for number in 1...2 { try await nodes.first.stores.makeAlbum(number, by: ada) }
      let known = nodes.first.latestSequence
      let writer = try BlockingSession(nodes.database.server.connectionString(of: nodes.database.name))
      try writer.execute("BEGIN; SELECT pg_advisory_xact_lock(\(WriteBatch.lock))")
      try writer.execute("UPDATE album SET version = version + 1, sequence = 0 WHERE number = 1")
      try writer.execute(SharingNumbers.statement.text)
      let edit = AlbumChange.edit(AlbumEdit(title: "new"))
      let change = Task { try await nodes.first.stores.change(Sample.albumID(2), edit, for: ada) }
      try await nodes.database.waitUntilSomebodyIsHeldUp()
      let page = try await nodes.second.sharingChanges(after: known, limit: 9, reader: .everybody, of: .albums)
      #expect(page.entries.isEmpty && page.through == known)
      try writer.execute("COMMIT")
      _ = try await change.value
      try await eventually { nodes.second.latestSequence == known + 2 }
      let later = try await nodes.second.sharingChanges(after: known, limit: 9, reader: .everybody, of: .albums)
      #expect(later.entries.map(\.sequence) == [known + 1, known + 2])
    }
  }

  @Test func `observers of both nodes hear how far albums and links have changed, in the order of the log`()
    async throws
  {
    try await TwoNodes.with { nodes in
      let observers = [nodes.first, nodes.second].map { node in
        let observer = OrderObserver()
        node.addObserver(observer)
        return observer
      }
      let ada = try await nodes.first.stores.account("ada")
      for number in 1...6 {
        let node = number.isMultiple(of: 2) ? nodes.first : nodes.second
        try await node.stores.add(number, by: ada)
        try await node.stores.makeAlbum(number, by: ada)
        try await node.stores.put([number], into: Sample.albumID(number), for: ada)
      }
      try await eventually { nodes.first.latestSequence == 18 && nodes.second.latestSequence == 18 }
      for observer in observers {
        let heard = observer.numbers
        #expect(heard == heard.sorted() && heard.last == 18)
        #expect(observer.photoCount == 6)
      }
    }
  }

  /// Makes random changes of albums, contributors, links and photos; many are refused, and change nothing.
  private static func write(on node: PostgresStore, _ accounts: [Principal], seed: UInt64) async {
    var random = SeededGenerator(seed: seed + 1)
    let stores = node.stores
    for step in 0..<stepCount {
      let album = Sample.albumID(Int.random(in: 0..<albumCount, using: &random))
      let photo = Sample.photoID(Int.random(in: 0..<6, using: &random))
      let visibility = Visibility.allCases.randomElement(using: &random) ?? .public
      let name = accounts[2].name
      let account = accounts[Int.random(in: 0..<2, using: &random)]
      let link = Int(seed) * 1000 + step
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: _ = try? await stores.change(album, .edit(AlbumEdit(visibility: visibility)), for: account)
      case 2: _ = try? await stores.change(album, .contributor(name, isAdded: true), for: account)
      case 3: _ = try? await stores.change(album, .contributor(name, isAdded: false), for: account)
      case 4: _ = try? await stores.change(album, .placing(photo, .end), for: account)
      case 5: _ = try? await stores.edit(photo, PhotoEdit(visibility: visibility))
      case 6: _ = try? await stores.makeLink(link, to: .album(album), by: account)
      default: _ = try? await node.removeLink(Sample.linkID(link - 3), of: account.id)
      }
    }
  }
}

/// The end of what writers do, until which readers read.
private final class WritingEnd: Sendable {
  private let state = Mutex(false)

  var isReached: Bool { state.withLock { $0 } }

  func reach() { state.withLock { $0 = true } }
}

/// A reader of the log on one node, with what it was told.
private actor SharingFollower {
  private let node: PostgresStore
  private let reader: ChangeReader
  private var position: Int64 = 0
  private var albums: [AlbumID: AlbumRecord] = [:]
  private var links: [ShareLinkID: ShareLink] = [:]

  init(_ node: PostgresStore, _ reader: ChangeReader) {
    self.node = node
    self.reader = reader
  }

  func follow(limit: Int) async throws {
    while true {
      let page = try await node.sharingChanges(
        after: position, limit: limit, reader: reader, of: [.albums, .links])
      #expect(page.entries.allSatisfy { $0.sequence > position && $0.sequence <= page.through })
      for entry in page.entries { take(entry.change) }
      #expect(page.through >= position)
      position = page.through
      guard page.hasMore else { return }
    }
  }

  private func take(_ change: SharingChange) {
    switch change {
    case .album(let album): albums[album.id] = album
    case .link(let link): links[link.id] = link
    case .withdrawal(let withdrawal):
      switch withdrawal.thing {
      case .album(let id, _): albums[id] = nil
      case .link(let id): links[id] = nil
      }
    }
  }

  func expectWhatListsShow() async throws {
    try await follow(limit: 3)
    let found = try await node.albumSnapshot(after: nil, limit: 99, reader: reader)
    #expect(Set(albums.values) == Set(found), "\(reader)")
    let own = try await node.linkSnapshot(after: nil, limit: 999, reader: reader, at: Sample.time(0))
    #expect(Set(links.values) == Set(own), "\(reader)")
  }
}

/// Keeps the numbers of what it hears.
private final class OrderObserver: ChangeObserver {
  private let heard = Mutex<(numbers: [Int64], photoCount: Int)>(([], 0))

  var numbers: [Int64] { heard.withLock { $0.numbers } }
  var photoCount: Int { heard.withLock { $0.photoCount } }

  func committed(_ changes: [PhotoRecord]) {
    heard.withLock {
      $0.numbers += changes.map(\.sequence)
      $0.photoCount += changes.count
    }
  }

  func advanced(to sequence: Int64) { heard.withLock { $0.numbers.append(sequence) } }
}
