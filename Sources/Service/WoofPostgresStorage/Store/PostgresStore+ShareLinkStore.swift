// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: ShareLinkStore {
  /// The number of times that an album or a photo is looked at anew that is there and is not the account's by turns.
  private static let linkAttemptLimit = 10

  /// Keeps a new link; doing it twice keeps it once.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `forbidden` where the owner has no such album or
  ///   photo, `insufficient-storage` where the account has too many links, `forbidden` where it has been disabled, or
  ///   `conflict` where it has been deleted.
  package func addLink(_ link: ShareLink, secretHash hash: Digest, countLimit: Int) async throws {
    for _ in 0..<Self.linkAttemptLimit {
      let rows = try await share([ShareLinkSQL.add(link, secretHash: hash, countLimit: countLimit)]).rows
      let answer = try rows.first?.first { (row) throws(PostgreSQLError) in
        (verdict: try row.whole(ShareLinkSQL.Verdict(rawValue: try row.text())), count: try row.count())
      }
      switch answer?.verdict {
      case .new?, .there?: return
      case .deleted?, nil: throw WoofError.deletedAccount
      case .disabled?: throw WoofError.disabledAccount
      case .full?: return try ShareLink.admit(count: answer?.count ?? countLimit, limit: countLimit)
      case .missed?: try await requireOwn(link.target, of: link.owner)
      }
    }
    throw WoofError(.unavailable, "Too much is changing there; try again.", retryAfter: 1)
  }

  /// Makes sure that an album or a photo is there and an account's own.
  private func requireOwn(_ target: ShareLink.Target, of owner: Principal) async throws {
    switch target {
    case .album(let id):
      let album = try AlbumAccess.readable(try await album(id, for: owner.id), by: owner)
      guard album.ownerID == owner.id else {
        throw WoofError.linkToForeignAlbum
      }
    case .photo(let id):
      guard try PhotoAccess.readable(try await photo(id), by: owner).ownerID == owner.id else {
        throw WoofError.linkToForeignPhoto
      }
    }
  }

  /// Returns the link of a secret; `nil` if there is none, if it has expired at `time`, or if it opens nothing.
  package func link(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ShareLink? {
    try await links(
      PostgreSQLStatement(ShareLinkSQL.ofSecret, .bytes([UInt8](hash.bytes)), .integer(time.milliseconds))
    ).first
  }

  /// Returns the link of an id, whether it opens something or not; `nil` if there is none, or if it has expired at `time`.
  package func link(_ id: ShareLinkID, at time: Timestamp) async throws -> ShareLink? {
    try await links(
      PostgreSQLStatement(ShareLinkSQL.byID, .bytes(id.uuid.columnBytes), .integer(time.milliseconds))
    ).first
  }

  /// Returns a page of links that have not expired, the newest first.
  package func links(_ query: ShareLinkQuery) async throws -> [ShareLink] {
    try await links(ShareLinkSQL.page(query))
  }

  /// Changes the rules of a link of an account.
  ///
  /// - Returns: The link after it; `nil` where the account has none of that id that has not expired at `time`.
  package func editLink(
    _ id: ShareLinkID, of account: AccountID, at time: Timestamp, _ edit: ShareLinkEdit
  ) async throws -> ShareLink? {
    let reading = PostgreSQLStatement(ShareLinkSQL.byID, .bytes(id.uuid.columnBytes), .integer(nil))
    let (rows, isUnknown) = try await share([ShareLinkSQL.edit(id, of: account, at: time, edit), reading])
    guard rows.count == 2 else { throw Self.misplacedAnswer }
    let link = try rows[1].first { (row) throws(PostgreSQLError) in try ShareLinkSQL.link(&row).link }
    // An earlier attempt may have done it, and have let the link expire by that.
    let isDone =
      rows[0].affectedCount == 1
      || isUnknown && link?.owner.id == account && edit.expiresAt != nil
        && link?.terms.expiresAt == edit.expiresAt
    return isDone ? link : nil
  }

  /// Removes a link of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeLink(_ id: ShareLinkID, of account: AccountID) async throws -> Bool {
    let (rows, isUnknown) = try await share(ShareLinkSQL.remove(id, of: account))
    guard rows.count == 2 else { throw Self.misplacedAnswer }
    return rows[0].affectedCount > 0 || isUnknown && rows[1].count > 0
  }

  /// Adds to the visits of links; those that are not there any more are passed over. Where it is not known whether they were
  /// added, they are not added again.
  package func addVisits(_ visits: [ShareLinkID: ShareLink.Visits]) async throws {
    guard !visits.isEmpty else { return }
    let statements = [ShareLinkSQL.lockAtOnce(Array(visits.keys)), ShareLinkSQL.addVisits(visits)]
    do {
      _ = try await pool.run(.writing(statements), retryingAs: false)
    } catch let error as PostgreSQLError where error.code == .outcomeUnknown {
      return
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  private func links(_ statement: PostgreSQLStatement) async throws -> [ShareLink] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try ShareLinkSQL.link(&row).link }
    }
  }
}
