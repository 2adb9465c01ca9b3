// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import TestKit
@testable import WoofAPI

struct RecentChangesTests {
  private func change(
    _ photo: Int, at sequence: Int64, metadataAt metadata: Int64 = 1, withdrawnAt withdrawn: Int64 = 0,
    visibility: Visibility = .public
  ) throws -> FeedChange {
    var record = try PhotoRecord.sample(id: FeedHouse.id(photo), visibility: visibility)
    record.sequence = sequence
    record.metadataSequence = metadata
    record.withdrawnSequence = withdrawn
    return FeedChange(record)
  }

  private func sequences(_ page: FeedPage) -> [Int64] { page.items.compactMap(\.photo?.sequence) }

  @Test func `a reader gets the changes after its position`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 4)
    for sequence in Int64(5)...8 { recent.append(try change(Int(sequence), at: sequence)) }
    let page = recent.page(known: 6, after: 6, limit: 10, reader: .everybody)
    #expect(sequences(page) == [7, 8])
    #expect(page.next == .upToDate(8))
    #expect(!page.hasMore)
  }

  @Test func `only the newest of several changes of a photo is kept`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 0)
    recent.append(try change(1, at: 1))
    recent.append(try change(2, at: 2))
    recent.append(try change(1, at: 3))
    let page = recent.page(known: 0, after: 0, limit: 10, reader: .everybody)
    #expect(sequences(page) == [2, 3])
    #expect(page.collapsedCount == 1)
  }

  @Test func `a change of favourites that hides one of metadata is reported as both`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 0)
    recent.append(try change(1, at: 5, metadataAt: 5))
    recent.append(try change(1, at: 6, metadataAt: 5))
    let behind = recent.page(known: 4, after: 4, limit: 10, reader: .everybody)
    let upToDate = recent.page(known: 5, after: 5, limit: 10, reader: .everybody)
    #expect(behind.items.map(\.photoKind) == [.photo])
    #expect(upToDate.items.map(\.photoKind) == [.favourites])
  }

  @Test func `a page that is cut short ends where it was cut`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 0)
    recent.append(try change(1, at: 1, metadataAt: 1))
    recent.append(try change(2, at: 2))
    recent.append(try change(3, at: 3))
    recent.append(try change(1, at: 4, metadataAt: 1))
    let first = recent.page(known: 0, after: 0, limit: 1, reader: .everybody)
    #expect(sequences(first) == [2])
    #expect(first.next == .changes(known: 0, through: 2))
    #expect(first.hasMore)
    let second = recent.page(known: 0, after: 2, limit: 10, reader: .everybody)
    #expect(sequences(second) == [3, 4])
    #expect(second.items.last?.photoKind == .photo)
    #expect(second.items.last?.position == .upToDate(4))
  }

  @Test func `each item of a complete page is a place to go on from`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 0)
    for sequence in Int64(1)...3 { recent.append(try change(Int(sequence), at: sequence)) }
    let page = recent.page(known: 0, after: 0, limit: 10, reader: .everybody)
    #expect(page.items.map(\.position) == [.upToDate(1), .upToDate(2), .upToDate(3)])
  }

  @Test func `a stranger sees nothing of a private photo, and its owner everything`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 0)
    recent.append(try change(1, at: 1, visibility: .private))
    let stranger = recent.page(known: 0, after: 0, limit: 10, reader: .account(AccountID(rawValue: 2)))
    let owner = recent.page(known: 0, after: 0, limit: 10, reader: .account(AccountID(rawValue: 1)))
    #expect(stranger.items.isEmpty)
    #expect(stranger.next == .upToDate(1))
    #expect(owner.items.map(\.view) == [.visible(.photo)])
  }

  @Test func `readers that knew a photo get its withdrawal, and others do not`() throws {
    var recent = RecentChanges(capacity: 10, startingAfter: 0)
    recent.append(try change(1, at: 7, metadataAt: 7, withdrawnAt: 7, visibility: .private))
    recent.append(try change(1, at: 9, metadataAt: 7, withdrawnAt: 7, visibility: .private))
    #expect(recent.page(known: 6, after: 6, limit: 10, reader: .everybody).items.map(\.view) == [.withdrawn])
    #expect(recent.page(known: 8, after: 8, limit: 10, reader: .everybody).items.isEmpty)
  }

  @Test func `a few photos that change all the time do not displace the others`() throws {
    var recent = RecentChanges(capacity: 4, startingAfter: 0)
    recent.append(try change(1, at: 1))
    for sequence in Int64(2)...1000 { recent.append(try change(2 + Int(sequence) % 2, at: sequence)) }
    #expect(recent.floor == 0)
    #expect(sequences(recent.page(known: 0, after: 0, limit: 10, reader: .everybody)) == [1, 999, 1000])
  }

  @Test func `a displaced change raises the floor`() throws {
    var recent = RecentChanges(capacity: 4, startingAfter: 0)
    for sequence in Int64(1)...8 { recent.append(try change(Int(sequence), at: sequence)) }
    #expect(recent.floor == 4)
    #expect(sequences(recent.page(known: 4, after: 4, limit: 10, reader: .everybody)) == [5, 6, 7, 8])
  }

  @Test func `changes that are already known are left out`() throws {
    var recent = RecentChanges(capacity: 4, startingAfter: 5)
    recent.append(try change(1, at: 5))
    recent.append(try change(1, at: 6))
    recent.append(try change(1, at: 6))
    #expect(sequences(recent.page(known: 5, after: 5, limit: 10, reader: .everybody)) == [6])
  }

  @Test func `a reader above the floor gets each changed photo once, as it is now`() throws {
    var random = SeededGenerator(seed: 3)
    var recent = RecentChanges(capacity: 8, startingAfter: 0)
    var newest: [Int: Int64] = [:]
    for sequence in Int64(1)...2000 {
      let photo = Int(random.next() % 30)
      newest[photo] = sequence
      recent.append(try change(photo, at: sequence))
      let position = Int64(random.next() % UInt64(sequence + 1))
      guard position >= recent.floor else { continue }
      let expected = newest.values.filter { $0 > position }.sorted()
      #expect(sequences(recent.page(known: position, after: position, limit: 100, reader: .everybody)) == expected)
    }
    #expect(recent.floor > 0)
  }
}

extension FeedItem {
  /// The reader's view of a photo; `nil` for other things.
  fileprivate var view: ChangeView? {
    guard case .photo(_, let view) = content else { return nil }
    return view
  }
}
