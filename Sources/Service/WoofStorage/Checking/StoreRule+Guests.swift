// SPDX-License-Identifier: Apache-2.0

extension StoreRule {
  /// The promises of what guests of share links leave behind.
  static var guests: [StoreRule] {
    [
      StoreRule(
        "every share link has as many likes as it says",
        """
        SELECT hex(id) || ' says ' || like_count || ' and has ' || counted FROM (
          SELECT id, like_count, (SELECT count(*) FROM guest_like WHERE link = share_link.id) AS counted
          FROM share_link)
        WHERE like_count <> counted
        """),
      StoreRule(
        "every like of a guest is by the guest's own link",
        """
        SELECT 'like ' || guest_like.number FROM guest_like JOIN link_guest ON link_guest.number = guest_like.guest
        WHERE guest_like.link <> link_guest.link
        """),
      StoreRule(
        "guests like only photos that are there or can be restored",
        """
        SELECT hex(id) FROM guest_like JOIN photo ON photo.number = guest_like.photo
        WHERE is_deleted = 1 AND photo.number NOT IN (SELECT photo FROM restorable_photo)
        """),
    ]
  }

  /// The statements that make good what breaks the promises of guests.
  static let repairOfGuests = """
    DELETE FROM guest_like
      WHERE link IS NOT (SELECT link FROM link_guest WHERE number = guest_like.guest)
        OR link NOT IN (SELECT id FROM share_link)
        OR photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0 UNION SELECT photo FROM restorable_photo);

    DELETE FROM link_guest WHERE link NOT IN (SELECT id FROM share_link);

    UPDATE share_link SET like_count = (SELECT count(*) FROM guest_like WHERE link = share_link.id)
      WHERE like_count <> (SELECT count(*) FROM guest_like WHERE link = share_link.id);
    """
}
