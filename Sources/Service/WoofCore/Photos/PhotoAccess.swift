// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The rule for who may read, find and change a photo, by its owner and its visibility.
///
/// To *read* a photo is to get it by its id; to *find* it is to get it in lists and feeds. An unlisted photo is read by
/// everybody who knows its id, and found by its owner only. Who is an administrator reads and finds no more than others,
/// except through the admin API.
///
/// Everything that tells somebody of a photo asks here. The stores' SQL repeats the rule to use indexes (`PhotoListPart`
/// of `WoofStorage`); the store conformance tests compare them over all combinations.
package struct PhotoAccess: Hashable, Sendable {
  /// The account that owns the photo.
  package var owner: AccountID
  /// The people who may read the photo.
  package var visibility: Visibility

  /// Makes the rule for the photos of an owner that have a visibility.
  package init(owner: AccountID, visibility: Visibility) {
    self.owner = owner
    self.visibility = visibility
  }

  /// Returns `true` if a reader who knows the id may read the photo, or could before it was deleted.
  ///
  /// - Parameter reader: The account that reads; `nil` for somebody who did not sign in.
  package func allowsReading(by reader: AccountID?) -> Bool { visibility != .private || reader == owner }

  /// Returns `true` if lists and feeds show the photo to a reader.
  package func allowsFinding(by reader: ChangeReader) -> Bool {
    switch reader {
    case .everybody: visibility == .public
    case .account(let account): visibility == .public || account == owner
    case .administrator: true
    }
  }

  /// Returns `true` if an account that may read the photo may change and delete it: its owner, or an administrator.
  package func allowsChanging(by principal: Principal) -> Bool { principal.id == owner || principal.isAdministrator }

  /// Returns `true` if a reader is told the annotations of the photo: its owner, or an administrator.
  package func showsAnnotations(to reader: Principal?) -> Bool { reader.map(allowsChanging) ?? false }

  /// Returns `true` if a reader is told the name that the photo's file had: its owner only.
  package func showsFileName(to reader: AccountID?) -> Bool { reader == owner }
}

extension PhotoRecord {
  /// The rule for who may read, find and change the photo.
  package var access: PhotoAccess { PhotoAccess(owner: ownerID, visibility: visibility) }

  /// `true` if the photo appears in the lists and feeds of everybody.
  package var isListed: Bool { !isDeleted && access.allowsFinding(by: .everybody) }
}

// Each returns the record or throws the reason to refuse it, so it reads as a guard.
extension PhotoAccess {
  /// A photo that a reader may read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was and for a photo that the
  ///   reader may not know of, or `gone` for a deleted one.
  package static func readable(_ record: PhotoRecord?, by reader: Principal?) throws(WoofError) -> PhotoRecord {
    guard let record, record.access.allowsReading(by: reader?.id) else { throw WoofError.noSuchPhoto }
    return try present(record)
  }

  /// A photo that has not been deleted.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was, or `gone`.
  static func present(_ record: PhotoRecord?) throws(WoofError) -> PhotoRecord {
    guard let record else { throw WoofError.noSuchPhoto }
    guard !record.isDeleted else { throw WoofError.deletedPhoto }
    return record
  }

  /// A photo that a principal may change or delete: its owner, or an administrator who can see it.
  ///
  /// - Throws: As ``readable(_:by:)``, and `forbidden` where the photo is somebody else's.
  package static func writable(_ record: PhotoRecord?, by principal: Principal) throws(WoofError) -> PhotoRecord {
    let record = try readable(record, by: principal)
    guard record.access.allowsChanging(by: principal) else {
      throw WoofError(.forbidden, "Only the owner of a photo and administrators may change it.")
    }
    return record
  }

  /// A photo that a principal may restore or erase, where it has been deleted: its owner.
  ///
  /// - Throws: As ``readable(_:by:)``, and `forbidden` where the photo is somebody else's and there.
  package static func owned(_ record: PhotoRecord?, by principal: Principal) throws(WoofError) -> PhotoRecord {
    guard let record, record.ownerID == principal.id else {
      _ = try readable(record, by: principal)
      throw WoofError(.forbidden, "Only the owner of a photo may do this.")
    }
    return record
  }
}

extension WoofError {
  /// The error for an id that never was, and for a photo that the reader may not know of.
  package static var noSuchPhoto: WoofError { WoofError(.notFound, "There is no photo of this id.") }

  /// The error for a new photo whose id another one has.
  package static var takenPhotoID: WoofError { WoofError(.conflict, "There is a photo of this id already.") }

  /// The error for a photo that has been deleted.
  package static var deletedPhoto: WoofError { WoofError(.gone, "This photo has been deleted.") }
}

/// A reader of lists and of the change log, who finds certain photos only (``PhotoAccess/allowsFinding(by:)``).
package enum ChangeReader: Hashable, Sendable {
  /// Somebody who did not sign in: of public photos.
  case everybody
  /// An account: of public photos and its own.
  case account(AccountID)
  /// An administrator who reads through the admin API: of all photos.
  case administrator

  /// Makes the reader that an account is; `nil` for somebody who did not sign in.
  package init(_ account: AccountID?) { self = account.map { .account($0) } ?? .everybody }

  /// The account that reads; `nil` for the others.
  package var account: AccountID? {
    guard case .account(let account) = self else { return nil }
    return account
  }
}
