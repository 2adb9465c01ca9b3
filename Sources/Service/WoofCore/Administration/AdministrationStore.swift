// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Operations for administrators, beyond those that a ``RecordStore`` and a ``CredentialStore`` offer everybody. The
/// result of a write is durable, and visible to every later read.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol AdministrationStore: Sendable {
  /// The time for which a photo that is deleted now can be restored; zero if it cannot be restored.
  var deletionGrace: Duration { get }

  /// A page of photos of all owners and visibilities.
  func photos(matching search: PhotoSearch) async throws -> PhotoSearchPage

  /// A photo of whatever owner and visibility; `nil` for an id that never was.
  func administeredPhoto(_ id: PhotoID) async throws -> AdministeredPhoto?

  /// Lets a deleted photo be there again as it was, with its favourites; what was derived from it is derived anew. One
  /// that is not deleted stays as it is.
  ///
  /// - Returns: The record after it.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was, `gone` where it can be restored
  ///   no longer, or `conflict` where its owner has the same bytes as another photo by now.
  func restorePhoto(_ id: PhotoID) async throws -> PhotoRecord

  /// Deletes a photo so that nobody can restore it, or ends the time in which a deleted one can be restored: its bytes are
  /// removed soon after, unless another photo has them too.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was.
  func erasePhoto(_ id: PhotoID) async throws

  /// A page of accounts, by name; deleted ones are not among them.
  ///
  /// - Parameter name: The account before the page; `nil` for the first one.
  func accounts(after name: AccountName?, limit: Int) async throws -> [AccountSummary]

  /// Returns the summary of an account; `nil` if there is none of that name.
  func summary(of name: AccountName) async throws -> AccountSummary?

  /// Lets an account administer the service, or no longer.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  func setAdministrator(_ isAdministrator: Bool, of name: AccountName) async throws

  /// Sets what an account may have; what it has already stays, also where that is more.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  func setQuota(_ quota: AccountQuota, of name: AccountName) async throws

  /// Deletes an account for good: signing in with it fails as with a name that never was, its favourites are unset, and
  /// its photos are deleted, each of which can be restored for a while. Its name stays taken.
  ///
  /// That takes many small transactions, so that others who write need not wait. Sign-in is refused from the first one
  /// on; where the service goes away before the last, the next one goes on with it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  func deleteAccount(_ name: AccountName) async throws

  /// Returns the amounts of stored data. The call is cheap enough to be made every second, however much is stored.
  func counts() async throws -> StoredCounts
}
