// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// Everything as it was at one moment: the tables, and the favourites that were not in them yet. Valid while the read
/// transaction that it belongs to is open.
struct Snapshot {
  let database: Database
  /// The newest position in the change log that was acknowledged when the snapshot was asked for.
  let sequence: Int64
  /// The favourites that lie over the tables; `nil` if the tables hold them already.
  let pending: PendingFavourites?
  /// What the connection has worked out.
  let memory: ReaderMemory

  init(
    database: Database, pending: PendingFavourites, sequence: Int64, memory: ReaderMemory = ReaderMemory()
  ) throws(SQLiteError) {
    self.database = database
    self.sequence = sequence
    self.memory = memory
    let generation = try database[.foldGeneration].first { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    self.pending = generation == pending.generation ? pending : nil
  }

  /// A photo, deleted ones included; `nil` for an id that never was.
  func photo(_ id: PhotoID) throws(SQLiteError) -> PhotoRecord? {
    try PhotoRow.read(id: id, in: database).map(current)
  }

  /// A photo and its number, deleted ones included; `nil` for an id that never was.
  func numberedPhoto(_ id: PhotoID) throws(SQLiteError) -> (number: Int64, record: PhotoRecord)? {
    try PhotoRow.read(id: id, in: database).map { ($0.number, current($0)) }
  }

  /// A photo by its number; `nil` where it came in after this snapshot.
  func photo(number: Int64) throws(SQLiteError) -> PhotoRecord? {
    try PhotoRow.read(number: number, in: database).map(current)
  }

  /// Lays pending favourites over a row, unless they belong to metadata that changed after this snapshot: then nothing
  /// was pending when it was asked for.
  private func current(_ row: PhotoRow) -> PhotoRecord {
    guard let record = pending?.photo(row.number), record.metadataSequence == row.record.metadataSequence else {
      return row.record
    }
    return record
  }

  /// The number of an account; `nil` where there is none of that name.
  func accountNumber(_ name: AccountName) throws(SQLiteError) -> AccountID? {
    try database[.accountNumber].first(name) { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension Snapshot {
  /// The greatest id that a photo has or had.
  func newestPhotoID() throws(SQLiteError) -> PhotoID? {
    try database[.newestPhotoID].first { (columns) throws(SQLiteError) in try columns.next() }
  }

  /// The records of photos, in the order of the ids, deleted ones included; `nil` in place of an id that never was.
  func photos(_ ids: [PhotoID]) throws(SQLiteError) -> [PhotoRecord?] {
    try ids.map { (id) throws(SQLiteError) in try photo(id) }
  }

  /// The photos of an account, by the digests of their originals, of those digests that it has a photo of.
  func photos(withOriginals digests: [Digest], of owner: AccountID) throws(SQLiteError) -> [Digest: PhotoID] {
    var found: [Digest: PhotoID] = [:]
    let statement = try database[.photoOfBytes]
    for digest in digests {
      found[digest] = try statement.first(owner, digest) { (columns) throws(SQLiteError) in try columns.next() }
    }
    return found
  }

  /// A page of photos. Each part of the list is found by an index that holds nothing else, so no time is spent on photos
  /// that the reader may not see.
  func photos(_ query: PhotoQuery) throws(SQLiteError) -> [PhotoRecord] {
    guard query.limit > 0 else { return [] }
    let parts = try parts(of: query.scope)
    let keys =
      switch query.order {
      case .newest: try newest(parts, query)
      case .popular: try popular(parts, query)
      case .taken: try taken(parts, query)
      }
    return try records(keys, in: parts, limit: query.limit)
  }

  /// Photos that the reader sees, by id.
  func livePhotos(after id: PhotoID?, limit: Int, reader: ChangeReader) throws(SQLiteError) -> [PhotoRecord] {
    guard limit > 0 else { return [] }
    let start = id ?? PhotoID(high: 0, low: 0)
    guard reader != .administrator else {
      return try records(try database[.liveByID].all(start, limit, read: Self.keyByID), in: nil, limit: limit)
    }
    var keys: [PhotoKey] = []
    let parts = PhotoListPart.parts(foundBy: reader.account)
    for part in parts {
      switch part {
      case .listed: keys += try database[.listedByID].all(start, limit, read: Self.keyByID)
      case .owned(let owner, let visibility):
        keys += try database[.ownedByID].all(owner, visibility, start, limit, read: Self.keyByID)
      }
    }
    return try records(keys.sorted { $0.id < $1.id }, in: parts, limit: limit)
  }

  func parts(of scope: PhotoQuery.Scope) throws(SQLiteError) -> [PhotoListPart] {
    switch scope {
    case .readable(let reader): return PhotoListPart.parts(foundBy: reader)
    case .owned(let name, let reader):
      guard let owner = try accountNumber(name) else { return [] }
      return PhotoListPart.parts(ownedBy: owner, foundBy: reader)
    }
  }

  private func newest(_ parts: [PhotoListPart], _ query: PhotoQuery) throws(SQLiteError) -> [PhotoKey] {
    let after = query.after?.id ?? PhotoID(high: .max, low: .max)
    let end = query.ids.map { min(after, $0.upperBound.successor) } ?? after
    let start = query.ids?.lowerBound ?? PhotoID(high: 0, low: 0)
    var keys: [PhotoKey] = []
    for part in parts {
      switch part {
      case .listed: keys += try database[.listedNewest].all(end, query.limit, start, read: Self.keyByID)
      case .owned(let owner, let visibility):
        keys += try database[.ownedNewest].all(owner, visibility, end, query.limit, start, read: Self.keyByID)
      }
    }
    return keys.sorted(by: PhotoKey.precedes)
  }

  private func taken(_ parts: [PhotoListPart], _ query: PhotoQuery) throws(SQLiteError) -> [PhotoKey] {
    if let text = query.text { return try taken(text, query) }
    let end = PhotoQuery.Cursor(rank: query.moments?.upperBound.milliseconds ?? .max, id: PhotoID(high: 0, low: 0))
    let after = query.after.map { ($0.rank, $0.id) < (end.rank, end.id) ? $0 : end } ?? end
    let start = query.moments?.lowerBound.milliseconds ?? .min
    var keys: [PhotoKey] = []
    for part in parts {
      switch part {
      case .listed:
        keys += try database[.listedTaken].all(after.rank, after.id, query.limit, start, read: Self.keyByRank)
      case .owned(let owner, let visibility):
        keys += try database[.ownedTaken].all(
          owner, visibility, after.rank, after.id, query.limit, start, read: Self.keyByRank)
      }
    }
    return keys.sorted(by: PhotoKey.precedes)
  }

  private func taken(_ text: SearchText, _ query: PhotoQuery) throws(SQLiteError) -> [PhotoKey] {
    // No closed range is empty.
    if let moments = query.moments, moments.isEmpty { return [] }
    let moments = query.moments.map { $0.lowerBound...Timestamp(milliseconds: $0.upperBound.milliseconds - 1) }
    let span = TimelineSpan(moments ?? .all, behind: query.after)
    let rows = try rows(of: text, in: try indexes(of: query.scope), span, limit: query.limit)
    return rows.map { PhotoKey(number: $0.number, id: $0.id, rank: $0.moment.milliseconds) }
  }

  private func popular(_ parts: [PhotoListPart], _ query: PhotoQuery) throws(SQLiteError) -> [PhotoKey] {
    let after = query.after ?? PhotoQuery.Cursor(rank: .max, id: PhotoID(high: .max, low: .max))
    let start = PhotoKey(number: 0, id: after.id, rank: after.rank)
    var keys: [PhotoKey] = []
    var moved: Set<Int64> = []
    // Photos with pending favourites are not where the indexes say.
    pending?.withContents { contents in
      for (number, record) in contents.photos {
        moved.insert(number)
        let key = PhotoKey(number: number, id: record.id, rank: Int64(record.favouriteCount))
        if PhotoKey.precedes(start, key), parts.contains(where: { $0.holds(record) }) { keys.append(key) }
      }
    }
    for part in parts {
      var count = 0
      func take(_ columns: inout Columns) throws(SQLiteError) -> Bool {
        let key = try Self.keyByRank(&columns)
        if !moved.contains(key.number) {
          keys.append(key)
          count += 1
        }
        return count < query.limit
      }
      switch part {
      case .listed: try database[.listedPopular].rows(start.rank, start.id, while: take)
      case .owned(let owner, let visibility):
        try database[.ownedPopular].rows(owner, visibility, start.rank, start.id, while: take)
      }
    }
    return keys.sorted(by: PhotoKey.precedes)
  }

  private func records(_ keys: [PhotoKey], in parts: [PhotoListPart]?, limit: Int) throws(SQLiteError) -> [PhotoRecord]
  {
    var records: [PhotoRecord] = []
    for key in keys where records.count < limit {
      // A favourite may tell of a photo that this snapshot does not show like that, or not at all.
      guard let record = try photo(number: key.number), parts?.contains(where: { $0.holds(record) }) ?? true else {
        continue
      }
      records.append(record)
    }
    return records
  }

  private static func keyByID(_ columns: inout Columns) throws(SQLiteError) -> PhotoKey {
    PhotoKey(number: try columns.next(), id: try columns.next(), rank: 0)
  }

  private static func keyByRank(_ columns: inout Columns) throws(SQLiteError) -> PhotoKey {
    PhotoKey(number: try columns.next(), id: try columns.next(), rank: try columns.next())
  }
}

extension SQL {
  /// The photo that an account has of some bytes.
  static let photoOfBytes = SQL(
    """
    SELECT photo.id FROM original JOIN photo ON photo.number = original.photo
    WHERE original.owner = ?1 AND original.digest = ?2
    """)
  fileprivate static let newestPhotoID = SQL("SELECT id FROM photo ORDER BY id DESC LIMIT 1")
  fileprivate static let listedNewest = SQL(
    """
    SELECT number, id FROM photo WHERE \(PhotoListPart.listedCondition) AND id < ?1 AND id >= ?3
    ORDER BY id DESC LIMIT ?2
    """)
  fileprivate static let ownedNewest = SQL(
    """
    SELECT number, id FROM photo WHERE \(PhotoListPart.ownedCondition) AND id < ?3 AND id >= ?5
    ORDER BY id DESC LIMIT ?4
    """)
  fileprivate static let listedByID = SQL(
    """
    SELECT number, id FROM photo WHERE \(PhotoListPart.listedCondition) AND id > ?1 ORDER BY id LIMIT ?2
    """)
  fileprivate static let liveByID = SQL(
    "SELECT number, id FROM photo WHERE is_deleted = 0 AND id > ?1 ORDER BY id LIMIT ?2")
  fileprivate static let ownedByID = SQL(
    """
    SELECT number, id FROM photo WHERE \(PhotoListPart.ownedCondition) AND id > ?3
    ORDER BY id LIMIT ?4
    """)
  fileprivate static let listedTaken = SQL(
    """
    SELECT number, id, moment FROM photo
    WHERE \(PhotoListPart.listedCondition) AND (moment, id) < (?1, ?2) AND moment >= ?4
    ORDER BY moment DESC, id DESC LIMIT ?3
    """)
  fileprivate static let ownedTaken = SQL(
    """
    SELECT number, id, moment FROM photo
    WHERE \(PhotoListPart.ownedCondition) AND (moment, id) < (?3, ?4) AND moment >= ?6
    ORDER BY moment DESC, id DESC LIMIT ?5
    """)
  fileprivate static let listedPopular = SQL(
    """
    SELECT number, id, favourite_count FROM photo
    WHERE \(PhotoListPart.listedCondition) AND (favourite_count, id) < (?1, ?2)
    ORDER BY favourite_count DESC, id DESC
    """)
  fileprivate static let ownedPopular = SQL(
    """
    SELECT number, id, favourite_count FROM photo
    WHERE \(PhotoListPart.ownedCondition) AND (favourite_count, id) < (?3, ?4)
    ORDER BY favourite_count DESC, id DESC
    """)
}
