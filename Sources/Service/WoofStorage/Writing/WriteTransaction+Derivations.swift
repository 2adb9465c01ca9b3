// SPDX-License-Identifier: Apache-2.0

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
  /// - Returns: The photos that wait now.
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
  /// - Returns: `true` if it is there.
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

// MARK: While nothing derives

// Photos do not wait in the queue while nothing is installed that derives from them. What is kept is the lowest of their
// numbers: when something is installed, the photos from there on are looked through.

extension WriteTransaction {
  /// Notes that a photo is to be looked through when something derives.
  func noteUnseen(_ number: Int64) throws(SQLiteError) { try database[.noteUnseen].run(number) }

  /// Looks through some of the photos that are to be, and lets those wait that lack something.
  ///
  /// - Returns: `true` if there are more to look through.
  func queueUnseen(lacking variants: [VariantSpecification], limit: Int) throws(SQLiteError) -> Bool {
    guard let start = try database.firstUnseenPhoto() else { return false }
    let numbers = try database[.photosFrom].all(start, limit) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    for number in numbers {
      guard let record = try PhotoRow.read(number: number, in: database)?.record else { continue }
      var isComplete = variants.allSatisfy { record.variants[$0.name]?.specification == $0.identity }
      isComplete = isComplete && record.placeholder != nil
      if isComplete { isComplete = try hasPartHashes(number) }
      if !isComplete { try database[.queueDerivation].run(number, false) }
    }
    guard let last = numbers.last, numbers.count == limit else {
      try database[.forgetUnseen].run()
      return false
    }
    try database[.moveUnseen].run(last + 1)
    return true
  }

  private func hasPartHashes(_ number: Int64) throws(SQLiteError) -> Bool {
    try database[.partHashesThere].first(number) { (columns) throws(SQLiteError) in try columns.next(Bool.self) }
      ?? false
  }

  /// Lets some photos of the queue wait no longer, and notes that they are to be looked through.
  ///
  /// - Returns: `true` if there are more.
  func releaseDerivations(limit: Int) throws(SQLiteError) -> Bool {
    let numbers = try database[.releasableDerivations].all(limit) { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    if let first = numbers.min() { try noteUnseen(first) }
    for number in numbers { try database[.endDerivation].run(number, false) }
    return numbers.count == limit
  }
}

extension Database {
  /// The lowest number of the photos that are to be looked through when something derives; `nil` where none is.
  func firstUnseenPhoto() throws(SQLiteError) -> Int64? {
    try self[.firstUnseen].first { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension SQL {
  fileprivate static let firstUnseen = SQL("SELECT value FROM installation WHERE name = 'first-unseen-photo'")
  fileprivate static let noteUnseen = SQL(
    """
    INSERT INTO installation (name, value) VALUES ('first-unseen-photo', ?1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value < value
    """)
  fileprivate static let moveUnseen = SQL("UPDATE installation SET value = ?1 WHERE name = 'first-unseen-photo'")
  fileprivate static let forgetUnseen = SQL("DELETE FROM installation WHERE name = 'first-unseen-photo'")
  fileprivate static let photosFrom = SQL(
    "SELECT number FROM photo WHERE number >= ?1 AND is_deleted = 0 ORDER BY number LIMIT ?2")
  fileprivate static let partHashesThere = SQL("SELECT EXISTS (SELECT 1 FROM part_hash WHERE photo = ?1)")
  fileprivate static let releasableDerivations = SQL("SELECT photo FROM derivation WHERE is_anew = 0 LIMIT ?1")
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
