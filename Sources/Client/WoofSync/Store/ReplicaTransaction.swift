// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// One transaction of the replica's writer: rows of the service come in, edits are added and settled, and the digests of the
/// rows follow.
struct ReplicaTransaction: ~Copyable {
  let database: Database
  let texts: EditTexts
  /// The state, as it is to be written.
  var state: ReplicaState
  /// `true` if somebody wants to know what becomes of photos.
  private let observes: Bool
  /// The photos that the transaction has changed, as the app saw them before it.
  private var before: [PhotoID: ReplicaPhoto?] = [:]
  /// The photos that the transaction has changed, in the order in which it did.
  private var touched: [PhotoID] = []
  /// Staged files that nothing needs any more, to be removed when the transaction is durable.
  private(set) var staleFiles: [String] = []
  /// Uploads that are photos of the service from now on, in the order in which they became so.
  var joined: [UploadedAs] = []

  init(database: Database, texts: EditTexts, state: ReplicaState, observes: Bool) {
    self.database = database
    self.texts = texts
    self.state = state
    self.observes = observes
  }

  /// The changes of photos, as the app sees them, in the order in which they were made.
  func changes() throws -> [ReplicaChange] {
    try touched.compactMap { id in
      let change = ReplicaChange(before: before[id] ?? nil, after: try shown(id), id: id)
      return change.before == change.after ? nil : change
    }
  }

  /// A photo as the app sees it.
  func shown(_ id: PhotoID) throws(SQLiteError) -> ReplicaPhoto? {
    let edits = try StoredEdit.edits(of: id, in: database, texts).map(\.edit)
    return ReplicaPhoto(try StoredPhoto.read(id, in: database), edits: edits, account: state.account)
  }

  /// Notes that a photo is about to change.
  mutating func touch(_ id: PhotoID) throws(SQLiteError) {
    guard observes, before.index(forKey: id) == nil else { return }
    before[id] = .some(try shown(id))
    touched.append(id)
  }

  mutating func discardFile(_ name: String) { staleFiles.append(name) }
}

/// A photo that a transaction has changed, as the app saw it before and sees it now.
struct ReplicaChange: Hashable, Sendable {
  var before: ReplicaPhoto?
  var after: ReplicaPhoto?
  var id: PhotoID
}

/// The effects of a transaction beside its result, once it is durable.
struct ReplicaEffects: Sendable {
  /// The changes of photos, where somebody wants to know.
  var changes: [ReplicaChange]
  /// The staged files that nothing needs any more.
  var staleFiles: [String]
  /// The uploads that have become photos of the service.
  var joined: [UploadedAs]
}

// MARK: Rows of the service

extension ReplicaTransaction {
  /// Takes in a photo as the service told of it, in whatever order that comes: the newest version counts.
  ///
  /// - Parameter isOfSnapshot: `true` if a page of the snapshot that is being read has it. That is newer than whatever was
  ///   here before the snapshot began, also where its version is not, as where the data of the service went back.
  mutating func apply(_ photo: PhotoMetadata, isOfSnapshot: Bool = false) throws {
    guard !photo.deleted else { return try remove(photo.id, version: photo.version) }
    let old = try StoredPhoto.read(photo.id, in: database)
    guard try isNews(photo, over: old, isOfSnapshot: isOfSnapshot) else {
      if isOfSnapshot { try note(old) }
      return
    }
    var metadata = photo
    metadata.annotations = nil
    metadata.isFavourite = photo.isFavourite ?? old?.isFavourite ?? false
    let row = StoredPhoto(metadata: metadata, isOwn: photo.owner == state.account, generation: state.generation)
    guard try keeps(row) else { return try remove(photo.id, version: photo.version) }
    guard row != old else { return }
    try touch(photo.id)
    if let old { state.sums.remove(old) }
    state.sums.add(row)
    try row.write(to: database)
    if old == nil, row.isOwn { try joinUploads(to: metadata) }
  }

  private func isNews(
    _ photo: PhotoMetadata, over old: StoredPhoto?, isOfSnapshot: Bool
  ) throws(SQLiteError) -> Bool {
    if let old {
      return photo.version >= old.metadata.version || isOfSnapshot && old.generation < state.generation
    }
    let removed = try database[.removedPhoto].first(photo.id) { (columns) throws(SQLiteError) in
      (version: try columns.next(Int64.self), generation: try columns.next(Int64.self))
    }
    guard let removed else { return true }
    return photo.version > removed.version || isOfSnapshot && removed.generation < state.generation
  }

  /// Notes that the snapshot that is being read has a photo.
  private func note(_ row: StoredPhoto?) throws(SQLiteError) {
    guard let row, row.generation < state.generation else { return }
    try database[.noteGeneration].run(row.metadata.id, state.generation)
  }

  private func keeps(_ row: StoredPhoto) throws(SQLiteError) -> Bool {
    let scope = state.scope
    if row.isOwn, scope.own { return true }
    if row.isFavourite, scope.favourites { return true }
    if !row.isOwn, scope.newest.map({ $0 > 0 }) ?? true { return true }
    if try hasEdits(row.metadata.id) { return true }
    return try isPinned(row.metadata.id)
  }

  private func hasEdits(_ id: PhotoID) throws(SQLiteError) -> Bool {
    try database[.hasEdits].first(id) { (columns) throws(SQLiteError) in try columns.next() } ?? false
  }

  /// Takes a photo out that the service no longer has, or no longer shows.
  ///
  /// - Parameter version: The version as of which it is gone; `nil` where that is not known, which is later than all that
  ///   are here.
  mutating func remove(_ id: PhotoID, version: Int64?) throws(SQLiteError) {
    let old = try StoredPhoto.read(id, in: database)
    if let old, let version, version < old.metadata.version { return }
    let newest = max(version ?? 0, old?.metadata.version ?? 0)
    try database[.keepRemoved].run(id, newest, state.generation)
    guard let old else { return }
    try touch(id)
    state.sums.remove(old)
    try database[.removePhoto].run(id)
    try forgetImages(of: id)
  }

  /// Takes out all photos that the snapshot did not have, but for those with edits, which learn by their own responses what
  /// became of them.
  mutating func removeUnseen() throws(SQLiteError) {
    let unseen = try database[.unseenPhotos].all(state.generation) { (columns) throws(SQLiteError) in
      try columns.next(PhotoID.self)
    }
    for id in unseen { try remove(id, version: nil) }
  }

  /// Takes out a photo that stayed for its edits, when none is left: one that no window has, or that the last snapshot did not
  /// have.
  mutating func leave(_ id: PhotoID) throws(SQLiteError) {
    guard let row = try StoredPhoto.read(id, in: database), try !hasEdits(id) else { return }
    if try !keeps(row) { return try remove(id, version: row.metadata.version) }
    if !isComparing, !isConfirmed(row) { try remove(id, version: nil) }
  }

  /// `true` while the replica is compared with a snapshot, or is about to be.
  var isComparing: Bool { state.token == nil || state.snapshot != nil }

  /// Returns `true` if the service has told of a photo since the last snapshot began.
  func isConfirmed(_ row: StoredPhoto) -> Bool {
    (state.token != nil || state.snapshot != nil) && row.generation >= state.generation
  }

  /// Takes out the oldest photos of others that are more than the scope wants.
  mutating func trim() throws(SQLiteError) {
    guard let newest = state.scope.newest else { return }
    let count =
      try database[.countOthers].first(state.scope.favourites) { (columns) throws(SQLiteError) in
        try columns.next(Int.self)
      } ?? 0
    guard count > newest + ReplicaScope.slack(over: newest) else { return }
    let surplus = try database[.surplusOthers].all(newest, state.scope.favourites) { (columns) throws(SQLiteError) in
      try columns.next(PhotoID.self)
    }
    for id in surplus {
      guard let row = try StoredPhoto.read(id, in: database) else { continue }
      try touch(id)
      state.sums.remove(row)
      try database[.removePhoto].run(id)
      try forgetImages(of: id)
    }
  }
}

extension SQL {
  fileprivate static let removedPhoto = SQL("SELECT version, generation FROM removed_photo WHERE id = ?1")
  fileprivate static let keepRemoved = SQL(
    """
    INSERT INTO removed_photo (id, version, generation) VALUES (?1, ?2, ?3)
    ON CONFLICT (id) DO UPDATE SET version = max(version, excluded.version), generation = excluded.generation
    """)
  fileprivate static let noteGeneration = SQL("UPDATE photo SET generation = ?2 WHERE id = ?1")
  fileprivate static let hasEdits = SQL("SELECT EXISTS (SELECT 1 FROM edit WHERE photo = ?1)")
  fileprivate static let removePhoto = SQL("DELETE FROM photo WHERE id = ?1")
  fileprivate static let unseenPhotos = SQL(
    "SELECT id FROM photo WHERE generation < ?1 AND NOT EXISTS (SELECT 1 FROM edit WHERE edit.photo = photo.id)")
  fileprivate static let countOthers = SQL(
    "SELECT count(*) FROM photo WHERE is_own = 0 AND (is_favourite = 0 OR ?1 = 0)")
  fileprivate static let surplusOthers = SQL(
    """
    SELECT id FROM photo WHERE is_own = 0 AND (is_favourite = 0 OR ?2 = 0)
      AND NOT EXISTS (SELECT 1 FROM edit WHERE edit.photo = photo.id)
      AND NOT EXISTS (SELECT 1 FROM pinned_photo WHERE pinned_photo.id = photo.id)
    ORDER BY id DESC LIMIT -1 OFFSET ?1
    """)
}
