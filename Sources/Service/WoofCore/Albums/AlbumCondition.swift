// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The condition on which an album is changed.
///
/// It is a value and no closure, as that of photos is (``PhotoCondition``), so that a store checks it wherever it has the newest
/// album.
package struct AlbumCondition: Hashable, Sendable {
  /// The permission that a change needs; the album has to be there for each.
  package enum Permission: Hashable, Sendable {
    /// None, as in the admin API.
    case none
    /// The permission of somebody who may make the change (``AlbumAccess/require(_:in:by:)``).
    case making(by: Principal)
  }

  /// The permission that whoever makes the change needs.
  package var permission: Permission
  /// The states of the album in which it is changed.
  package var precondition: Precondition

  /// Makes a condition.
  package init(_ permission: Permission, _ precondition: Precondition = .none) {
    self.permission = permission
    self.precondition = precondition
  }

  /// The album is there, and nothing else is asked.
  package static let presence = AlbumCondition(.none)

  /// Checks the circumstances of a change.
  ///
  /// - Parameters:
  ///   - change: The change that is to be made.
  ///   - situation: The newest album, and the photo that the change is about.
  /// - Throws: ``WoofModel/WoofError`` as ``AlbumAccess/require(_:in:by:)``, or with the code `not-found` where there is no
  ///   album, or `precondition-failed`; in this order.
  package func check(_ change: AlbumChange, in situation: AlbumSituation) throws(WoofError) {
    if case .making(let principal) = permission { try AlbumAccess.require(change, in: situation, by: principal) }
    guard let album = situation.album else { throw WoofError.noSuchAlbum }
    guard precondition.holds(version: album.version) else { throw WoofError.albumHasChanged }
  }
}

extension WoofError {
  /// The error for a precondition that does not hold.
  package static var albumHasChanged: WoofError {
    WoofError(.preconditionFailed, "The album has changed; read it and try again.")
  }
}
