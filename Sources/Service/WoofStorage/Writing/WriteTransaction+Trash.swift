// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

// What an account does with the photos that it has deleted.

extension WriteTransaction {
  /// Lets a photo be there again that an account has deleted; one that is there stays as it is.
  ///
  /// - Throws: Any error that `check` throws; ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden` or
  ///   `conflict`; ``SQLiteError``.
  mutating func restorePhoto(
    _ id: PhotoID, by account: AccountID, check: (PhotoRecord?) throws -> Void
  ) throws -> PhotoRecord {
    let place = try place(of: id)
    let record = place.map { photos.record(at: $0) }
    try check(record)
    if let place, let record, record.isDeleted, let restorer = try restorer(at: place), restorer != account {
      throw WoofError(.forbidden, "An administrator has deleted this photo, and only administrators can restore it.")
    }
    return try restorePhoto(id)
  }

  /// Makes a photo that an account has deleted one that nobody can restore, and of which nothing is to be kept.
  ///
  /// - Throws: Any error that `check` throws; ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func erasePhoto(
    _ id: PhotoID, by account: AccountID, check: (PhotoRecord?) throws -> Void
  ) throws {
    let place = try place(of: id)
    try check(place.map { photos.record(at: $0) })
    guard let place, try restorer(at: place) == account else {
      throw WoofError(.notFound, "This photo is not in the trash.")
    }
    try database[.endRestorability].run(photos.number(at: place))
  }

  /// Deletes a photo, where it is not deleted yet, and makes it one that nobody can restore.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`; ``SQLiteError``.
  mutating func erasePhoto(_ id: PhotoID) throws {
    guard let place = try place(of: id) else { throw WoofError.noSuchPhoto }
    if !photos.record(at: place).isDeleted { _ = try change(at: place, by: .deletion) }
    try database[.endRestorability].run(photos.number(at: place))
  }

  /// The account that may restore a deleted photo; `nil` where it can be restored no longer, and 0 for administrators only.
  private func restorer(at place: Int) throws(SQLiteError) -> AccountID? {
    try database[.restorer].first(photos.number(at: place), deletion.steadyTime.now()) {
      (columns) throws(SQLiteError) in
      try columns.next()
    }
  }
}

extension SQL {
  fileprivate static let restorer = SQL(
    "SELECT restorer FROM restorable_photo WHERE photo = ?1 AND restorable_until > ?2")
  fileprivate static let endRestorability = SQL(
    "UPDATE restorable_photo SET restorable_until = 0, restorer = 0 WHERE photo = ?1")
}
