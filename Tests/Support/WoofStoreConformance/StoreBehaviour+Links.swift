// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let linkBehaviours = makingLinks + listingLinks + changingLinks + followingOfLinks

  private static let makingLinks = [
    StoreBehaviour("a link is found by the hash of its secret, as it was made, until it expires") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, visibility: .private)
      try await stores.makeAlbum(1, by: ada, visibility: .private)
      let terms = ShareLink.Terms(
        expiresAt: Sample.time(50), passwordHash: try Sample.passwordHash(), allowsDownload: true, allowsLikes: true,
        allowsAdding: true, showsLocation: true)
      let links = [
        try await stores.makeLink(1, to: Sample.photo(1), by: ada),
        try await stores.makeLink(2, to: Sample.album(1), by: ada, terms),
      ]
      #expect(try await stores.openedLink(1, at: 99) == links[0])
      #expect(try await stores.openedLink(1, at: 100) == nil)
      #expect(try await stores.openedLink(2, at: 49) == links[1])
      #expect(try await stores.openedLink(2, at: 50) == nil)
      #expect(try await stores.openedLink(3) == nil)
      #expect(links.allSatisfy { $0.visits == ShareLink.Visits() })
    },
    StoreBehaviour("a link is made to nothing but an album or a photo of one's own that is there") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.add(1, by: bob)
      try await stores.add(2, by: bob, visibility: .private)
      try await stores.add(3, by: ada)
      try await stores.edit(Sample.photoID(3), .deletion)
      try await stores.makeAlbum(1, by: bob)
      try await stores.makeAlbum(2, by: bob, visibility: .private)
      try await stores.makeAlbum(3, by: bob)
      try await stores.change(Sample.albumID(3), .contributor(ada.name, isAdded: true), for: bob)
      let refused: [(ShareLink.Target, WoofError.Code)] = [
        (Sample.photo(1), .forbidden), (Sample.photo(2), .notFound), (Sample.photo(3), .gone),
        (Sample.photo(4), .notFound), (Sample.album(1), .forbidden), (Sample.album(2), .notFound),
        (Sample.album(3), .forbidden), (Sample.album(4), .notFound),
      ]
      for (target, code) in refused {
        await expectProblem(code) { try await stores.makeLink(1, to: target, by: ada) }
      }
      #expect(try await stores.openedLink(1) == nil)
      #expect(try await stores.linkIDs(of: nil) == [])
    },
    StoreBehaviour("an account has so many links that have not expired, and makes room by removing one") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for (number, owner) in [ada, bob].enumerated() { try await stores.makeAlbum(number, by: owner) }
      for number in 1...2 { try await stores.makeLink(number, to: Sample.album(0), by: ada, countLimit: 2) }
      await expectProblem(.insufficientStorage) {
        try await stores.makeLink(3, to: Sample.album(0), by: ada, at: 99, countLimit: 2)
      }
      try await stores.makeLink(4, to: Sample.album(1), by: bob, countLimit: 2)
      #expect(try await stores.links.removeLink(Sample.linkID(1), of: ada.id))
      let later = ShareLink.Terms(expiresAt: Sample.time(300))
      try await stores.makeLink(5, to: Sample.album(0), by: ada, at: 99, later, countLimit: 2)
      // By now the first ones have expired.
      try await stores.makeLink(6, to: Sample.album(0), by: ada, at: 100, later, countLimit: 2)
      await expectProblem(.insufficientStorage) {
        try await stores.makeLink(7, to: Sample.album(0), by: ada, at: 100, later, countLimit: 2)
      }
    },
    StoreBehaviour("an account that is disabled or deleted makes no link") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for (number, owner) in [ada, bob].enumerated() { try await stores.makeAlbum(number, by: owner) }
      try await stores.credentials.setDisabled(true, of: ada.name)
      try await stores.administration.deleteAccount(bob.name)
      await expectProblem(.forbidden) { try await stores.makeLink(1, to: Sample.album(0), by: ada) }
      await expectProblem(.conflict) { try await stores.makeLink(2, to: Sample.album(1), by: bob) }
      #expect(try await stores.linkIDs(of: nil) == [])
    },
  ]

  private static let listingLinks = [
    StoreBehaviour("an account has only its own links, the newest first, page by page, until they expire") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for (number, owner) in [ada, bob].enumerated() { try await stores.makeAlbum(number, by: owner) }
      for number in 1...5 {
        try await stores.makeLink(number, to: Sample.album(number == 3 ? 1 : 0), by: number == 3 ? bob : ada)
      }
      for limit in [1, 2, 4] {
        #expect(try await stores.linkIDs(of: ada, pageLimit: limit) == [5, 4, 2, 1].map(Sample.linkID))
      }
      #expect(try await stores.linkIDs(of: bob) == [Sample.linkID(3)])
      #expect(try await stores.linkIDs(of: nil, pageLimit: 2) == [5, 4, 3, 2, 1].map(Sample.linkID))
      #expect(try await stores.linkIDs(of: ada, at: 99).count == 4)
      for account in [ada, nil] { #expect(try await stores.linkIDs(of: account, at: 100) == []) }
    },
    StoreBehaviour("links are listed by the album or the photo that they show") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...2 {
        try await stores.add(number, by: ada)
        try await stores.makeAlbum(number, by: ada)
      }
      let targets = [Sample.album(1), Sample.photo(1), Sample.album(2), Sample.album(1), Sample.photo(2)]
      for (number, target) in targets.enumerated() { try await stores.makeLink(number, to: target, by: ada) }
      let expected = [
        (Sample.album(1), [3, 0]), (Sample.album(2), [2]), (Sample.photo(1), [1]), (Sample.photo(2), [4]),
      ]
      for (target, numbers) in expected {
        #expect(try await stores.linkIDs(of: ada, to: target, pageLimit: 1) == numbers.map(Sample.linkID))
        #expect(try await stores.linkIDs(of: bob, to: target) == [])
      }
      for target in [Sample.album(3), Sample.photo(3)] { #expect(try await stores.linkIDs(of: ada, to: target) == []) }
    },
    StoreBehaviour("a link is found by its id, whosever it is and whether it opens something or not") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      let link = try await stores.makeLink(1, to: Sample.album(1), by: ada)
      try await stores.credentials.setDisabled(true, of: ada.name)
      #expect(try await stores.links.link(link.id, at: Sample.time(99)) == link)
      #expect(try await stores.links.link(link.id, at: Sample.time(100)) == nil)
      #expect(try await stores.links.link(Sample.linkID(2), at: Sample.time(0)) == nil)
    },
  ]

  private static let changingLinks = [
    StoreBehaviour("the rules of a link change one by one, and nothing else of it") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      var link = try await stores.makeLink(1, to: Sample.album(1), by: ada)
      try await stores.makeLink(2, to: Sample.album(1), by: ada)
      link.visits = ShareLink.Visits(count: 3, last: Sample.time(1))
      try await stores.links.addVisits([link.id: link.visits])
      let hash = try Sample.passwordHash("fetch")
      let edits: [(ShareLinkEdit, (inout ShareLink.Terms) -> Void)] = [
        (ShareLinkEdit(), { _ in }), (ShareLinkEdit(allowsDownload: true), { $0.allowsDownload = true }),
        (ShareLinkEdit(allowsLikes: true), { $0.allowsLikes = true }),
        (ShareLinkEdit(allowsAdding: true), { $0.allowsAdding = true }),
        (ShareLinkEdit(showsLocation: true), { $0.showsLocation = true }),
        (ShareLinkEdit(password: .hash(hash)), { $0.passwordHash = hash }),
        (ShareLinkEdit(expiresAt: Sample.time(200)), { $0.expiresAt = Sample.time(200) }),
        (ShareLinkEdit(allowsDownload: false), { $0.allowsDownload = false }),
        (ShareLinkEdit(password: ShareLinkEdit.Password.none), { $0.passwordHash = nil }),
      ]
      for (edit, change) in edits {
        change(&link.terms)
        #expect(try await stores.links.editLink(link.id, of: ada.id, at: Sample.time(0), edit) == link)
        #expect(try await stores.openedLink(1) == link)
      }
      #expect(try await stores.openedLink(1, at: 199) == link)
      #expect(try await stores.openedLink(1, at: 200) == nil)
      #expect(try await stores.openedLink(2)?.terms == ShareLink.Terms(expiresAt: Sample.time(100)))
    },
    StoreBehaviour("a link is changed and removed by nobody but its account, and not when it has expired") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.makeAlbum(1, by: ada)
      let link = try await stores.makeLink(1, to: Sample.album(1), by: ada)
      let edit = ShareLinkEdit(expiresAt: Sample.time(500), showsLocation: true)
      #expect(try await stores.links.editLink(link.id, of: bob.id, at: Sample.time(0), edit) == nil)
      #expect(try await stores.links.editLink(Sample.linkID(2), of: ada.id, at: Sample.time(0), edit) == nil)
      #expect(try await stores.links.editLink(link.id, of: ada.id, at: Sample.time(100), edit) == nil)
      #expect(try await !stores.links.removeLink(link.id, of: bob.id))
      #expect(try await !stores.links.removeLink(Sample.linkID(2), of: ada.id))
      #expect(try await stores.openedLink(1, at: 99) == link)
    },
    StoreBehaviour("a removed link opens nothing, and others of the same album still do") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      for number in 1...2 { try await stores.makeLink(number, to: Sample.album(1), by: ada) }
      #expect(try await stores.links.removeLink(Sample.linkID(1), of: ada.id))
      #expect(try await stores.openedLink(1) == nil)
      #expect(try await stores.openedLink(2) != nil)
      #expect(try await !stores.links.removeLink(Sample.linkID(1), of: ada.id))
      #expect(try await stores.linkIDs(of: ada) == [Sample.linkID(2)])
    },
    StoreBehaviour("visits add up, each link's for itself, and those of removed links are passed over") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      for number in 1...3 { try await stores.makeLink(number, to: Sample.album(1), by: ada) }
      #expect(try await stores.links.removeLink(Sample.linkID(3), of: ada.id))
      let visits = (1...3).map { (Sample.linkID($0), ShareLink.Visits(count: $0, last: Sample.time(Int64($0)))) }
      try await stores.links.addVisits(Dictionary(uniqueKeysWithValues: visits))
      try await stores.links.addVisits([Sample.linkID(1): ShareLink.Visits(count: 5, last: Sample.time(9))])
      #expect(try await stores.openedLink(1)?.visits == ShareLink.Visits(count: 6, last: Sample.time(9)))
      #expect(try await stores.openedLink(2)?.visits == ShareLink.Visits(count: 2, last: Sample.time(2)))
      #expect(try await stores.openedLink(3) == nil)
    },
  ]

  private static let followingOfLinks = [
    StoreBehaviour("the links of a disabled account open nothing until it is enabled") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      try await stores.makeAlbum(1, by: ada)
      let links = [
        try await stores.makeLink(1, to: Sample.album(1), by: ada),
        try await stores.makeLink(2, to: Sample.photo(1), by: ada),
      ]
      try await stores.credentials.setDisabled(true, of: ada.name)
      for number in 1...2 { #expect(try await stores.openedLink(number) == nil) }
      try await stores.credentials.setDisabled(false, of: ada.name)
      for number in 1...2 { #expect(try await stores.openedLink(number)?.target == links[number - 1].target) }
    },
    StoreBehaviour("a link to a photo opens nothing while the photo is another account's") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      try await stores.add(1, by: ada)
      let link = try await stores.makeLink(1, to: Sample.photo(1), by: ada)
      try await stores.edit(Sample.photoID(1), PhotoEdit(owner: bob))
      #expect(try await stores.openedLink(1) == nil)
      try await stores.edit(Sample.photoID(1), PhotoEdit(owner: ada))
      #expect(try await stores.openedLink(1) == link)
    },
    StoreBehaviour("a link outlives the deletion of its photo, and opens it again when it is restored") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      let link = try await stores.makeLink(1, to: Sample.photo(1), by: ada)
      try await stores.edit(Sample.photoID(1), .deletion)
      #expect(try await stores.linkIDs(of: ada, to: Sample.photo(1)) == [Sample.linkID(1)])
      _ = try await stores.administration.restorePhoto(Sample.photoID(1))
      #expect(try await stores.openedLink(1) == link)
    },
    StoreBehaviour("the links to a deleted album go with it, and nothing else does") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      for number in 1...2 { try await stores.makeAlbum(number, by: ada) }
      try await stores.put([1], into: Sample.albumID(1), for: ada)
      let targets = [Sample.album(1), Sample.album(1), Sample.album(2), Sample.photo(1)]
      for (number, target) in targets.enumerated() { try await stores.makeLink(number, to: target, by: ada) }
      try await stores.change(Sample.albumID(1), .deletion, for: ada)
      for number in 0..<4 { #expect(try await (stores.openedLink(number) != nil) == (number > 1), "\(number)") }
      #expect(try await stores.linkIDs(of: nil) == [3, 2].map(Sample.linkID))
    },
    StoreBehaviour("the links of a deleted account go with it, and nobody else's") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for (number, owner) in [ada, bob].enumerated() {
        try await stores.add(number, by: owner)
        try await stores.makeAlbum(number, by: owner)
        try await stores.makeLink(number * 2, to: Sample.album(number), by: owner)
        try await stores.makeLink(number * 2 + 1, to: Sample.photo(number), by: owner)
      }
      try await stores.administration.deleteAccount(ada.name)
      for number in 0..<4 { #expect(try await (stores.openedLink(number) != nil) == (number > 1), "\(number)") }
      #expect(try await stores.linkIDs(of: nil) == [3, 2].map(Sample.linkID))
    },
  ]
}
