// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps share links and their guests. Whatever a write answers is durable, and visible to every later read.
///
/// A link is there for as long as its album, or until its photo can be restored no longer, and goes with its account. While
/// its account is disabled, or its photo or album is another account's, it opens nothing.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol ShareLinkStore: LinkGuestStore {
  /// Keeps a new link.
  ///
  /// - Parameters:
  ///   - hash: The hash of the link's secret.
  ///   - countLimit: The maximum number of links of the account that have not expired.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `forbidden` where the owner has no such album or
  ///   photo, `insufficient-storage` where the account has so many links, `forbidden` where it has been disabled, or
  ///   `conflict` where it has been deleted.
  func addLink(_ link: ShareLink, secretHash hash: Digest, countLimit: Int) async throws

  /// Returns the link of a secret; `nil` if there is none, if it has expired at `time`, or if it opens nothing.
  func link(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ShareLink?

  /// Returns the link of an id, whether it opens something or not; `nil` if there is none, or if it has expired at `time`.
  func link(_ id: ShareLinkID, at time: Timestamp) async throws -> ShareLink?

  /// Returns a page of links that have not expired, the newest first.
  func links(_ query: ShareLinkQuery) async throws -> [ShareLink]

  /// Changes the rules of a link of an account.
  ///
  /// - Returns: The link after it; `nil` where the account has none of that id that has not expired at `time`.
  func editLink(
    _ id: ShareLinkID, of account: AccountID, at time: Timestamp, _ edit: ShareLinkEdit
  ) async throws -> ShareLink?

  /// Removes a link of an account.
  ///
  /// - Returns: `true` if there was one.
  func removeLink(_ id: ShareLinkID, of account: AccountID) async throws -> Bool

  /// Adds to the visits of links; those that are not there any more are passed over.
  func addVisits(_ visits: [ShareLinkID: ShareLink.Visits]) async throws
}

/// A query for one page of links.
package struct ShareLinkQuery: Hashable, Sendable {
  /// The account that has the links; `nil` for those of all.
  package var account: AccountID?
  /// The album or photo that the links of the account show; `nil` for all.
  package var target: ShareLink.Target?
  /// The page starts behind this link; at the start where it is `nil`.
  package var after: ShareLinkID?
  /// The maximum number of links on the page.
  package var limit: Int
  /// The time by which links must not have expired.
  package var time: Timestamp

  /// Makes a query.
  package init(
    account: AccountID?, target: ShareLink.Target? = nil, after: ShareLinkID? = nil, limit: Int, at time: Timestamp
  ) {
    self.account = account
    self.target = target
    self.after = after
    self.limit = limit
    self.time = time
  }
}
