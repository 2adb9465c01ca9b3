// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

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
