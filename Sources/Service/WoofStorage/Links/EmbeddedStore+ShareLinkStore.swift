// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: ShareLinkStore {
  /// Keeps a new link.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `forbidden` where the owner has no such album or
  ///   photo, `insufficient-storage` where the account has too many links, `forbidden` where it has been disabled, or
  ///   `conflict` where it has been deleted.
  package func addLink(_ link: ShareLink, secretHash hash: Digest, countLimit: Int) async throws {
    try await changePhotos { transaction in
      try transaction.addLink(link, secretHash: hash, countLimit: countLimit)
    }
  }

  /// Returns the link of a secret; `nil` if there is none, if it has expired at `time`, or if it opens nothing.
  package func link(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ShareLink? {
    try await readers.read { snapshot in try snapshot.link(ofSecretHash: hash, at: time) }
  }

  /// Returns the link of an id, whether it opens something or not; `nil` if there is none, or if it has expired at `time`.
  package func link(_ id: ShareLinkID, at time: Timestamp) async throws -> ShareLink? {
    try await readers.read { snapshot in try snapshot.link(id, at: time) }
  }

  /// Returns a page of links that have not expired, the newest first.
  package func links(_ query: ShareLinkQuery) async throws -> [ShareLink] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.links(query) }
  }

  /// Changes the rules of a link of an account.
  ///
  /// - Returns: The link after it; `nil` where the account has none of that id that has not expired at `time`.
  package func editLink(
    _ id: ShareLinkID, of account: AccountID, at time: Timestamp, _ edit: ShareLinkEdit
  ) async throws -> ShareLink? {
    try await changePhotos(mayUseReserve: true) { transaction in
      try transaction.editLink(id, of: account, at: time, edit)
    }
  }

  /// Removes a link of an account.
  ///
  /// - Returns: `true` if there was one.
  package func removeLink(_ id: ShareLinkID, of account: AccountID) async throws -> Bool {
    try await changePhotos(mayUseReserve: true) { transaction in try transaction.removeLink(id, of: account) }
  }

  /// Adds to the visits of links; those that are not there any more are passed over.
  package func addVisits(_ visits: [ShareLinkID: ShareLink.Visits]) async throws {
    try await changePhotos { transaction in try transaction.addVisits(visits) }
  }
}
