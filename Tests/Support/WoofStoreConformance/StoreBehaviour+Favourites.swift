// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let favouriteBehaviours = [
    StoreBehaviour("a favourite counts, and makes a version and a change") { stores in
      let account = try await stores.account("ada")
      let old = try await stores.add(1, by: account)
      let new = try await stores.like(old.id, by: account)
      #expect(new.favouriteCount == 1)
      #expect(new.version == old.version + 1)
      #expect(new.sequence > old.sequence)
      #expect(new.metadataSequence == old.metadataSequence)
      #expect(try await stores.records.photo(old.id) == new)
      #expect(stores.changes.latestSequence == new.sequence)
    },
    StoreBehaviour("setting what is set and unsetting what is not change nothing") { stores in
      let account = try await stores.account("ada")
      let old = try await stores.add(1, by: account)
      #expect(try await stores.like(old.id, by: account, false) == old)
      let liked = try await stores.like(old.id, by: account)
      #expect(try await stores.like(old.id, by: account, at: 5) == liked)
      let favourites = try await stores.favourites.favourites(of: account.id, after: nil, limit: 9)
      #expect(favourites.map(\.cursor.setAt) == [Sample.time(0)])
      #expect(stores.changes.latestSequence == liked.sequence)
    },
    StoreBehaviour("a favourite that is unset counts no more") { stores in
      let account = try await stores.account("ada")
      let photo = try await stores.add(1, by: account)
      try await stores.like(photo.id, by: account)
      #expect(try await stores.like(photo.id, by: account, false).favouriteCount == 0)
      #expect(try await stores.favourites.favourites(among: [photo.id], of: account.id).isEmpty)
      #expect(try await stores.favourites.favourites(of: account.id, after: nil, limit: 9).isEmpty)
    },
    StoreBehaviour("a favourite is set only where the newest record fulfils the condition") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let photo = try await stores.add(1, by: ada)
      try await stores.checkConditions(of: photo.id, by: ada, bob) { condition in
        try await stores.favourites.setFavourite(true, of: photo.id, by: bob.id, at: Sample.time(0), if: condition)
      }
      #expect(try await stores.records.photo(photo.id)?.favouriteCount == 1)
      await expectProblem(.notFound) { try await stores.like(Sample.photoID(2), by: bob) }
      try await stores.edit(photo.id, .deletion)
      await expectProblem(.gone) { try await stores.like(photo.id, by: bob) }
    },
    StoreBehaviour("the count is exact when many set and unset at once") { stores in
      let accounts = try await stores.accounts(20)
      let photo = try await stores.add(1, by: accounts[0])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, account) in accounts.enumerated() {
          group.addTask {
            for round in 0..<11 { try await stores.like(photo.id, by: account, round.isMultiple(of: 2)) }
            if index.isMultiple(of: 2) { try await stores.like(photo.id, by: account, false) }
          }
        }
        try await group.waitForAll()
      }
      let record = try await stores.records.photo(photo.id)
      #expect(record?.favouriteCount == 10)
      #expect(record?.version == photo.version + 20 * 11 + 10)
    },
    StoreBehaviour("an account's favourites come the newest like first, page by page") { stores in
      let account = try await stores.account("ada")
      for number in 1...5 {
        try await stores.add(number, by: account)
        try await stores.like(Sample.photoID(number), by: account, at: Int64(10 - number))
      }
      let first = try await stores.favourites.favourites(of: account.id, after: nil, limit: 2)
      #expect(first.map(\.photo.id) == [Sample.photoID(1), Sample.photoID(2)])
      let second = try await stores.favourites.favourites(of: account.id, after: first.last?.cursor, limit: 2)
      #expect(second.map(\.photo.id) == [Sample.photoID(3), Sample.photoID(4)])
      let third = try await stores.favourites.favourites(of: account.id, after: second.last?.cursor, limit: 2)
      #expect(third.map(\.photo.id) == [Sample.photoID(5)])
    },
    StoreBehaviour("favourites of one millisecond all come, each once") { stores in
      let account = try await stores.account("ada")
      for number in 1...5 {
        try await stores.add(number, by: account)
        try await stores.like(Sample.photoID(number), by: account, at: 7)
      }
      var found: [PhotoID] = []
      var cursor: FavouriteCursor?
      while let next = try await stores.favourites.favourites(of: account.id, after: cursor, limit: 1).first {
        found.append(next.photo.id)
        cursor = next.cursor
      }
      #expect(found.sorted() == (1...5).map { Sample.photoID($0) })
    },
    StoreBehaviour("an account's favourites leave out what it may not read, and what is deleted") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...4 {
        try await stores.add(number, by: ada)
        try await stores.like(Sample.photoID(number), by: bob, at: Int64(number))
        try await stores.like(Sample.photoID(number), by: ada, at: Int64(number))
      }
      try await stores.edit(Sample.photoID(2), PhotoEdit(visibility: .private))
      try await stores.edit(Sample.photoID(3), .deletion)
      let favourites = try await stores.favourites.favourites(of: bob.id, after: nil, limit: 2)
      #expect(favourites.map(\.photo.id) == [Sample.photoID(4), Sample.photoID(1)])
      let own = try await stores.favourites.favourites(of: ada.id, after: nil, limit: 9)
      #expect(own.map(\.photo.id) == [Sample.photoID(4), Sample.photoID(2), Sample.photoID(1)])
    },
    StoreBehaviour("it is known which of some photos an account likes") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...3 { try await stores.add(number, by: ada) }
      try await stores.like(Sample.photoID(1), by: ada)
      try await stores.like(Sample.photoID(2), by: bob)
      let all = (1...4).map { Sample.photoID($0) }
      #expect(try await stores.favourites.favourites(among: all, of: ada.id) == [Sample.photoID(1)])
      #expect(try await stores.favourites.favourites(among: [], of: ada.id).isEmpty)
    },
  ]
}
