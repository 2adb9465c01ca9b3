// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// One snapshot of a replica, as the app sees it: rows of the service with the app's edits on top.
struct ReplicaView {
  let connection: ReplicaConnection
  let account: String?

  private var database: Database { connection.database }

  /// A photo; `nil` where the replica has none, or the app has deleted it.
  func photo(_ id: PhotoID) throws -> ReplicaPhoto? {
    let edits = try StoredEdit.edits(of: id, in: database, connection.texts).map(\.edit)
    return ReplicaPhoto(try StoredPhoto.read(id, in: database), edits: edits, account: account)
  }

  /// All edits, the oldest first.
  func pendingEdits() throws -> [PendingEdit] { try connection.edits().map(\.edit) }

  /// The progress of all uploads, as it was noted last, the oldest first.
  func pendingUploads() throws -> [UploadProgress] { try connection.edits().compactMap(\.progress) }

  /// A part of a list.
  ///
  /// - Parameters:
  ///   - key: The key after which the part begins; `nil` for the beginning.
  ///   - limit: The most photos.
  func photos(_ query: PhotoListQuery, after key: PhotoKey?, limit: Int) throws -> [ReplicaPhoto] {
    guard limit > 0 else { return [] }
    let edited = try editedPhotos()
    var own = edited.values.lazy.compactMap { $0 }.filter { query.holds($0, account: account) }
      .map { (key: query.key(of: $0), photo: $0) }.filter { found in key.map { found.key < $0 } ?? true }
      .sorted { $0.key > $1.key }[...]
    var photos: [ReplicaPhoto] = []
    try rows(query, after: key) { row in
      guard !edited.keys.contains(row.metadata.id), let photo = ReplicaPhoto(row, edits: [], account: account) else {
        return true
      }
      let key = query.key(of: photo)
      while photos.count < limit, let first = own.first, first.key > key {
        photos.append(first.photo)
        own.removeFirst()
      }
      if photos.count < limit { photos.append(photo) }
      return photos.count < limit
    }
    return photos + own.prefix(limit - photos.count).map(\.photo)
  }

  /// The keys of a whole list, in its order.
  func keys(_ query: PhotoListQuery) throws -> [PhotoKey] {
    let edited = try editedPhotos()
    let own = edited.values.lazy.compactMap { $0 }.filter { query.holds($0, account: account) }
      .map { query.key(of: $0) }.sorted(by: >)
    var keys: [PhotoKey] = []
    try allKeys(query) { key in if edited.isEmpty || !edited.keys.contains(key.id) { keys.append(key) } }
    return own.isEmpty ? keys : Self.merged(keys, own)
  }

  private static func merged(_ left: [PhotoKey], _ right: [PhotoKey]) -> [PhotoKey] {
    var (merged, right) = ([PhotoKey](), right[...])
    merged.reserveCapacity(left.count + right.count)
    for key in left {
      while let first = right.first, first > key { merged.append(right.removeFirst()) }
      merged.append(key)
    }
    return merged + right
  }

  /// The photos that have edits, as the app sees them; `nil` for those that it deleted.
  private func editedPhotos() throws -> [PhotoID: ReplicaPhoto?] {
    try connection.edited { stored in
      var photos: [PhotoID: ReplicaPhoto?] = [:]
      for (id, edits) in Dictionary(grouping: stored.map(\.edit), by: \.photo) {
        photos[id] = .some(ReplicaPhoto(try StoredPhoto.read(id, in: database), edits: edits, account: account))
      }
      return photos
    }
  }
}

// MARK: SQL

extension ReplicaView {
  private func rows(
    _ query: PhotoListQuery, after key: PhotoKey?, while body: (StoredPhoto) throws -> Bool
  ) throws {
    let end = key ?? PhotoKey(id: PhotoID(high: .max, low: .max), rank: .max)
    var failure: (any Error)?
    let read: (inout Columns) throws(SQLiteError) -> Bool = { (columns) throws(SQLiteError) in
      let row = try StoredPhoto(&columns)
      do { return try body(row) } catch { failure = error }
      return false
    }
    switch (query.order, owner(of: query)) {
    case (.newest, let owner?): try database[.ownedNewest].rows(owner, end.id, while: read)
    case (.newest, nil) where query.filter == .favourites: try database[.likedNewest].rows(end.id, while: read)
    case (.newest, nil): try database[.newest].rows(end.id, while: read)
    case (.popular, let owner?): try database[.ownedPopular].rows(owner, end.rank, end.id, while: read)
    case (.popular, nil) where query.filter == .favourites:
      try database[.likedPopular].rows(end.rank, end.id, while: read)
    case (.popular, nil): try database[.popular].rows(end.rank, end.id, while: read)
    case (.taken, let owner?): try database[.ownedTaken].rows(owner, end.rank, end.id, while: read)
    case (.taken, nil) where query.filter == .favourites:
      try database[.likedTaken].rows(end.rank, end.id, while: read)
    case (.taken, nil): try database[.taken].rows(end.rank, end.id, while: read)
    }
    if let failure { throw failure }
  }

  private func allKeys(_ query: PhotoListQuery, _ body: (PhotoKey) -> Void) throws(SQLiteError) {
    let isRanked = query.order != .newest
    let read: (inout Columns) throws(SQLiteError) -> Bool = { (columns) throws(SQLiteError) in
      let id: PhotoID = try columns.next()
      body(PhotoKey(id: id, rank: isRanked ? try columns.next() : 0))
      return true
    }
    switch (query.order, owner(of: query)) {
    case (.newest, let owner?): try database[.ownedKeys].rows(owner, while: read)
    case (.newest, nil) where query.filter == .favourites: try database[.likedKeys].rows(while: read)
    case (.newest, nil): try database[.newestKeys].rows(while: read)
    case (.popular, let owner?): try database[.ownedPopularKeys].rows(owner, while: read)
    case (.popular, nil) where query.filter == .favourites: try database[.likedPopularKeys].rows(while: read)
    case (.popular, nil): try database[.popularKeys].rows(while: read)
    case (.taken, let owner?): try database[.ownedTakenKeys].rows(owner, while: read)
    case (.taken, nil) where query.filter == .favourites: try database[.likedTakenKeys].rows(while: read)
    case (.taken, nil): try database[.takenKeys].rows(while: read)
    }
  }

  private func owner(of query: PhotoListQuery) -> String? {
    switch query.filter {
    case .own: account ?? ""
    case .owner(let name): name
    case .all, .favourites: nil
    }
  }
}

extension SQL {
  private static let byID = "ORDER BY id DESC"
  private static let byCount = "ORDER BY favourite_count DESC, id DESC"
  private static let moment = ReplicaSchema.moment
  private static let byMoment = "ORDER BY \(moment) DESC, id DESC"
  private static let columns = StoredPhoto.columns

  fileprivate static let newest = SQL("SELECT \(columns) FROM photo WHERE id < ?1 \(byID)")
  fileprivate static let ownedNewest = SQL("SELECT \(columns) FROM photo WHERE owner = ?1 AND id < ?2 \(byID)")
  fileprivate static let likedNewest = SQL("SELECT \(columns) FROM photo WHERE is_favourite = 1 AND id < ?1 \(byID)")
  fileprivate static let popular = SQL(
    "SELECT \(columns) FROM photo WHERE (favourite_count, id) < (?1, ?2) \(byCount)")
  fileprivate static let ownedPopular = SQL(
    "SELECT \(columns) FROM photo WHERE owner = ?1 AND (favourite_count, id) < (?2, ?3) \(byCount)")
  fileprivate static let likedPopular = SQL(
    "SELECT \(columns) FROM photo WHERE is_favourite = 1 AND (favourite_count, id) < (?1, ?2) \(byCount)")
  fileprivate static let taken = SQL("SELECT \(columns) FROM photo WHERE (\(moment), id) < (?1, ?2) \(byMoment)")
  fileprivate static let ownedTaken = SQL(
    "SELECT \(columns) FROM photo WHERE owner = ?1 AND (\(moment), id) < (?2, ?3) \(byMoment)")
  fileprivate static let likedTaken = SQL(
    "SELECT \(columns) FROM photo WHERE is_favourite = 1 AND (\(moment), id) < (?1, ?2) \(byMoment)")
  fileprivate static let newestKeys = SQL("SELECT id FROM photo \(byID)")
  fileprivate static let ownedKeys = SQL("SELECT id FROM photo WHERE owner = ?1 \(byID)")
  fileprivate static let likedKeys = SQL("SELECT id FROM photo WHERE is_favourite = 1 \(byID)")
  fileprivate static let popularKeys = SQL("SELECT id, favourite_count FROM photo \(byCount)")
  fileprivate static let ownedPopularKeys = SQL(
    "SELECT id, favourite_count FROM photo WHERE owner = ?1 \(byCount)")
  fileprivate static let likedPopularKeys = SQL(
    "SELECT id, favourite_count FROM photo WHERE is_favourite = 1 \(byCount)")
  fileprivate static let takenKeys = SQL("SELECT id, \(moment) FROM photo \(byMoment)")
  fileprivate static let ownedTakenKeys = SQL("SELECT id, \(moment) FROM photo WHERE owner = ?1 \(byMoment)")
  fileprivate static let likedTakenKeys = SQL(
    "SELECT id, \(moment) FROM photo WHERE is_favourite = 1 \(byMoment)")
}
