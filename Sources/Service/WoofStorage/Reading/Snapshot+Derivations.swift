// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the annotations of a photo; `nil` if it has none.
  func annotations(of id: PhotoID) throws(SQLiteError) -> PhotoAnnotations? {
    try database[.annotationsOfPhoto].first(id) { (columns) throws(SQLiteError) in try columns.next() }
  }

  /// Photos that are there and have an original's bytes: an account's own, and public ones.
  func photos(
    ofOriginal digest: Digest, knownTo account: AccountID, limit: Int
  ) throws(SQLiteError) -> [PhotoID] {
    try database[.photosOfOriginal].all(digest, account, limit) { (columns) throws(SQLiteError) in
      try columns.next()
    }
  }

  /// The photos that wait and whose time has come, the longest due first.
  func dueDerivations(at time: Timestamp, limit: Int) throws(SQLiteError) -> [Derivation] {
    try database[.dueDerivations].all(time, limit) { (columns) throws(SQLiteError) in
      try Derivation(
        photo: columns.next(), attempts: columns.next(), isAnew: columns.next(), hasMetadata: columns.next(),
        hasPartHashes: columns.next())
    }
  }

  /// Returns the time at which the next photo is due; `nil` if none waits.
  func nextDerivationTime() throws(SQLiteError) -> Timestamp? {
    try database[.nextDerivation].first { (columns) throws(SQLiteError) in try columns.next(Timestamp?.self) } ?? nil
  }

  /// Returns the number of photos in the queue for derivation.
  func derivationCount() throws(SQLiteError) -> Int {
    try database[.derivationTally].first { (columns) throws(SQLiteError) in try columns.next() } ?? 0
  }

  /// Returns the numbers of photos that wait to be derived anew, of all photos or of the given one.
  func anewDerivationCounts(of id: PhotoID?) throws(SQLiteError) -> AnewCounts {
    let count = { (columns: inout Columns) throws(SQLiteError) in
      AnewCounts(untriedCount: try columns.next(), failedCount: try columns.next())
    }
    if let id { return try database[.anewCountsOfPhoto].first(id, read: count) ?? AnewCounts() }
    return try database[.anewCounts].first(read: count) ?? AnewCounts()
  }

  /// The photos whose looks are known, by id after an id.
  func perceptualHashes(after id: PhotoID?, limit: Int) throws(SQLiteError) -> [HashedPhoto] {
    let start = id ?? PhotoID(high: 0, low: 0)
    return try database[.perceptualHashes].all(start, limit) { (columns) throws(SQLiteError) in
      try HashedPhoto(photo: columns.next(), owner: columns.next(), hash: columns.next())
    }
  }
}

extension SQL {
  fileprivate static let annotationsOfPhoto = SQL(
    """
    SELECT annotations FROM photo_annotation JOIN photo ON photo.number = photo_annotation.photo WHERE photo.id = ?1
    """)
  fileprivate static let photosOfOriginal = SQL(
    """
    SELECT id FROM original JOIN photo ON photo.number = original.photo
    WHERE digest = ?1 AND \(PhotoListPart.foundBy("?2", owner: "original.owner")) LIMIT ?3
    """)
  fileprivate static let dueDerivations = SQL(
    """
    SELECT id, attempts, is_anew, EXISTS (SELECT 1 FROM photo_annotation WHERE photo = number),
      EXISTS (SELECT 1 FROM part_hash WHERE photo = number)
    FROM derivation CROSS JOIN photo ON photo.number = derivation.photo
    WHERE not_before <= ?1 ORDER BY not_before, derivation.photo LIMIT ?2
    """)
  fileprivate static let nextDerivation = SQL("SELECT min(not_before) FROM derivation")
  fileprivate static let derivationTally = SQL("SELECT value FROM tally WHERE name = 'derivations'")
  fileprivate static let anewCounts = SQL(
    """
    SELECT count(*) FILTER (WHERE attempts = 0), count(*) FILTER (WHERE attempts > 0) FROM derivation WHERE is_anew = 1
    """)
  fileprivate static let anewCountsOfPhoto = SQL(
    """
    SELECT count(*) FILTER (WHERE attempts = 0), count(*) FILTER (WHERE attempts > 0) FROM derivation
    WHERE is_anew = 1 AND photo = (SELECT number FROM photo WHERE id = ?1)
    """)
  fileprivate static let perceptualHashes = SQL(
    """
    SELECT id, owner, perceptual_hash FROM photo CROSS JOIN photo_detail ON photo_detail.photo = photo.number
    WHERE id > ?1 AND perceptual_hash IS NOT NULL ORDER BY id LIMIT ?2
    """)
}

extension Snapshot {
  /// The hashes of the parts of photos that were kept after others, in the order in which they were kept.
  func partHashes(after ordinal: Int64, limit: Int) throws(SQLiteError) -> [PartHashedPhoto] {
    try database[.partHashesAfter].all(ordinal, limit) { (columns) throws(SQLiteError) in
      try PartHashedPhoto(ordinal: columns.next(), photo: columns.next(), owner: columns.next(), hashes: columns.next())
    }
  }

  /// The hashes of the parts of photos, as far as they are known.
  func partHashes(of photos: [PhotoID]) throws(SQLiteError) -> [PhotoID: PartHashes] {
    var found: [PhotoID: PartHashes] = [:]
    for photo in photos {
      found[photo] = try database[.partHashesOfPhoto].first(photo) { (columns) throws(SQLiteError) in
        try columns.next(PartHashes.self)
      }
    }
    return found
  }
}

extension SQL {
  fileprivate static let partHashesAfter = SQL(
    """
    SELECT ordinal, id, owner, hashes FROM part_hash CROSS JOIN photo ON photo.number = part_hash.photo
    WHERE ordinal > ?1 ORDER BY ordinal LIMIT ?2
    """)
  fileprivate static let partHashesOfPhoto = SQL(
    "SELECT hashes FROM photo JOIN part_hash ON part_hash.photo = photo.number WHERE id = ?1")
}
