// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

/// Stores find albums as ``WoofCore/AlbumAccess`` says, for every owner, contributor, visibility and reader.
extension StoreBehaviour {
  static let albumListBehaviours = [
    StoreBehaviour("lists of albums hold what the rule of access lets the reader find, the newest first") { stores in
      let albums = try await albumsOfEachKind(stores)
      for reader in albums.readers {
        let found = albums.records.filter { $0.access.allowsFinding(by: reader?.id) }.map(\.id)
        for limit in [1, 2, 3, 100] {
          let listed = try await stores.albumIDs(.found(by: reader?.id), pageLimit: limit)
          #expect(listed == found, "\(String(describing: reader?.name)), \(limit)")
        }
        for owner in albums.accounts {
          let owned = albums.records.filter { $0.ownerID == owner.id && found.contains($0.id) }.map(\.id)
          for limit in [1, 2, 100] {
            let scope = AlbumQuery.Scope.owned(by: owner.name, reader: reader?.id)
            let listed = try await stores.albumIDs(scope, pageLimit: limit)
            #expect(listed == owned, "\(String(describing: reader?.name)), \(owner.name), \(limit)")
          }
        }
      }
    },
    StoreBehaviour("an account's own list holds the albums that it owns or adds to, the newest first") { stores in
      let albums = try await albumsOfEachKind(stores)
      for account in albums.accounts {
        let joined = albums.records.filter { $0.access.isMember(account.id) }.map(\.id)
        for limit in [1, 2, 3, 100] {
          #expect(try await stores.albumIDs(.joined(by: account.id), pageLimit: limit) == joined, "\(account.name)")
        }
      }
    },
    StoreBehaviour("albums in lists are as they are read one by one, for each reader") { stores in
      let albums = try await albumsOfEachKind(stores)
      for number in 1...3 {
        let owner = albums.accounts[number % 2]
        try await stores.add(number, by: owner, visibility: Visibility.allCases[number - 1])
        for album in albums.records { try await stores.put([number], into: album.id, for: owner) }
      }
      for reader in albums.readers {
        let listed = try await stores.albums.albums(AlbumQuery(scope: .found(by: reader?.id), limit: 100))
        #expect(!listed.isEmpty)
        for album in listed { #expect(try await stores.albums.album(album.id, for: reader?.id) == album) }
      }
    },
    StoreBehaviour("an account that there is not owns no albums") { stores in
      try await stores.makeAlbum(1, by: try await stores.account("ada"))
      let name = try #require(AccountName("nobody"))
      #expect(try await stores.albumIDs(.owned(by: name, reader: nil)) == [])
    },
    StoreBehaviour("a page of albums goes on behind one that has been deleted") { stores in
      let ada = try await stores.account("ada")
      for number in 1...5 { try await stores.makeAlbum(number, by: ada) }
      try await stores.change(Sample.albumID(3), .deletion, for: ada)
      for scope in [AlbumQuery.Scope.found(by: nil), .joined(by: ada.id), .owned(by: ada.name, reader: nil)] {
        let rest = try await stores.albums.albums(AlbumQuery(scope: scope, after: Sample.albumID(3), limit: 9))
        #expect(rest.map(\.id) == [2, 1].map(Sample.albumID))
      }
    },
    StoreBehaviour("an album is found by others at once as its visibility changes") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let album = try await stores.makeAlbum(1, by: ada, visibility: .private).id
      for visibility in [Visibility.public, .unlisted, .public, .private] {
        try await stores.change(album, .edit(AlbumEdit(visibility: visibility)), for: ada)
        let found = visibility == .public ? [album] : []
        #expect(try await stores.albumIDs(.found(by: bob.id)) == found, "\(visibility)")
        #expect(try await stores.albumIDs(.owned(by: ada.name, reader: nil)) == found, "\(visibility)")
        #expect(try await stores.albumIDs(.found(by: ada.id)) == [album], "\(visibility)")
      }
    },
  ]

  /// Albums of two owners, of each visibility and with each contributor, the newest first; and who may find them.
  private struct Albums {
    let accounts: [Principal]
    let records: [AlbumRecord]

    var readers: [Principal?] { [nil] + accounts }
  }

  private static func albumsOfEachKind(_ stores: StoresUnderTest) async throws -> Albums {
    let accounts = [try await stores.account("ada"), try await stores.account("bob"), try await stores.account("cleo")]
    var records: [AlbumRecord] = []
    for visibility in Visibility.allCases {
      for owner in accounts.prefix(2) {
        for contributor in [nil] + accounts where contributor?.id != owner.id {
          let number = records.count + 1
          var record = try await stores.makeAlbum(number, by: owner, visibility: visibility)
          if let contributor {
            record = try await stores.change(record.id, .contributor(contributor.name, isAdded: true), for: owner)
          }
          records.append(record)
        }
      }
    }
    return Albums(accounts: accounts, records: records.reversed())
  }
}
