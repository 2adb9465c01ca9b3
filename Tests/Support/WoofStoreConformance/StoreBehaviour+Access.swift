// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

/// Stores find and read photos as ``WoofCore/PhotoAccess`` says, for every owner, visibility and reader.
extension StoreBehaviour {
  static let accessBehaviours = [
    StoreBehaviour("lists, by owner or not, hold what the rule of access lets the reader find") { stores in
      let photos = try await photosOfEachKind(stores)
      for reader in photos.readers {
        for order in PhotoQuery.Order.allCases {
          let everything = try await found(stores, .readable(by: reader.account), order)
          #expect(everything == photos.found(by: reader), "\(reader), \(order)")
          for owner in photos.owners {
            let owned = try await found(stores, .owned(by: owner.name, reader: reader.account), order)
            #expect(owned == photos.found(by: reader, ownedBy: owner.id), "\(reader), \(order), \(owner.name)")
          }
        }
      }
    },
    StoreBehaviour("a snapshot holds what the rule of access lets the reader find") { stores in
      let photos = try await photosOfEachKind(stores)
      for reader in photos.readers + [.administrator] {
        let snapshot = try await stores.changes.snapshot(after: nil, limit: 100, reader: reader)
        #expect(Set(snapshot.map(\.id)) == photos.found(by: reader), "\(reader)")
      }
    },
    StoreBehaviour("the change log tells of a photo, or that it is gone, as the rule of access says") { stores in
      let photos = try await photosOfEachKind(stores)
      for reader in photos.readers + [.administrator] {
        let page = try await stores.changes.changes(after: 0, limit: 100, reader: reader)
        let seen = page.photos.filter { $0.access.allowsFinding(by: reader) }
        let expected = photos.records.filter { $0.access.allowsFinding(by: reader) }
        #expect(Set(seen.map(\.id)) == Set(expected.map(\.id)), "\(reader)")
        // What the reader does not see stands in the log only where it was taken out of its sight.
        for photo in page.photos where !photo.access.allowsFinding(by: reader) {
          #expect(photo.sequence(inLogOf: reader) > 0, "\(reader)")
        }
      }
    },
    StoreBehaviour("an account's favourites hold what the rule of access lets it read") { stores in
      let photos = try await photosOfEachKind(stores)
      for reader in photos.owners {
        for photo in photos.records where !photo.isDeleted { try await stores.like(photo.id, by: reader) }
        let liked = try await stores.favourites.favourites(of: reader.id, after: nil, limit: 100)
        let expected = photos.records.filter { !$0.isDeleted && $0.access.allowsReading(by: reader.id) }
        #expect(Set(liked.map(\.photo.id)) == Set(expected.map(\.id)), "\(reader.name)")
      }
    },
    StoreBehaviour("photos of the same bytes are known to whom the rule of access lets find them") { stores in
      let photos = try await photosOfEachKind(stores)
      for reader in photos.owners {
        for photo in photos.records {
          let known = try await stores.derivations.photos(
            ofOriginal: photo.original.digest, knownTo: reader.id, limit: 100)
          let isFound = !photo.isDeleted && photo.access.allowsFinding(by: .account(reader.id))
          #expect(known == (isFound ? [photo.id] : []), "\(reader.name), \(photo.access)")
        }
      }
    },
  ]

  /// Photos of two owners, of each visibility, there and deleted, and who may read them.
  private struct Photos {
    let owners: [Principal]
    let records: [PhotoRecord]

    var readers: [ChangeReader] { [.everybody] + owners.map { .account($0.id) } }

    func found(by reader: ChangeReader, ownedBy owner: AccountID? = nil) -> Set<PhotoID> {
      let found = records.filter { photo in
        !photo.isDeleted && photo.access.allowsFinding(by: reader) && owner ?? photo.ownerID == photo.ownerID
      }
      return Set(found.map(\.id))
    }
  }

  private static func photosOfEachKind(_ stores: StoresUnderTest) async throws -> Photos {
    let owners = [try await stores.account("ada"), try await stores.account("bob"), try await stores.account("cleo")]
    var records: [PhotoRecord] = []
    var number = 0
    for owner in owners.prefix(2) {
      for visibility in Visibility.allCases {
        for isDeleted in [false, true] {
          number += 1
          try await stores.add(number, by: owner, visibility: visibility)
          if isDeleted { try await stores.edit(Sample.photoID(number), .deletion) }
          records.append(try #require(try await stores.records.photo(Sample.photoID(number))))
        }
      }
    }
    return Photos(owners: owners, records: records)
  }

  private static func found(
    _ stores: StoresUnderTest, _ scope: PhotoQuery.Scope, _ order: PhotoQuery.Order
  ) async throws -> Set<PhotoID> {
    Set(try await stores.records.photos(PhotoQuery(scope: scope, order: order, limit: 100)).map(\.id))
  }
}
