// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let listBehaviours = [
    StoreBehaviour("everybody's list shows public photos only, the newest first") { stores in
      try await addOfEachVisibility(stores)
      #expect(try await numbers(stores, .readable(by: nil)) == [4, 1])
    },
    StoreBehaviour("the list of one who signed in shows all of its own as well") { stores in
      let (ada, bob) = try await addOfEachVisibility(stores)
      #expect(try await numbers(stores, .readable(by: ada.id)) == [4, 3, 2, 1])
      #expect(try await numbers(stores, .readable(by: bob.id)) == [6, 5, 4, 1])
    },
    StoreBehaviour("an owner's list shows all to the owner and the public ones to others") { stores in
      let (ada, bob) = try await addOfEachVisibility(stores)
      #expect(try await numbers(stores, .owned(by: ada.name, reader: ada.id)) == [3, 2, 1])
      #expect(try await numbers(stores, .owned(by: ada.name, reader: bob.id)) == [1])
      #expect(try await numbers(stores, .owned(by: ada.name, reader: nil)) == [1])
    },
    StoreBehaviour("the list of an owner that is not there is empty") { stores in
      let nobody = try #require(AccountName("nobody"))
      #expect(try await numbers(stores, .owned(by: nobody, reader: nil)).isEmpty)
    },
    StoreBehaviour("deleted photos are in no list") { stores in
      let (ada, _) = try await addOfEachVisibility(stores)
      for number in 1...4 { try await stores.edit(Sample.photoID(number), .deletion) }
      #expect(try await numbers(stores, .readable(by: ada.id)).isEmpty)
      #expect(try await numbers(stores, .owned(by: ada.name, reader: ada.id), .popular).isEmpty)
    },
    StoreBehaviour("pages of the newest hold each photo once, while others come and go") { stores in
      let account = try await stores.account("ada")
      for number in 1...6 { try await stores.add(number, by: account) }
      var query = PhotoQuery(scope: .readable(by: nil), limit: 2)
      var found = try await stores.records.photos(query)
      try await stores.add(7, by: account)
      try await stores.edit(Sample.photoID(5), .deletion)
      try await stores.edit(Sample.photoID(4), .deletion)
      query.after = PhotoQuery.Cursor(rank: 0, id: Sample.photoID(5))
      found += try await stores.records.photos(query)
      #expect(found.map(\.id) == [6, 5, 3, 2].map { Sample.photoID($0) })
    },
    StoreBehaviour("popular photos come the most liked first, and among equals the newest") { stores in
      let (ada, bob) = try await addOfEachVisibility(stores)
      try await stores.like(Sample.photoID(1), by: ada)
      try await stores.like(Sample.photoID(1), by: bob)
      try await stores.like(Sample.photoID(2), by: ada)
      try await stores.like(Sample.photoID(6), by: bob)
      #expect(try await numbers(stores, .readable(by: nil), .popular) == [1, 4])
      #expect(try await numbers(stores, .readable(by: ada.id), .popular) == [1, 2, 4, 3])
      #expect(try await numbers(stores, .readable(by: bob.id), .popular) == [1, 6, 5, 4])
      #expect(try await numbers(stores, .owned(by: ada.name, reader: nil), .popular) == [1])
    },
    StoreBehaviour("pages of the popular hold each photo once") { stores in
      let accounts = try await stores.accounts(4)
      for number in 0..<12 {
        try await stores.add(number, by: accounts[0])
        for account in accounts.prefix(number % 4) { try await stores.like(Sample.photoID(number), by: account) }
      }
      var query = PhotoQuery(scope: .readable(by: nil), order: .popular, limit: 5)
      var found: [PhotoRecord] = []
      while case let page = try await stores.records.photos(query), let last = page.last {
        found += page
        query.after = PhotoQuery.Cursor(behind: last, in: query.order)
      }
      #expect(found.map(\.id) == [11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0].map { Sample.photoID($0) })
    },
    StoreBehaviour("a page of no photos is empty") { stores in
      try await addOfEachVisibility(stores)
      #expect(try await stores.records.photos(PhotoQuery(scope: .readable(by: nil), limit: 0)).isEmpty)
      #expect(try await stores.records.photos(PhotoQuery(scope: .readable(by: nil), order: .popular, limit: 0)).isEmpty)
    },
  ]

  /// Adds 1 to 3 by Ada, and 4 to 6 by Bob: public, unlisted, private of each.
  @discardableResult
  static func addOfEachVisibility(_ stores: StoresUnderTest) async throws -> (Principal, Principal) {
    let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
    for (index, visibility) in Visibility.allCases.enumerated() {
      try await stores.add(1 + index, by: ada, visibility: visibility)
      try await stores.add(4 + index, by: bob, visibility: visibility)
    }
    return (ada, bob)
  }

  private static func numbers(
    _ stores: StoresUnderTest, _ scope: PhotoQuery.Scope, _ order: PhotoQuery.Order = .newest
  ) async throws -> [Int] {
    try await stores.ids(PhotoQuery(scope: scope, order: order, limit: 100)).map { Int($0.low & 0xFFFF) }
  }
}
