// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: LinkGuestStore {
  /// The number of times that a like of which it is not known whether it was set is tried again.
  private static let likeAttemptLimit = 3

  /// Keeps a guest, or gives one that there is another name.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more at `time`, or
  ///   `insufficient-storage` where it has as many guests as it may.
  package func keepGuest(_ guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits) async throws {
    let answer = try await write(LinkGuestSQL.keep(guest, at: time, limits)) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        (verdict: try row.whole(LinkGuestSQL.Verdict(rawValue: try row.text())), count: try row.count())
      }
    }
    guard let answer else { throw Self.misplacedAnswer }
    _ = try LinkGuestSQL.check(answer.verdict) { _ in WoofError.tooManyGuests(answer.count, limits.guestsPerLink) }
  }

  /// Returns a guest of a link; `nil` where the link has none of that id.
  package func guest(_ id: LinkGuestID, of link: ShareLinkID) async throws -> LinkGuest? {
    let statement = PostgreSQLStatement(
      LinkGuestSQL.guest, .bytes(id.uuid.columnBytes), .bytes(link.uuid.columnBytes))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in LinkGuest(id: id, link: link, name: try row.text()) }
    }
  }

  /// Sets or takes back the like of a guest; what is so already changes nothing.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more at `time` or there is no
  ///   such photo, `forbidden` where it allows no likes or has no such guest, or `insufficient-storage` where there are as many
  ///   likes as there may be.
  @discardableResult
  package func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits
  ) async throws -> Bool {
    let batch = PostgreSQLBatch.writing(LinkGuestSQL.setLike(isLiked, of: photo, by: guest, at: time, limits))
    var isUnknown = false
    for attempt in 0... {
      do {
        let rows = try await pool.run(batch, retryingAs: false)
        let answer = try rows.last?.first { (row) throws(PostgreSQLError) in
          (
            verdict: try row.whole(LinkGuestSQL.Verdict(rawValue: try row.text())), count: try row.count(),
            likedAt: try row.optionalTimestamp()
          )
        }
        guard let answer else { throw Self.misplacedAnswer }
        let wasThere = try LinkGuestSQL.check(answer.verdict) { verdict in
          WoofError.tooManyLikes(answer.count, verdict == .full ? limits.likesPerLink : limits.likesPerGuest)
        }
        // A like of this very time is that of the attempt whose answer was lost.
        return isLiked && (!wasThere || isUnknown && answer.likedAt == time)
      } catch let error as PostgreSQLError where error.code == .outcomeUnknown && attempt < Self.likeAttemptLimit {
        isUnknown = true
      } catch let error as PostgreSQLError {
        throw WoofError(error)
      }
    }
    return false
  }

  /// Returns what guests of a link like of photos; those that nobody likes are left out.
  package func likes(
    of photos: [PhotoID], by guest: LinkGuestID?, of link: ShareLinkID
  ) async throws -> [PhotoID: GuestLikes] {
    guard !photos.isEmpty else { return [:] }
    let statement = PostgreSQLStatement(
      LinkGuestSQL.likesOfPhotos, .bytes(link.uuid.columnBytes), .byteStrings(photos.map(\.columnBytes)),
      .bytes(guest?.uuid.columnBytes))
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        (
          try row.photoID(),
          GuestLikes(count: try row.count(), names: try row.texts().compactMap(\.self), isLiked: try row.boolean())
        )
      }
    }
    return Dictionary(found) { first, _ in first }
  }

  /// Returns a page of the likes of a link's guests, the newest first.
  package func likes(_ query: GuestLikeQuery) async throws -> [GuestLike] {
    let statement = PostgreSQLStatement(
      LinkGuestSQL.likesOfLink, .bytes(query.link.uuid.columnBytes), .integer(query.after),
      .integer(Int64(clamping: query.limit)))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        GuestLike(
          number: try row.integer(), photo: try row.photoID(), name: try row.text(), likedAt: try row.timestamp())
      }
    }
  }

  /// Returns the photos that have come by a link on its latest day; `nil` where there is no such link.
  package func intakeDay(of link: ShareLinkID) async throws -> GuestIntakeDay? {
    try await read(PostgreSQLStatement(LinkGuestSQL.intakeDay, .bytes(link.uuid.columnBytes))) {
      (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        GuestIntakeDay(day: try row.integer(), photoCount: try row.count(), byteCount: try row.integer())
      }
    }
  }
}
