internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// Sets or unsets a favourite.
  ///
  /// - Returns: The photo after it, or why nothing changed.
  /// - Throws: ``SQLiteError`` to fail the whole transaction.
  mutating func setFavourite(_ write: FavouriteWrite) throws(SQLiteError) -> Result<PhotoRecord, any Error> {
    let place = try place(of: write.photo)
    do {
      try write.check(place.map { photos.record(at: $0) })
    } catch {
      return .failure(error)
    }
    guard let place else { return .failure(WoofError.noSuchPhoto) }
    guard !photos.record(at: place).isDeleted else { return .failure(WoofError.deletedPhoto) }
    let key = FavouriteKey(photo: photos.number(at: place), account: write.account)
    var pair = try favourite(key)
    var record = photos.record(at: place)
    guard (pair.setAt != nil) != write.isFavourite else { return .success(record) }
    pair.setAt = write.isFavourite ? write.time : nil
    record.favouriteCount += write.isFavourite ? 1 : -1
    advance(&record, isMetadata: false)
    note(pair, for: key, at: place, record: record)
    return .success(record)
  }

  /// Where a photo stands among those used lately, after it was read if need be; `nil` for an id that never was.
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
