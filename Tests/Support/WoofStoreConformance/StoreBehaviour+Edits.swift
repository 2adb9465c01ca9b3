// SPDX-License-Identifier: Apache-2.0

import Testing
package import WoofCore
package import WoofModel

extension StoreBehaviour {
  static let editBehaviours = [
    StoreBehaviour("an edit of a favourite that is older than another one of its device changes nothing") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      let newer = try await stores.like(photo.id, by: ada, edit: "phone", 2)
      let older = try await stores.like(photo.id, by: ada, edit: "phone", 1, false)
      #expect(older == FavouriteState(photo: newer.photo, isFavourite: true))
      #expect(try await stores.records.photo(photo.id) == newer.photo)
    },
    StoreBehaviour("an edit that comes again changes nothing, whatever another device has done since") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      try await stores.like(photo.id, by: ada, edit: "phone", 1)
      try await stores.like(photo.id, by: ada, edit: "tablet", 1, false)
      #expect(try await stores.like(photo.id, by: ada, edit: "phone", 1).isFavourite == false)
      #expect(try await stores.favourites.favourites(among: [photo.id], of: ada.id).isEmpty)
    },
    StoreBehaviour("an edit that finds what it wants still puts earlier ones behind it") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      try await stores.like(photo.id, by: ada)
      try await stores.like(photo.id, by: ada, edit: "phone", 5)
      #expect(try await stores.like(photo.id, by: ada, edit: "phone", 4, false).isFavourite)
    },
    StoreBehaviour("numbers of edits count per account and photo, and edits without one always count") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...2 { try await stores.add(number, by: ada) }
      try await stores.like(Sample.photoID(1), by: ada, edit: "phone", 9)
      #expect(try await stores.like(Sample.photoID(1), by: bob, edit: "phone", 1).isFavourite)
      #expect(try await stores.like(Sample.photoID(2), by: ada, edit: "phone", 1).photo.favouriteCount == 1)
      #expect(try await stores.like(Sample.photoID(1), by: ada, false).favouriteCount == 1)
    },
    StoreBehaviour("an edit that is refused leaves no number") { stores in
      let ada = try await stores.account("ada")
      let photo = try await stores.add(1, by: ada)
      let stamp = try #require(EditStamp(device: "phone", number: 5))
      await expectProblem(.preconditionFailed) {
        _ = try await stores.favourites.setFavourite(
          true, of: photo.id, by: ada.id, at: Sample.time(0), edit: stamp, if: .never)
      }
      #expect(try await stores.like(photo.id, by: ada, edit: "phone", 4).isFavourite)
    },
  ]
}

extension StoresUnderTest {
  /// Sets or unsets a favourite by an edit of a device.
  @discardableResult
  package func like(
    _ photo: PhotoID, by account: Principal, edit device: String, _ number: Int64, _ isFavourite: Bool = true
  ) async throws -> FavouriteState {
    try await favourites.setFavourite(
      isFavourite, of: photo, by: account.id, at: Sample.time(0), edit: EditStamp(device: device, number: number),
      if: .presence)
  }
}
