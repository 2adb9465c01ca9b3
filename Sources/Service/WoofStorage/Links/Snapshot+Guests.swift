// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns a guest of a link; `nil` where the link has none of that id.
  func guest(_ id: LinkGuestID, of link: ShareLinkID) throws(SQLiteError) -> LinkGuest? {
    try database[.guestOfLink].first(id.uuid, link.uuid) { (columns) throws(SQLiteError) in
      _ = try columns.next(Int64.self)
      return LinkGuest(id: id, link: link, name: try columns.next())
    }
  }

  /// Returns what guests of a link like of photos; those that nobody likes are left out.
  func likes(
    of photos: [PhotoID], by guest: LinkGuestID?, of link: ShareLinkID
  ) throws(SQLiteError) -> [PhotoID: GuestLikes] {
    var found: [PhotoID: GuestLikes] = [:]
    for photo in photos {
      var likes = GuestLikes()
      try database[.likesOfPhoto].rows(link.uuid, photo) { (columns) throws(SQLiteError) in
        let (id, name) = (LinkGuestID(uuid: try columns.next()), try columns.next(String.self))
        likes.count += 1
        if likes.names.count < GuestLikes.nameLimit { likes.names.append(name) }
        if id == guest { likes.isLiked = true }
        return true
      }
      if likes.count > 0 { found[photo] = likes }
    }
    return found
  }

  /// Returns a page of the likes of a link's guests, the newest first.
  func likes(_ query: GuestLikeQuery) throws(SQLiteError) -> [GuestLike] {
    try database[.likesOfLink].all(query.link.uuid, query.after ?? .max, query.limit) { (columns) throws(SQLiteError) in
      GuestLike(
        number: try columns.next(), photo: try columns.next(), name: try columns.next(), likedAt: try columns.next())
    }
  }

  /// Returns the photos that have come by a link on its latest day; `nil` where there is no such link.
  func intakeDay(of link: ShareLinkID) throws(SQLiteError) -> GuestIntakeDay? {
    try database[.intakeDay].first(link.uuid) { (columns) throws(SQLiteError) in try GuestIntakeDay(&columns) }
  }
}

extension GuestIntakeDay {
  init(_ columns: inout Columns) throws(SQLiteError) {
    self.init(day: try columns.next(), photoCount: try columns.next(), byteCount: try columns.next())
  }
}

extension SQL {
  /// Finds a guest of a link; the store asks so before it writes, too.
  static let guestOfLink = SQL("SELECT number, name FROM link_guest WHERE id = ?1 AND link = ?2")
  fileprivate static let likesOfPhoto = SQL(
    """
    SELECT link_guest.id, name FROM guest_like JOIN link_guest ON link_guest.number = guest_like.guest
    WHERE guest_like.link = ?1 AND photo = (SELECT number FROM photo WHERE id = ?2) ORDER BY guest_like.guest
    """)
  fileprivate static let likesOfLink = SQL(
    """
    SELECT guest_like.number, photo.id, name, liked_at
    FROM guest_like JOIN link_guest ON link_guest.number = guest_like.guest
      JOIN photo ON photo.number = guest_like.photo
    WHERE guest_like.link = ?1 AND guest_like.number < ?2 AND is_deleted = 0
    ORDER BY guest_like.number DESC LIMIT ?3
    """)
  fileprivate static let intakeDay = SQL(
    "SELECT intake_day, intake_photo_count, intake_byte_count FROM share_link WHERE id = ?1")
}
