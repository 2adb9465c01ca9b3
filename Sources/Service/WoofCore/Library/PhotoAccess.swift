// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The rules of access to photos. Each returns the record or throws the reason to refuse it, so it reads as a guard.
public enum PhotoAccess {
  /// A photo that a reader may read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was and for a photo that the
  ///   reader may not know of, or `gone` for a deleted one.
  public static func readable(_ record: PhotoRecord?, by reader: Principal?) throws(WoofError) -> PhotoRecord {
    guard let record, record.isReadable(by: reader?.id) else { throw noSuchPhoto }
    return try present(record)
  }

  /// A photo that has not been deleted.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was, or `gone`.
  static func present(_ record: PhotoRecord?) throws(WoofError) -> PhotoRecord {
    guard let record else { throw noSuchPhoto }
    guard !record.isDeleted else { throw WoofError(.gone, "This photo has been deleted.") }
    return record
  }

  /// A photo that a principal may change or delete: its owner, or an administrator who can see it.
  ///
  /// - Throws: As ``readable(_:by:)``, and `forbidden` where the photo is somebody else's.
  public static func writable(_ record: PhotoRecord?, by principal: Principal) throws(WoofError) -> PhotoRecord {
    let record = try readable(record, by: principal)
    guard record.ownerID == principal.id || principal.isAdministrator else {
      throw WoofError(.forbidden, "Only the owner of a photo and administrators may change it.")
    }
    return record
  }

  /// A photo that a principal may restore or erase, where it has been deleted: its owner.
  ///
  /// - Throws: As ``readable(_:by:)``, and `forbidden` where the photo is somebody else's and there.
  public static func owned(_ record: PhotoRecord?, by principal: Principal) throws(WoofError) -> PhotoRecord {
    guard let record, record.ownerID == principal.id else {
      _ = try readable(record, by: principal)
      throw WoofError(.forbidden, "Only the owner of a photo may do this.")
    }
    return record
  }

  private static var noSuchPhoto: WoofError { WoofError(.notFound, "There is no photo of this id.") }
}
