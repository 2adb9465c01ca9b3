// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let guestBehaviours = namingGuests + likesOfGuests + photosOfGuests

  private static let namingGuests = [
    StoreBehaviour("a guest is kept by a link that is there, gets another name, and goes with the link") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      for number in 1...2 { try await stores.makeLink(number, to: Sample.album(1), by: ada) }
      let guest = try await stores.guest(1, ofLink: 1, named: "Oma")
      #expect(try await stores.links.guest(guest.id, of: guest.link) == guest)
      #expect(try await stores.links.guest(guest.id, of: Sample.linkID(2)) == nil)
      let renamed = try await stores.guest(1, ofLink: 1, named: "Opa")
      #expect(try await stores.links.guest(guest.id, of: guest.link) == renamed)
      await expectProblem(.notFound) { try await stores.guest(2, ofLink: 3) }
      await expectProblem(.notFound) { try await stores.guest(2, ofLink: 1, at: 100) }
      #expect(try await stores.links.removeLink(guest.link, of: ada.id))
      #expect(try await stores.links.guest(guest.id, of: guest.link) == nil)
      await expectProblem(.notFound) { try await stores.guest(1, ofLink: 1) }
    },
    StoreBehaviour("a link has so many guests, and they may change their names") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      for number in 1...2 { try await stores.makeLink(number, to: Sample.album(1), by: ada) }
      var limits = GuestLimits()
      limits.guestsPerLink = 2
      for number in 1...2 { try await stores.guest(number, ofLink: 1, limits) }
      await expectProblem(.insufficientStorage) { [limits] in try await stores.guest(3, ofLink: 1, limits) }
      try await stores.guest(2, ofLink: 1, named: "Opa", limits)
      try await stores.guest(4, ofLink: 2, limits)
    },
  ]

  private static let likesOfGuests = [
    StoreBehaviour("likes of guests are counted by link and photo, apart from favourites, and taken back") { stores in
      let ada = try await stores.account("ada")
      let photos = [Sample.photoID(1), Sample.photoID(2)]
      for number in 1...2 { try await stores.add(number, by: ada) }
      try await stores.makeAlbum(1, by: ada)
      for number in 1...2 { try await stores.makeLink(number, to: Sample.album(1), by: ada, .forGuests) }
      let guests = [
        try await stores.guest(1, ofLink: 1, named: "Oma"), try await stores.guest(2, ofLink: 1, named: "Opa"),
        try await stores.guest(3, ofLink: 2, named: "Tom"),
      ]
      for guest in guests { try await stores.setLike(true, 1, by: guest) }
      for _ in 0..<2 { try await stores.setLike(true, 2, by: guests[0]) }
      let seen = try await stores.links.likes(of: photos, by: guests[1].id, of: Sample.linkID(1))
      #expect(seen[photos[0]] == GuestLikes(count: 2, names: ["Oma", "Opa"], isLiked: true))
      #expect(seen[photos[1]] == GuestLikes(count: 1, names: ["Oma"]))
      let other = try await stores.links.likes(of: photos, by: nil, of: Sample.linkID(2))
      #expect(other == [photos[0]: GuestLikes(count: 1, names: ["Tom"])])
      #expect(try await stores.openedLink(1)?.likeCount == 3)
      #expect(try await stores.records.photo(photos[0])?.favouriteCount == 0)
      for _ in 0..<2 { try await stores.setLike(false, 1, by: guests[0]) }
      #expect(try await stores.links.likes(of: photos, by: nil, of: Sample.linkID(1))[photos[0]]?.names == ["Opa"])
      #expect(try await stores.openedLink(1)?.likeCount == 2)
      let page = try await stores.links.likes(GuestLikeQuery(link: Sample.linkID(1), limit: 1))
      #expect(page.map(\.name) == ["Oma"] && page.map(\.photo) == [photos[1]])
      let rest = try await stores.links.likes(GuestLikeQuery(link: Sample.linkID(1), after: page[0].number, limit: 9))
      #expect(rest.map(\.name) == ["Opa"] && rest.map(\.photo) == [photos[0]])
      #expect(rest.map(\.likedAt) == [Sample.time(5)])
    },
    StoreBehaviour("nobody likes by a link that takes no likes or is gone, without a name, or what is not there") {
      stores in
      let ada = try await stores.account("ada")
      for number in 1...2 { try await stores.add(number, by: ada) }
      try await stores.edit(Sample.photoID(2), .deletion)
      try await stores.makeAlbum(1, by: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      let guest = try await stores.guest(1, ofLink: 1)
      await expectProblem(.notFound) { try await stores.setLike(true, 2, by: guest) }
      await expectProblem(.notFound) { try await stores.setLike(true, 3, by: guest) }
      await expectProblem(.notFound) { try await stores.setLike(true, 1, by: guest, at: 100) }
      let stranger = LinkGuest(id: LinkGuestID(uuid: Sample.photoID(9)), link: guest.link, name: "Eve")
      await expectProblem(.forbidden) { try await stores.setLike(true, 1, by: stranger) }
      let edit = ShareLinkEdit(allowsLikes: false)
      _ = try await stores.links.editLink(guest.link, of: ada.id, at: Sample.time(0), edit)
      await expectProblem(.forbidden) { try await stores.setLike(true, 1, by: guest) }
      #expect(try await stores.links.removeLink(guest.link, of: ada.id))
      await expectProblem(.notFound) { try await stores.setLike(true, 1, by: guest) }
    },
    StoreBehaviour("a guest likes so many photos, and all guests of a link so many together") { stores in
      let ada = try await stores.account("ada")
      for number in 1...4 { try await stores.add(number, by: ada) }
      try await stores.makeAlbum(1, by: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      var limits = GuestLimits()
      (limits.likesPerGuest, limits.likesPerLink) = (2, 3)
      let guests = [try await stores.guest(1, ofLink: 1), try await stores.guest(2, ofLink: 1)]
      for photo in 1...2 { try await stores.setLike(true, photo, by: guests[0], limits) }
      await expectProblem(.insufficientStorage) { [limits] in try await stores.setLike(true, 3, by: guests[0], limits) }
      try await stores.setLike(true, 1, by: guests[1], limits)
      await expectProblem(.insufficientStorage) { [limits] in try await stores.setLike(true, 3, by: guests[1], limits) }
      // What is liked already is no more than that.
      try await stores.setLike(true, 1, by: guests[1], limits)
      try await stores.setLike(false, 1, by: guests[0], limits)
      try await stores.setLike(true, 3, by: guests[1], limits)
    },
    StoreBehaviour("likes of a deleted photo are not told, come back with it, and go with it for good") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      try await stores.makeAlbum(1, by: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      let guest = try await stores.guest(1, ofLink: 1)
      try await stores.setLike(true, 1, by: guest)
      try await stores.edit(Sample.photoID(1), .deletion)
      let query = GuestLikeQuery(link: guest.link, limit: 9)
      #expect(try await stores.links.likes(query) == [])
      _ = try await stores.administration.restorePhoto(Sample.photoID(1))
      #expect(try await stores.links.likes(query).count == 1)
      try await stores.edit(Sample.photoID(1), .deletion)
      try await stores.administration.erasePhoto(Sample.photoID(1))
      #expect(try await stores.links.likes(query) == [])
    },
  ]

  private static let photosOfGuests = [
    StoreBehaviour("a photo of a guest is put at the end of the album, with the guest's name") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      for number in 1...2 { try await stores.add(number, by: ada) }
      let before = try await stores.makeAlbum(1, by: ada)
      try await stores.put(1...2, into: Sample.albumID(1), for: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      let guest = try await stores.guest(1, ofLink: 1, named: "Oma")
      guard case .added(let record) = try await stores.addByGuest(3, guest, ada) else {
        throw Unexpected("the photo was not new")
      }
      #expect(record.ownerID == ada.id && record.visibility == .private)
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: ada) == [1, 2, 3])
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: bob) == [1, 2])
      let found = try await stores.albums.photos(AlbumPhotoQuery(album: Sample.albumID(1), reader: ada.id, limit: 9))
      #expect(found.map(\.guestName) == [nil, nil, "Oma"])
      let album = try #require(try await stores.albums.album(Sample.albumID(1), for: ada.id))
      #expect(album.photoCount == 3 && album.version == before.version + 3)
      // The name outlives the link.
      #expect(try await stores.links.removeLink(guest.link, of: ada.id))
      try await stores.change(Sample.albumID(1), .placing(Sample.photoID(3), .before(Sample.photoID(1))), for: ada)
      let later = try await stores.albums.photos(AlbumPhotoQuery(album: Sample.albumID(1), reader: ada.id, limit: 9))
      #expect(later.map(\.guestName) == ["Oma", nil, nil])
      try await stores.change(Sample.albumID(1), .removal(Sample.photoID(3)), for: ada)
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: ada) == [1, 2])
    },
    StoreBehaviour("bytes that the owner has already change nothing but the count of the day") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada, visibility: .private)
      try await stores.makeAlbum(1, by: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      let guest = try await stores.guest(1, ofLink: 1)
      guard case .duplicate(let record) = try await stores.addByGuest(2, guest, ada, bytes: 1) else {
        throw Unexpected("the photo was new")
      }
      #expect(record.id == Sample.photoID(1))
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: ada) == [])
      let day = try await stores.links.intakeDay(of: guest.link)
      #expect(day?.photoCount == 1)
    },
    StoreBehaviour("nobody adds by a link that lets nobody, is gone, or is to another album") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(1, by: ada)
      for number in 1...2 { try await stores.makeAlbum(number, by: ada) }
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      let guest = try await stores.guest(1, ofLink: 1)
      await expectProblem(.notFound) { _ = try await stores.addByGuest(2, guest, ada, album: 2) }
      await expectProblem(.notFound) { _ = try await stores.addByGuest(2, guest, ada, at: 100) }
      let stranger = LinkGuest(id: LinkGuestID(uuid: Sample.photoID(9)), link: guest.link, name: "Eve")
      await expectProblem(.forbidden) { _ = try await stores.addByGuest(2, stranger, ada) }
      let edit = ShareLinkEdit(allowsAdding: false)
      _ = try await stores.links.editLink(guest.link, of: ada.id, at: Sample.time(0), edit)
      await expectProblem(.forbidden) { _ = try await stores.addByGuest(2, guest, ada) }
      #expect(try await stores.links.removeLink(guest.link, of: ada.id))
      await expectProblem(.notFound) { _ = try await stores.addByGuest(2, guest, ada) }
      try await stores.makeLink(2, to: Sample.album(1), by: ada, .forGuests)
      let late = try await stores.guest(2, ofLink: 2)
      try await stores.change(Sample.albumID(1), .deletion, for: ada)
      await expectProblem(.notFound) { _ = try await stores.addByGuest(2, late, ada) }
      #expect(try await stores.records.photo(Sample.photoID(2)) == nil)
    },
    StoreBehaviour("so many photos and bytes come by a link on one day, and as many on the next") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      let terms = ShareLink.Terms(expiresAt: Sample.time(200_000_000), allowsAdding: true)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, terms)
      let guest = try await stores.guest(1, ofLink: 1)
      var limits = GuestLimits()
      limits.photosPerDay = 2
      for number in 1...2 { _ = try await stores.addByGuest(number, guest, ada, limits) }
      await expectProblem(.tooManyRequests) { [limits] in _ = try await stores.addByGuest(3, guest, ada, limits) }
      #expect(try await stores.records.photo(Sample.photoID(3)) == nil)
      _ = try await stores.addByGuest(3, guest, ada, at: 86_400_000, limits)
      limits.bytesPerDay = 1_500
      await expectProblem(.tooManyRequests) { [limits] in
        _ = try await stores.addByGuest(4, guest, ada, at: 86_400_000, limits)
      }
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: ada) == [1, 2, 3])
    },
    StoreBehaviour("a request of a guest that comes again is answered as before, and counts once") { stores in
      let ada = try await stores.account("ada")
      try await stores.makeAlbum(1, by: ada)
      try await stores.makeLink(1, to: Sample.album(1), by: ada, .forGuests)
      let guest = try await stores.guest(1, ofLink: 1)
      var limits = GuestLimits()
      limits.photosPerDay = 1
      let claim = IdempotencyClaim(
        key: IdempotencyKey(account: ada.id, text: guest.idempotencyKey("a")), fingerprint: Sample.digest(1),
        time: Sample.time(5), expiresAt: Sample.time(50))
      _ = try await stores.addByGuest(1, guest, ada, limits, claim)
      guard case .replayed(let stored) = try await stores.addByGuest(2, guest, ada, bytes: 1, limits, claim) else {
        throw Unexpected("the request was not known")
      }
      #expect(stored.photo == Sample.photoID(1) && stored.isNew)
      #expect(try await stores.links.intakeDay(of: guest.link)?.photoCount == 1)
      #expect(try await stores.photoNumbers(of: Sample.albumID(1), for: ada) == [1])
    },
  ]
}

extension ShareLink.Terms {
  /// Terms of a link by which guests like and add, until 100 milliseconds have passed.
  fileprivate static var forGuests: ShareLink.Terms {
    ShareLink.Terms(expiresAt: Sample.time(100), allowsLikes: true, allowsAdding: true)
  }
}

extension StoresUnderTest {
  /// Keeps a guest of a link.
  @discardableResult
  func guest(
    _ number: Int, ofLink link: Int, named name: String = "Oma", at time: Int64 = 0,
    _ limits: GuestLimits = GuestLimits()
  ) async throws -> LinkGuest {
    let id = LinkGuestID(uuid: Sample.photoID(2_000 + number))
    let guest = LinkGuest(id: id, link: Sample.linkID(link), name: name)
    try await links.keepGuest(guest, at: Sample.time(time), limits)
    return guest
  }

  /// Sets a like, after 5 milliseconds unless told otherwise.
  fileprivate func setLike(
    _ isLiked: Bool, _ photo: Int, by guest: LinkGuest, at time: Int64 = 5, _ limits: GuestLimits = GuestLimits()
  ) async throws {
    try await links.setLike(isLiked, of: Sample.photoID(photo), by: guest, at: Sample.time(time), limits)
  }

  /// Adds a photo of a guest into an album of an owner, after 5 milliseconds unless told otherwise.
  func addByGuest(
    _ number: Int, _ guest: LinkGuest, _ owner: Principal, album: Int = 1, bytes: Int? = nil, at time: Int64 = 5,
    _ limits: GuestLimits = GuestLimits(), _ claim: IdempotencyClaim? = nil
  ) async throws -> PhotoAddition {
    var draft = Sample.draft(number, by: owner, bytes: bytes, visibility: .private)
    draft.createdAt = Sample.time(time)
    draft.guest = GuestAddition(link: guest.link, guest: guest.id, album: Sample.albumID(album), limits: limits)
    return try await records.addPhoto(draft, idempotency: claim)
  }
}
