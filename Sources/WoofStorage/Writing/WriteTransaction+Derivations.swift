internal import WoofCore
internal import WoofModel

// The queue of photos from which something is still to be derived.

extension WriteTransaction {
  /// Lets a photo wait for longer.
  func postponeDerivation(of id: PhotoID, attempts: Int, until time: Timestamp) throws(SQLiteError) {
    try database[.postponeDerivation].run(id, attempts, time)
  }

  /// Lets a photo wait no longer, unless it waits for being derived anew and that was not what ended.
  func endDerivation(of id: PhotoID, isAnew: Bool) throws(SQLiteError) {
    try database[.endDerivationByID].run(id, isAnew)
  }

  /// Lets photos that are there wait for being derived anew.
  ///
  /// - Returns: Those that wait now.
  func queueDerivations(after id: PhotoID?, limit: Int) throws(SQLiteError) -> [PhotoID] {
    let start = id ?? PhotoID(high: 0, low: 0)
    let photos = try database[.photosThere].all(start, limit) { (columns) throws(SQLiteError) in
      (number: try columns.next(Int64.self), id: try columns.next(PhotoID.self))
    }
    for photo in photos { try database[.queueDerivation].run(photo.number, true) }
    return photos.map(\.id)
  }

  /// Lets one photo wait for being derived anew.
  ///
  /// - Returns: Whether it is there.
  func queueDerivation(of id: PhotoID) throws(SQLiteError) -> Bool {
    let number = try database[.photoThere].first(id) { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    guard let number else { return false }
    try database[.queueDerivation].run(number, true)
    return true
  }

  /// Lets photos, all or the one, no longer wait for being derived anew.
  func withdrawAnew(_ id: PhotoID?) throws(SQLiteError) {
    if let id { try database[.withdrawAnewByID].run(id) } else { try database[.withdrawAnew].run() }
  }
}

extension SQL {
  static let queueDerivation = SQL(
    """
    INSERT INTO derivation (photo, is_anew, attempts, not_before) VALUES (?1, ?2, 0, 0)
    ON CONFLICT (photo) DO UPDATE SET is_anew = max(is_anew, excluded.is_anew), attempts = 0, not_before = 0
    """)
  static let endDerivation = SQL("DELETE FROM derivation WHERE photo = ?1 AND is_anew <= ?2")
  fileprivate static let endDerivationByID = SQL(
    "DELETE FROM derivation WHERE photo = (SELECT number FROM photo WHERE id = ?1) AND is_anew <= ?2")
  fileprivate static let postponeDerivation = SQL(
    """
    UPDATE derivation SET attempts = ?2, not_before = ?3 WHERE photo = (SELECT number FROM photo WHERE id = ?1)
    """)
  fileprivate static let withdrawAnew = SQL("UPDATE derivation SET is_anew = 0 WHERE is_anew = 1")
  fileprivate static let withdrawAnewByID = SQL(
    "UPDATE derivation SET is_anew = 0 WHERE photo = (SELECT number FROM photo WHERE id = ?1)")
  fileprivate static let photosThere = SQL(
    "SELECT number, id FROM photo WHERE is_deleted = 0 AND id > ?1 ORDER BY id LIMIT ?2")
  fileprivate static let photoThere = SQL("SELECT number FROM photo WHERE is_deleted = 0 AND id = ?1")
}
