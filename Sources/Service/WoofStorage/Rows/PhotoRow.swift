// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// A photo as the tables have it.
struct PhotoRow {
  /// The photo's number.
  let number: Int64
  /// The record, favourites that are pending left out.
  private(set) var record: PhotoRecord

  /// Reads a row of the view `photo_record`.
  init(_ columns: inout Columns) throws(SQLiteError) {
    number = try columns.next()
    let id: PhotoID = try columns.next()
    let ownerID: AccountID = try columns.next()
    let ownerName: AccountName = try columns.next()
    let original = try PhotoRecord.Original(
      digest: columns.next(), byteCount: columns.next(), type: columns.next(), width: columns.next(),
      height: columns.next(), takenAt: columns.next())
    record = try PhotoRecord(
      id: id, ownerID: ownerID, ownerName: ownerName, original: original, caption: columns.next(),
      visibility: columns.next(), createdAt: columns.next(), placeholder: columns.next(), averageColour: columns.next(),
      perceptualHash: columns.next(), favouriteCount: columns.next(), version: columns.next(),
      sequence: columns.next(), metadataSequence: columns.next(), withdrawnSequence: columns.next(),
      formerOwners: Self.formerOwners(columns.next()), isDeleted: columns.next(),
      fileName: Self.fileName(columns.next()), revision: columns.next(), isDeletedWithAccount: columns.next(),
      withdrawnVersion: columns.next())
  }

  private static func fileName(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// Reads accounts, positions and versions, one behind the other.
  private static func formerOwners(_ text: String?) -> [AccountID: PhotoRecord.Loss] {
    guard let text else { return [:] }
    let numbers = text.split(separator: " ").compactMap { Int64($0) }
    var owners: [AccountID: PhotoRecord.Loss] = [:]
    for place in stride(from: 0, to: numbers.count - 2, by: 3) {
      owners[AccountID(rawValue: numbers[place])] = PhotoRecord.Loss(
        sequence: numbers[place + 1], version: numbers[place + 2])
    }
    return owners
  }

  private func withVariants(from database: Database) throws(SQLiteError) -> PhotoRow {
    guard !record.isDeleted else { return self }
    var row = self
    try database[.variantsOfPhoto].rows(number) { (columns) throws(SQLiteError) in
      let name: String = try columns.next()
      row.record.variants[name] = try PhotoRecord.Variant(
        digest: columns.next(), byteCount: columns.next(), type: columns.next(), width: columns.next(),
        height: columns.next(), specification: columns.next(), transformers: columns.next())
      return true
    }
    return row
  }

  static func read(id: PhotoID, in database: Database) throws(SQLiteError) -> PhotoRow? {
    try database[.photoByID].first(id) { (columns) throws(SQLiteError) in try PhotoRow(&columns) }?
      .withVariants(from: database)
  }

  static func read(number: Int64, in database: Database) throws(SQLiteError) -> PhotoRow? {
    try database[.photoByNumber].first(number) { (columns) throws(SQLiteError) in try PhotoRow(&columns) }?
      .withVariants(from: database)
  }
}

extension SQL {
  fileprivate static let photoByID = SQL("SELECT * FROM photo_record WHERE id = ?1")
  fileprivate static let photoByNumber = SQL("SELECT * FROM photo_record WHERE number = ?1")
  fileprivate static let variantsOfPhoto = SQL(
    """
    SELECT name, digest, byte_count, type, width, height, specification, transformers FROM variant WHERE photo = ?1
    """)
}

/// The entry of a photo in an index: enough to find its place in a list.
struct PhotoKey: Hashable {
  let number: Int64
  let id: PhotoID
  /// The count or the moment, in lists that are ordered by it; 0 in others.
  let rank: Int64

  /// Returns `true` if the first photo stands before the second: that of the higher rank first, and among equals the newest.
  static func precedes(_ left: PhotoKey, _ right: PhotoKey) -> Bool {
    (left.rank, left.id) > (right.rank, right.id)
  }
}

extension PhotoID {
  /// The next id; the last one for itself.
  var successor: PhotoID {
    let (low, overflows) = self.low.addingReportingOverflow(1)
    guard overflows else { return PhotoID(high: high, low: low) }
    return high == .max ? self : PhotoID(high: high + 1, low: 0)
  }
}
