// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The places of the photos in an album. Between two of them there is mostly room for more, so that a photo is put before
/// another one without touching the rest; where there is none, those that follow move apart.
///
/// This is the order-maintenance problem, solved by relabelling a neighbourhood that grows until it is sparse enough
/// (Bender et al., "Two Simplified Algorithms for Maintaining Order in a List", 2002).
struct AlbumOrder {
  let database: Database
  /// The number of the album.
  let album: Int64

  /// The room between photos that are added to the end.
  private static let step: Int64 = 1 << 32
  /// The number of photos that move apart at first.
  private static let neighbourhood = 64
  /// The room that photos have after they have moved apart, at least.
  private static let sparseStep: Int64 = 1 << 16

  /// Returns the place of a photo; `nil` where it is not in the album.
  func place(of photo: Int64) throws(SQLiteError) -> Int64? {
    try database[.placeInAlbum].first(album, photo) { (columns) throws(SQLiteError) in try columns.next() }
  }

  /// Returns the place at the end, behind all photos.
  func end() throws(SQLiteError) -> Int64 { (try lastPlace() ?? 0) + Self.step }

  /// Returns `true` if a place is the last one.
  func isLast(_ place: Int64) throws(SQLiteError) -> Bool { try lastPlace() == place }

  /// Returns `true` if a place is the one right before that of a photo.
  func isRight(_ place: Int64, before photo: Int64) throws(SQLiteError) -> Bool {
    guard let end = try self.place(of: photo) else { return false }
    return try self.place(below: end) == place
  }

  /// Returns a place before a photo and behind the one that it follows; `nil` where the photo is not in the album.
  func place(before photo: Int64) throws(SQLiteError) -> Int64? {
    guard let next = try place(of: photo) else { return nil }
    guard let previous = try place(below: next) else { return next - Self.step }
    if next - previous >= 2 { return previous + (next - previous) / 2 }
    try spread(behind: previous)
    return try place(of: photo).map { previous + ($0 - previous) / 2 }
  }

  /// Moves the photos behind a place apart: as many as it takes to give each of them room.
  private func spread(behind start: Int64) throws(SQLiteError) {
    var count = Self.neighbourhood
    while true {
      let rows = try database[.placesInAlbum].all(album, start, count) { (columns) throws(SQLiteError) in
        (photo: try columns.next(Int64.self), place: try columns.next(Int64.self))
      }
      let isEnd = rows.count < count
      let step = isEnd ? Self.step : ((rows.last?.place ?? start) - start) / Int64(count)
      guard isEnd || step >= Self.sparseStep else {
        count *= 4
        continue
      }
      for (index, row) in rows.enumerated() where isEnd || index < count - 1 {
        try database[.moveInAlbum].run(album, row.photo, start + Int64(index + 1) * step)
      }
      return
    }
  }

  private func lastPlace() throws(SQLiteError) -> Int64? {
    try database[.lastPlaceInAlbum].first(album) { (columns) throws(SQLiteError) in try columns.next() }
  }

  private func place(below place: Int64) throws(SQLiteError) -> Int64? {
    try database[.placeBelow].first(album, place) { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension SQL {
  /// Gives a photo of an album another place.
  static let moveInAlbum = SQL("UPDATE album_photo SET place = ?3 WHERE album = ?1 AND photo = ?2")
  fileprivate static let placeInAlbum = SQL("SELECT place FROM album_photo WHERE album = ?1 AND photo = ?2")
  fileprivate static let lastPlaceInAlbum = SQL(
    "SELECT place FROM album_photo WHERE album = ?1 ORDER BY place DESC LIMIT 1")
  fileprivate static let placeBelow = SQL(
    "SELECT place FROM album_photo WHERE album = ?1 AND place < ?2 ORDER BY place DESC LIMIT 1")
  fileprivate static let placesInAlbum = SQL(
    "SELECT photo, place FROM album_photo WHERE album = ?1 AND place > ?2 ORDER BY place LIMIT ?3")
}
