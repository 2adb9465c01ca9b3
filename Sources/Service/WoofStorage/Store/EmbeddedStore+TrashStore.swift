// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: TrashStore {
  /// A page of the photos that an account can restore, those first that were deleted last.
  package func trash(_ query: TrashQuery) async throws -> [DeletedPhoto] {
    let clock = RestorationClock(time: time, steadyTime: steadyTime)
    return try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.trash(query, by: clock) }
  }

  /// Lets a photo that an account can restore be there again as it was, with its favourites; what was derived from it is
  /// derived anew.
  ///
  /// - Throws: As ``WoofCore/PhotoAccess/owned(_:by:)``, and ``WoofModel/WoofError`` with the code `gone` where the photo can be
  ///   restored no longer, `forbidden` where only administrators can restore it, or `conflict` where its owner has the
  ///   same bytes as another photo by now.
  package func restorePhoto(_ id: PhotoID, by owner: Principal) async throws -> PhotoRecord {
    try await changePhotos { transaction in try transaction.restorePhoto(id, by: owner) }
  }

  /// Erases a photo that an account can restore: nobody can restore it any more, and its bytes are removed unless another
  /// photo has them too.
  ///
  /// - Throws: As ``WoofCore/PhotoAccess/owned(_:by:)``, and ``WoofModel/WoofError`` with the code `not-found` where the account
  ///   cannot restore it.
  package func erasePhoto(_ id: PhotoID, by owner: Principal) async throws {
    try await changePhotos(mayUseReserve: true) { transaction in try transaction.erasePhoto(id, by: owner) }
    maintenance.ask(for: .deletions)
  }
}
