// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// The outcome of setting or unsetting a favourite.
  enum FavouriteOutcome {
    /// The favourite was changed; the photo after it stands at this place among the changes.
    case changed(Int)
    /// The favourite was set or unset already.
    case unchanged(PhotoRecord)
    /// The favourite may not be changed.
    case refused(any Error)
  }

  /// Sets or unsets a favourite.
  ///
  /// - Throws: ``SQLiteError`` to fail the whole transaction.
  mutating func setFavourite(_ write: FavouriteWrite) throws(SQLiteError) -> FavouriteOutcome {
    guard let place = try place(of: write.photo) else { return Self.outcome(of: write) }
    var record = photos.record(at: place)
    do {
      try write.check(record)
    } catch {
      return .refused(error)
    }
    guard !record.isDeleted else { return .refused(WoofError.deletedPhoto) }
    guard !write.isFavourite || !deletedAccounts.contains(write.account) else {
      return .refused(WoofError.deletedAccount)
    }
    let key = FavouriteKey(photo: photos.number(at: place), account: write.account)
    var pair = try favourite(key)
    guard (pair.setAt != nil) != write.isFavourite else { return .unchanged(record) }
    pair.setAt = write.isFavourite ? order.time(ofFavouriteAt: write.time) : nil
    record.favouriteCount += write.isFavourite ? 1 : -1
    advance(&record, isMetadata: false)
    note(pair, for: key, at: place, record: record)
    return .changed(changes.count - 1)
  }

  /// Unsets a favourite of an account of which nothing is to be left.
  mutating func unsetFavourite(at place: Int, by account: AccountID) throws(SQLiteError) {
    var record = photos.record(at: place)
    let key = FavouriteKey(photo: photos.number(at: place), account: account)
    var pair = try favourite(key)
    guard pair.setAt != nil, !record.isDeleted else { return }
    pair.setAt = nil
    record.favouriteCount -= 1
    advance(&record, isMetadata: false)
    note(pair, for: key, at: place, record: record)
  }

  /// Returns the outcome for a favourite of a photo that never was.
  private static func outcome(of write: FavouriteWrite) -> FavouriteOutcome {
    do {
      try write.check(nil)
      return .refused(WoofError.noSuchPhoto)
    } catch {
      return .refused(error)
    }
  }

  /// Returns the place of a photo among those used lately, after reading it if need be; `nil` for an id that never was.
  mutating func place(of id: PhotoID) throws(SQLiteError) -> Int? {
    if let place = photos.place(of: id) { return place }
    guard let row = try PhotoRow.read(id: id, in: database) else { return nil }
    return photos.insert(pending.photo(row.number) ?? row.record, number: row.number)
  }
}

extension WoofError {
  static var noSuchPhoto: WoofError { WoofError(.notFound, "There is no photo of this id.") }
  static var deletedPhoto: WoofError { WoofError(.gone, "This photo has been deleted.") }
}
