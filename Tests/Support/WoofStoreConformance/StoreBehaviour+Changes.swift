// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let changeBehaviours = [
    StoreBehaviour("a new log is empty") { stores in
      #expect(stores.changes.latestSequence == 0)
      #expect(stores.changes.horizon == 0)
      let page = try await stores.changes.changes(after: 0, limit: 10, reader: .everybody)
      #expect(page == ChangeLogPage(photos: [], through: 0, hasMore: false))
    },
    StoreBehaviour("the log gives each photo once, as it is now, where it changed last") { stores in
      let account = try await stores.account("ada")
      for number in 1...3 { try await stores.add(number, by: account) }
      try await stores.like(Sample.photoID(1), by: account)
      let edited = try await stores.edit(Sample.photoID(2), PhotoEdit(caption: "new"))
      try await stores.like(Sample.photoID(1), by: account, false)
      let page = try await stores.changes.changes(after: 0, limit: 10, reader: .everybody)
      #expect(page.photos.map(\.id) == [3, 2, 1].map { Sample.photoID($0) })
      #expect(page.photos.contains(edited))
      #expect(page.through == stores.changes.latestSequence)
      #expect(!page.hasMore)
    },
    StoreBehaviour("reading the log page by page finds everything once") { stores in
      let account = try await stores.account("ada")
      for number in 1...20 { try await stores.add(number, by: account) }
      for number in stride(from: 1, through: 20, by: 3) { try await stores.like(Sample.photoID(number), by: account) }
      let found = try await readAll(stores, reader: .everybody, limit: 3)
      #expect(found.map(\.id).sorted() == (1...20).map { Sample.photoID($0) })
    },
    StoreBehaviour("others' photos that are not public are not in the log") { stores in
      let (ada, bob) = try await addOfEachVisibility(stores)
      #expect(try await numbers(stores, reader: .everybody) == [1, 4])
      #expect(try await numbers(stores, reader: .account(ada.id)) == [1, 4, 2, 3])
      #expect(try await numbers(stores, reader: .account(bob.id)) == [1, 4, 5, 6])
      #expect(try await numbers(stores, reader: .administrator) == [1, 4, 2, 5, 3, 6])
    },
    StoreBehaviour("who saw a photo in public hears that it is gone, whatever happens to it afterwards") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...6 { try await stores.add(number, by: ada) }
      let known = stores.changes.latestSequence
      let withdrawn = try await stores.edit(Sample.photoID(2), PhotoEdit(visibility: .unlisted))
      for number in 3...5 { try await stores.like(Sample.photoID(number), by: bob) }
      try await stores.like(Sample.photoID(2), by: ada)
      try await stores.edit(Sample.photoID(2), PhotoEdit(caption: "out of sight"))
      for reader in [ChangeReader.everybody, .account(bob.id)] {
        let first = try await stores.changes.changes(after: known, limit: 1, reader: reader)
        #expect(first.photos.map(\.id) == [Sample.photoID(2)])
        #expect(first.photos.first?.sequence(inLogOf: reader) == withdrawn.sequence)
        #expect(first.through == withdrawn.sequence)
        let rest = try await readAll(stores, reader: reader, after: first.through, limit: 1)
        #expect(rest.map(\.id) == (3...5).map { Sample.photoID($0) })
      }
      #expect(
        try await readAll(stores, reader: .account(ada.id), after: known, limit: 1).map(\.id).last == Sample.photoID(2))
    },
    StoreBehaviour("who never saw a photo in public hears nothing of it") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada, visibility: .private)
      try await stores.edit(photo.id, PhotoEdit(caption: "secret"))
      try await stores.edit(photo.id, .deletion)
      #expect(try await readAll(stores, reader: .everybody, limit: 1).isEmpty)
    },
    StoreBehaviour("a deleted photo stays in the log") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      let known = stores.changes.latestSequence
      let deleted = try await stores.edit(photo.id, .deletion)
      let page = try await stores.changes.changes(after: known, limit: 10, reader: .everybody)
      #expect(page.photos == [deleted])
    },
    StoreBehaviour("a snapshot holds what is live and listed, or the reader's own, by id and page by page") { stores in
      let (ada, _) = try await addOfEachVisibility(stores)
      try await stores.edit(Sample.photoID(4), .deletion)
      let first = try await stores.changes.snapshot(after: nil, limit: 2, reader: .account(ada.id))
      #expect(first.map(\.id) == [1, 2].map { Sample.photoID($0) })
      let second = try await stores.changes.snapshot(after: first.last?.id, limit: 2, reader: .account(ada.id))
      #expect(second.map(\.id) == [Sample.photoID(3)])
      #expect(try await stores.changes.snapshot(after: first.last?.id, limit: 9, reader: .administrator).count == 3)
      #expect(
        try await stores.changes.snapshot(after: nil, limit: 9, reader: .everybody).map(\.id) == [Sample.photoID(1)])
    },
    StoreBehaviour("an observer hears of every change in its order, before who made it gets an answer") { stores in
      let observer = RecordingObserver()
      stores.changes.addObserver(observer)
      let account = try await stores.account("ada")
      var made = [try await stores.add(1, by: account)]
      #expect(observer.changes == made)
      made.append(try await stores.like(Sample.photoID(1), by: account))
      #expect(observer.changes == made)
      try await stores.like(Sample.photoID(1), by: account)
      made.append(try await stores.edit(Sample.photoID(1), .deletion))
      #expect(observer.changes == made)
    },
    StoreBehaviour("changes made at once have numbers without gaps, and observers hear them in order") { stores in
      let observer = RecordingObserver()
      stores.changes.addObserver(observer)
      let account = try await stores.account("ada")
      for number in 0..<5 { try await stores.add(number, by: account) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<5 {
          group.addTask {
            for round in 0..<10 { try await stores.like(Sample.photoID(number), by: account, round.isMultiple(of: 2)) }
          }
        }
        try await group.waitForAll()
      }
      #expect(observer.changes.map(\.sequence) == Array(1...55))
      #expect(stores.changes.latestSequence == 55)
    },
  ]

  private static func numbers(_ stores: StoresUnderTest, reader: ChangeReader) async throws -> [Int] {
    try await readAll(stores, reader: reader, limit: 100).map { Int($0.id.low & 0xFFFF) }
  }

  private static func readAll(
    _ stores: StoresUnderTest, reader: ChangeReader, after start: Int64 = 0, limit: Int
  ) async throws -> [PhotoRecord] {
    var found: [PhotoRecord] = []
    var position = start
    while true {
      let page = try await stores.changes.changes(after: position, limit: limit, reader: reader)
      #expect(page.photos.count <= limit)
      found += page.photos
      #expect(page.through > position || !page.hasMore)
      position = page.through
      guard page.hasMore else { return found }
    }
  }
}

/// Keeps what it hears.
final class RecordingObserver: ChangeObserver {
  private let heard = Mutex<[PhotoRecord]>([])

  var changes: [PhotoRecord] { heard.withLock { $0 } }

  func committed(_ changes: [PhotoRecord]) { heard.withLock { $0 += changes } }
}
