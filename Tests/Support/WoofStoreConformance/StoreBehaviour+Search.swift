// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let searchBehaviours = [
    StoreBehaviour("administrators find photos of all owners and visibilities, the newest first") { stores in
      let (ada, _) = try await addOfEachVisibility(stores)
      #expect(try await numbers(stores, PhotoSearch(limit: 10)) == [6, 5, 4, 3, 2, 1])
      #expect(try await numbers(stores, PhotoSearch(owner: ada.name, limit: 10)) == [3, 2, 1])
      #expect(try await numbers(stores, PhotoSearch(visibility: .private, limit: 10)) == [6, 3])
      #expect(try await numbers(stores, PhotoSearch(owner: ada.name, visibility: .unlisted, limit: 10)) == [2])
      #expect(try await numbers(stores, PhotoSearch(owner: AccountName("nobody"), limit: 10)) == [])
    },
    StoreBehaviour("a search finds what holds to all its conditions") { stores in
      let ada = try await stores.account("ada")
      for number in 1...4 {
        var draft = Sample.draft(number, by: ada)
        draft.caption = ["Rex", "Bella", "REX again", ""][number - 1]
        draft.original.type = number.isMultiple(of: 2) ? .png : .jpeg
        _ = try await stores.records.addPhoto(draft, idempotency: nil)
      }
      #expect(try await numbers(stores, PhotoSearch(text: "rex", limit: 10)) == [3, 1])
      #expect(try await numbers(stores, PhotoSearch(type: .png, limit: 10)) == [4, 2])
      #expect(try await numbers(stores, PhotoSearch(since: Sample.time(3), limit: 10)) == [4, 3])
      #expect(try await numbers(stores, PhotoSearch(until: Sample.time(3), limit: 10)) == [2, 1])
      let search = PhotoSearch(type: .jpeg, since: Sample.time(2), until: Sample.time(4), text: "Again", limit: 10)
      #expect(try await numbers(stores, search) == [3])
    },
    StoreBehaviour("a search page by page finds the same as at once, in every order") { stores in
      let accounts = try await stores.accounts(3)
      for number in 1...12 {
        var draft = Sample.draft(number, by: accounts[number % 2], visibility: Visibility.allCases[number % 3])
        draft.original.byteCount = Int64(1000 * (number % 4))
        _ = try await stores.records.addPhoto(draft, idempotency: nil)
        for account in accounts.prefix(number % 4) { try await stores.like(draft.id, by: account) }
      }
      for number in [4, 9] { try await stores.edit(Sample.photoID(number), .deletion) }
      for order in PhotoSearch.Order.allCases {
        for state in PhotoSearch.State.allCases {
          let all = try await numbers(stores, PhotoSearch(state: state, order: order, limit: 100))
          #expect(all.count == [.live: 10, .deleted: 2, .all: 12][state])
          for limit in [1, 3, 12] {
            #expect(try await numbers(stores, PhotoSearch(state: state, order: order, limit: limit)) == all)
          }
        }
      }
      let popular = try await numbers(stores, PhotoSearch(order: .popular, limit: 100))
      #expect(popular == [11, 7, 3, 10, 6, 2, 5, 1, 12, 8])
      let largest = try await numbers(stores, PhotoSearch(order: .largest, limit: 100))
      #expect(largest == [11, 7, 3, 10, 6, 2, 5, 1, 12, 8])
    },
    StoreBehaviour("who likes a photo is found page by page, and since when") { stores in
      let accounts = try await stores.accounts(5)
      let photo = try await stores.add(1, by: accounts[0], visibility: .private)
      for (index, account) in accounts.enumerated() { try await stores.like(photo.id, by: account, at: Int64(index)) }
      try await stores.like(photo.id, by: accounts[2], false)
      let all = try await stores.favourites.favourites(ofPhoto: photo.id, after: nil, limit: 10)
      #expect(all.map(\.account) == [0, 1, 3, 4].map { accounts[$0].name })
      #expect(all.map(\.setAt) == [0, 1, 3, 4].map { Sample.time($0) })
      let first = try await stores.favourites.favourites(ofPhoto: photo.id, after: nil, limit: 2)
      let rest = try await stores.favourites.favourites(ofPhoto: photo.id, after: first.last?.account, limit: 9)
      #expect(first + rest == all)
      #expect(try await stores.favourites.favourites(ofPhoto: Sample.photoID(9), after: nil, limit: 9) == [])
    },
    StoreBehaviour("a photo says whether something is still to be derived from it") { stores in
      var draft = Sample.draft(1, by: try await stores.account("ada"), visibility: .private)
      draft.awaitsDerivation = true
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      #expect(try await stores.administration.administeredPhoto(draft.id)?.awaitsDerivation == true)
      try await stores.derivations.endDerivation(of: draft.id, isAnew: false)
      #expect(try await stores.administration.administeredPhoto(draft.id)?.awaitsDerivation == false)
      #expect(try await stores.administration.administeredPhoto(Sample.photoID(2)) == nil)
    },
    StoreBehaviour("what is stored is counted") { stores in
      #expect(try await stores.counts() == [0, 0, 0, 0, 0, 0, 0])
      let accounts = try await stores.accounts(2)
      var draft = Sample.draft(1, by: accounts[0])
      draft.awaitsDerivation = true
      _ = try await stores.records.addPhoto(draft, idempotency: nil)
      try await stores.add(2, by: accounts[1], bytes: 1)
      try await stores.add(3, by: accounts[1])
      for number in 1...3 { try await stores.like(Sample.photoID(number), by: accounts[0]) }
      #expect(try await stores.counts() == [2, 3, 0, 3, 0, 2, 1])
      try await stores.edit(Sample.photoID(3), .deletion)
      #expect(try await stores.counts() == [2, 2, 1, 2, 0, 2, 1])
      try await stores.edit(Sample.photoID(1), .deletion)
      #expect(try await stores.counts() == [2, 1, 2, 1, 0, 2, 0])
      _ = try await stores.administration.restorePhoto(Sample.photoID(3))
      #expect(try await stores.counts() == [2, 2, 1, 2, 0, 2, 1])
      #expect(try await stores.administration.counts().blobByteCount == 2000)
    },
  ]

  /// The numbers of all photos that a search finds, page after page.
  static func numbers(_ stores: StoresUnderTest, _ search: PhotoSearch) async throws -> [Int] {
    var search = search
    var numbers: [Int] = []
    while true {
      let page = try await stores.administration.photos(matching: search)
      #expect(page.photos.count <= search.limit)
      numbers += page.photos.map { Int($0.record.id.low & 0xFFFF) }
      guard let next = page.next else { return numbers }
      search.after = next
    }
  }
}

extension StoresUnderTest {
  /// Accounts, photos, restorable ones, favourites, variants, blobs, derivations.
  fileprivate func counts() async throws -> [Int] {
    let counts = try await administration.counts()
    return [
      counts.accountCount, counts.photoCount, counts.restorablePhotoCount, counts.favouriteCount, counts.variantCount,
      counts.blobCount, counts.derivationCount,
    ]
  }
}
