// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

// MARK: Names and likes

extension WriteTransaction {
  /// Keeps a guest, or gives one that there is another name.
  ///
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/LinkGuestStore/keepGuest(_:at:_:)``; ``SQLiteError``.
  func keepGuest(_ guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits) throws {
    guard try allowances(of: guest.link, at: time) != nil else { throw WoofError.noSuchLink }
    let before = database.changeCount
    try database[.renameGuest].run(guest.id.uuid, guest.link.uuid, guest.name)
    guard database.changeCount == before else { return }
    let count = try database[.countGuests].first(guest.link.uuid) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    guard let count, count < limits.guestsPerLink else {
      throw WoofError.tooManyGuests(count ?? 0, limits.guestsPerLink)
    }
    try database[.insertGuest].run(guest.id.uuid, guest.link.uuid, guest.name, time)
  }

  /// Sets or takes back the like of a guest.
  ///
  /// - Returns: `true` if there is a like that was not there.
  /// - Throws: ``WoofModel/WoofError`` as ``WoofCore/LinkGuestStore/setLike(_:of:by:at:_:)``; ``SQLiteError``.
  mutating func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits
  ) throws -> Bool {
    guard let link = try allowances(of: guest.link, at: time) else { throw WoofError.noSuchLink }
    guard link.allowsLikes else { throw WoofError.linkTakesNoLikes }
    guard let number = try number(of: guest.id, of: guest.link)?.number else { throw WoofError.namelessGuest }
    guard let place = try place(of: photo), !photos.record(at: place).isDeleted else { throw WoofError.noSuchPhoto }
    let photo = photos.number(at: place)
    guard isLiked else {
      try database[.removeGuestLike].run(guest.link.uuid, photo, number)
      return false
    }
    let known = try database[.guestLike].first(guest.link.uuid, photo, number) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    guard known == nil else { return false }
    guard link.likeCount < limits.likesPerLink else {
      throw WoofError.tooManyLikes(link.likeCount, limits.likesPerLink)
    }
    let own = try database[.countLikesOfGuest].first(number) { (columns) throws(SQLiteError) in
      try columns.next(Int.self)
    }
    guard let own, own < limits.likesPerGuest else { throw WoofError.tooManyLikes(own ?? 0, limits.likesPerGuest) }
    try database[.insertGuestLike].run(guest.link.uuid, photo, number, time)
    return true
  }

  /// Removes what guests like of a photo that can be restored no longer.
  func removeGuestLikes(of photo: Int64) throws(SQLiteError) { try database[.removeGuestLikesOfPhoto].run(photo) }

  private func allowances(
    of link: ShareLinkID, at time: Timestamp
  ) throws(SQLiteError) -> (allowsLikes: Bool, likeCount: Int)? {
    try database[.allowancesOfLink].first(link.uuid, time) { (columns) throws(SQLiteError) in
      (allowsLikes: try columns.next(), likeCount: try columns.next())
    }
  }

  private func number(
    of guest: LinkGuestID, of link: ShareLinkID
  ) throws(SQLiteError) -> (number: Int64, name: String)? {
    try database[.guestOfLink].first(guest.uuid, link.uuid) { (columns) throws(SQLiteError) in
      (number: try columns.next(), name: try columns.next())
    }
  }
}

// MARK: Photos

extension WriteTransaction {
  /// The place that waits for a photo of a guest.
  struct GuestPlace {
    /// The number of the album.
    fileprivate let album: Int64
    /// The name of the guest.
    fileprivate let guestName: String
    /// The day on which photos last came by the link.
    let day: GuestIntakeDay
  }

  /// Finds the place for a photo of a guest.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more, or `forbidden` where it
  ///   lets nobody add or has no such guest; ``SQLiteError``.
  func guestPlace(of addition: GuestAddition, by owner: AccountID, at time: Timestamp) throws -> GuestPlace {
    let link = addition.link.uuid
    let found = try database[.albumOfLink].first(link, time, owner, addition.album) { (columns) throws(SQLiteError) in
      (
        album: try columns.next(Int64.self), allowsAdding: try columns.next(Bool.self),
        day: try GuestIntakeDay(&columns)
      )
    }
    guard let found else { throw WoofError.noSuchLink }
    guard found.allowsAdding else { throw WoofError.linkTakesNoPhotos }
    guard let guest = try number(of: addition.guest, of: addition.link) else { throw WoofError.namelessGuest }
    return GuestPlace(album: found.album, guestName: guest.name, day: found.day)
  }

  /// Keeps what has come by a link on its latest day.
  func noteIntake(_ day: GuestIntakeDay, of link: ShareLinkID) throws(SQLiteError) {
    try database[.noteIntake].run(link.uuid, day.day, day.photoCount, day.byteCount)
  }

  /// Puts a new photo at the end of an album, in the name of a guest.
  func put(_ photo: PhotoID, at place: GuestPlace) throws(SQLiteError) {
    let end = try AlbumOrder(database: database, album: place.album).end()
    try database[.putInAlbum].run(place.album, photo, end, place.guestName)
    try database[.advanceAlbumOfGuest].run(place.album)
  }
}

extension SQL {
  fileprivate static let allowancesOfLink = SQL(
    "SELECT allows_likes, like_count FROM share_link WHERE id = ?1 AND expires_at > ?2")
  fileprivate static let countGuests = SQL("SELECT count(*) FROM link_guest WHERE link = ?1")
  fileprivate static let renameGuest = SQL("UPDATE link_guest SET name = ?3 WHERE id = ?1 AND link = ?2")
  fileprivate static let insertGuest = SQL(
    "INSERT INTO link_guest (id, link, name, created_at) VALUES (?1, ?2, ?3, ?4)")
  fileprivate static let guestLike = SQL("SELECT 1 FROM guest_like WHERE link = ?1 AND photo = ?2 AND guest = ?3")
  fileprivate static let countLikesOfGuest = SQL("SELECT count(*) FROM guest_like WHERE guest = ?1")
  fileprivate static let insertGuestLike = SQL(
    "INSERT INTO guest_like (link, photo, guest, liked_at) VALUES (?1, ?2, ?3, ?4)")
  fileprivate static let removeGuestLike = SQL("DELETE FROM guest_like WHERE link = ?1 AND photo = ?2 AND guest = ?3")
  fileprivate static let removeGuestLikesOfPhoto = SQL("DELETE FROM guest_like WHERE photo = ?1")
  fileprivate static let albumOfLink = SQL(
    """
    SELECT album.number, allows_adding, intake_day, intake_photo_count, intake_byte_count
    FROM share_link JOIN album ON album.number = share_link.album
    WHERE share_link.id = ?1 AND expires_at > ?2 AND share_link.account = ?3 AND album.owner = ?3 AND album.id = ?4
      AND is_deleted = 0
    """)
  fileprivate static let noteIntake = SQL(
    "UPDATE share_link SET intake_day = ?2, intake_photo_count = ?3, intake_byte_count = ?4 WHERE id = ?1")
  fileprivate static let putInAlbum = SQL(
    """
    INSERT INTO album_photo (album, photo, place, owner, access, guest_name)
    SELECT ?1, number, ?3, owner, visibility = 2, ?4 FROM photo WHERE id = ?2
    """)
  fileprivate static let advanceAlbumOfGuest = SQL(
    "UPDATE album SET version = version + 1, sequence = 0 WHERE number = ?1")
}
