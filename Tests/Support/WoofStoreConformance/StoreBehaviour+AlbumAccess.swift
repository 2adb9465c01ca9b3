// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

/// Albums show of their photos what ``WoofCore/PhotoAccess`` lets the reader read, and count and represent no others.
extension StoreBehaviour {
  static let albumAccessBehaviours = [
    StoreBehaviour("an album lists, counts and is represented by the photos that its reader may read, and no others") {
      stores in
      let album = try await albumOfEachKind(stores)
      for reader in album.readers {
        let expected = album.seen(by: reader)
        let found = try await stores.photoNumbers(of: album.id, for: reader)
        #expect(found == expected.map { Int($0.id.low & 0xFFFF) }, "\(String(describing: reader?.name))")
        let record = try #require(try await stores.albums.album(album.id, for: reader?.id))
        #expect(record.photoCount == expected.count, "\(String(describing: reader?.name))")
        #expect(record.cover == expected.first?.id, "\(String(describing: reader?.name))")
      }
    },
    StoreBehaviour("a cover stands for the album where its reader may read it, and else the first photo does") {
      stores in
      let album = try await albumOfEachKind(stores)
      let owner = album.accounts[0]
      for photo in album.photos {
        let edit = AlbumChange.edit(AlbumEdit(cover: .photo(photo.id)))
        guard album.seen(by: owner).contains(photo) else {
          await expectProblem(.invalidParameter) { try await stores.change(album.id, edit, for: owner) }
          continue
        }
        #expect(try await stores.change(album.id, edit, for: owner).cover == photo.id)
        for reader in album.readers {
          let seen = album.seen(by: reader)
          let expected = seen.contains(photo) ? photo.id : seen.first?.id
          let found = try await stores.albums.album(album.id, for: reader?.id)?.cover
          #expect(found == expected, "\(String(describing: reader?.name)), \(photo.access)")
        }
      }
    },
    StoreBehaviour("a cover is a photo of the album, is taken back, and is forgotten when it is taken out") { stores in
      let ada = try await stores.account("ada")
      let album = try await stores.makeAlbum(1, by: ada).id
      for number in 1...4 { try await stores.add(number, by: ada) }
      try await stores.put(1...3, into: album, for: ada)
      func choose(_ cover: AlbumEdit.Cover) async throws -> AlbumRecord {
        try await stores.change(album, .edit(AlbumEdit(cover: cover)), for: ada)
      }
      for number in [4, 9] {
        await expectProblem(.invalidParameter) { _ = try await choose(.photo(Sample.photoID(number))) }
      }
      let chosen = try await choose(.photo(Sample.photoID(2)))
      #expect(chosen.cover == Sample.photoID(2) && chosen.version == 5)
      #expect(try await choose(.photo(Sample.photoID(2))) == chosen)
      #expect(try await choose(.first).cover == Sample.photoID(1))
      _ = try await choose(.photo(Sample.photoID(3)))
      #expect(try await stores.change(album, .removal(Sample.photoID(3)), for: ada).cover == Sample.photoID(1))
      try await stores.put([3], into: album, for: ada)
      #expect(try await stores.albums.album(album, for: nil)?.cover == Sample.photoID(1))
      for number in 1...3 { try await stores.change(album, .removal(Sample.photoID(number)), for: ada) }
      #expect(try await stores.albums.album(album, for: nil)?.cover == nil)
    },
    StoreBehaviour("an album follows at once who may read its photos, and is a new version then") { stores in
      let ada = try await stores.account("ada")
      let album = try await albumOfTwo(stores, by: ada)
      let steps: [(Visibility, [Int], [Int])] = [
        (.private, [2], [1, 2]), (.unlisted, [1, 2], [1, 2]), (.private, [2], [1, 2]), (.public, [1, 2], [1, 2]),
      ]
      for (visibility, others, own) in steps {
        let before = try #require(try await stores.albums.album(album, for: nil))
        try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: visibility))
        let after = try #require(try await stores.albums.album(album, for: nil))
        #expect(after.version > before.version, "\(visibility)")
        #expect(after.photoCount == others.count, "\(visibility)")
        #expect(after.cover == others.first.map(Sample.photoID), "\(visibility)")
        #expect(try await stores.photoNumbers(of: album, for: nil) == others, "\(visibility)")
        #expect(try await stores.photoNumbers(of: album, for: ada) == own, "\(visibility)")
        #expect(try await stores.albums.album(album, for: ada.id)?.photoCount == own.count, "\(visibility)")
      }
    },
    StoreBehaviour("a deleted photo is in no album, and comes back to its place and as the cover when it is restored") {
      stores in
      let ada = try await stores.account("ada")
      let album = try await albumOfTwo(stores, by: ada)
      try await stores.change(album, .edit(AlbumEdit(cover: .photo(Sample.photoID(1)))), for: ada)
      for round in 0..<2 {
        let before = try #require(try await stores.albums.album(album, for: ada.id))
        try await stores.edit(Sample.photoID(1), .deletion)
        let without = try #require(try await stores.albums.album(album, for: ada.id))
        #expect(without.photoCount == 1 && without.cover == Sample.photoID(2), "\(round)")
        #expect(without.version > before.version, "\(round)")
        for reader in [nil, ada] { #expect(try await stores.photoNumbers(of: album, for: reader) == [2], "\(round)") }
        _ = try await stores.administration.restorePhoto(Sample.photoID(1))
        let restored = try #require(try await stores.albums.album(album, for: ada.id))
        #expect(restored.photoCount == 2 && restored.cover == Sample.photoID(1), "\(round)")
        #expect(restored.version > without.version, "\(round)")
        #expect(try await stores.photoNumbers(of: album, for: nil) == [1, 2], "\(round)")
      }
    },
    StoreBehaviour("a private photo that is restored is seen in its albums by its owner only, as before") { stores in
      let ada = try await stores.account("ada")
      let album = try await albumOfTwo(stores, by: ada)
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      try await stores.edit(Sample.photoID(1), .deletion)
      _ = try await stores.administration.restorePhoto(Sample.photoID(1))
      #expect(try await stores.photoNumbers(of: album, for: nil) == [2])
      #expect(try await stores.photoNumbers(of: album, for: ada) == [1, 2])
      #expect(try await stores.albums.album(album, for: nil)?.photoCount == 1)
    },
    StoreBehaviour("a hidden photo that is given away is seen in albums by its new owner, and no longer by the old one")
    {
      stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await albumOfTwo(stores, by: ada)
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .private))
      let before = try #require(try await stores.albums.album(album, for: ada.id))
      try await stores.edit(Sample.photoID(1), PhotoEdit(owner: bob))
      let after = try #require(try await stores.albums.album(album, for: ada.id))
      #expect(after.version > before.version)
      let views: [(Principal?, [Int])] = [(nil, [2]), (ada, [2]), (bob, [1, 2])]
      for (reader, expected) in views {
        #expect(try await stores.photoNumbers(of: album, for: reader) == expected)
        #expect(try await stores.albums.album(album, for: reader?.id)?.photoCount == expected.count)
        #expect(try await stores.albums.album(album, for: reader?.id)?.cover == expected.first.map(Sample.photoID))
      }
      try await stores.edit(Sample.photoID(1), PhotoEdit(visibility: .public, owner: ada))
      #expect(try await stores.photoNumbers(of: album, for: nil) == [1, 2])
    },
    StoreBehaviour("a photo that is erased for good is in no album any more, and no cover") { stores in
      let ada = try await stores.account("ada")
      let album = try await albumOfTwo(stores, by: ada)
      try await stores.change(album, .edit(AlbumEdit(cover: .photo(Sample.photoID(2)))), for: ada)
      let before = try #require(try await stores.albums.album(album, for: ada.id))
      try await stores.administration.erasePhoto(Sample.photoID(2))
      let after = try #require(try await stores.albums.album(album, for: ada.id))
      #expect(after.photoCount == 1 && after.cover == Sample.photoID(1) && after.version > before.version)
      #expect(try await stores.photoNumbers(of: album, for: ada) == [1])
      await expectProblem(.gone) { _ = try await stores.administration.restorePhoto(Sample.photoID(2)) }
      await expectProblem(.invalidParameter) {
        try await stores.change(album, .edit(AlbumEdit(cover: .photo(Sample.photoID(2)))), for: ada)
      }
    },
    StoreBehaviour("favourites and captions of photos make no new version of their albums") { stores in
      let ada = try await stores.account("ada")
      let album = try await albumOfTwo(stores, by: ada)
      let before = try await stores.albums.album(album, for: nil)
      try await stores.like(Sample.photoID(1), by: ada)
      try await stores.edit(Sample.photoID(1), PhotoEdit(caption: "Rex", visibility: .unlisted))
      #expect(try await stores.albums.album(album, for: nil) == before)
      let photos = try await stores.albums.photos(AlbumPhotoQuery(album: album, reader: nil, limit: 9))
      #expect(photos.first?.record == (try await stores.records.photo(Sample.photoID(1))))
      #expect(photos.first?.record.favouriteCount == 1)
    },
  ]

  /// An album with the public photos 1 and 2.
  private static func albumOfTwo(_ stores: StoresUnderTest, by owner: Principal) async throws -> AlbumID {
    let album = try await stores.makeAlbum(1, by: owner).id
    for number in 1...2 { try await stores.add(number, by: owner) }
    try await stores.put(1...2, into: album, for: owner)
    return album
  }

  /// An album with photos of its owner and of a contributor, of each visibility, there and deleted.
  private struct MixedAlbum {
    let id: AlbumID
    /// The owner, the contributor and another account.
    let accounts: [Principal]
    /// The photos in their order.
    let photos: [PhotoRecord]

    var readers: [Principal?] { [nil] + accounts }

    func seen(by reader: Principal?) -> [PhotoRecord] {
      photos.filter { !$0.isDeleted && $0.access.allowsReading(by: reader?.id) }
    }
  }

  private static func albumOfEachKind(_ stores: StoresUnderTest) async throws -> MixedAlbum {
    let accounts = [try await stores.account("ada"), try await stores.account("bob"), try await stores.account("cleo")]
    let album = try await stores.makeAlbum(1, by: accounts[0]).id
    try await stores.change(album, .contributor(accounts[1].name, isAdded: true), for: accounts[0])
    var photos: [PhotoRecord] = []
    // The hidden ones come first, so that the first photo is another one for each reader.
    for visibility in Visibility.allCases.reversed() {
      for owner in accounts.prefix(2) {
        for isDeleted in [true, false] {
          let number = photos.count + 1
          try await stores.add(number, by: owner, visibility: visibility)
          try await stores.put([number], into: album, for: owner)
          if isDeleted { try await stores.edit(Sample.photoID(number), .deletion) }
          photos.append(try #require(try await stores.records.photo(Sample.photoID(number))))
        }
      }
    }
    return MixedAlbum(id: album, accounts: accounts, photos: photos)
  }
}
