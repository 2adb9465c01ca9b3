// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// Writes what has been derived from a photo that is being added, and what its metadata say.
  func writeDerivatives(
    of draft: PhotoDraft, _ annotations: RenderedAnnotations, number: Int64, record: PhotoRecord
  ) throws(SQLiteError) {
    for (name, variant) in draft.derivatives.variants { try add(variant, called: name, number: number) }
    if record.placeholder != nil || record.averageColour != nil || record.perceptualHash != nil {
      try writeLooks(of: record, number: number)
    }
    if let parts = draft.derivatives.partHashes { try database[.keepPartHashes].run(number, parts) }
    try database[.keepAnnotations].run(number, annotations)
    if draft.isUnseen { try noteUnseen(number) }
    if draft.awaitsDerivation { try database[.queueDerivation].run(number, false) }
  }

  /// Keeps what was derived from a photo that is there.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more.
  mutating func keep(
    _ derivatives: PhotoDerivatives, of id: PhotoID, _ outcome: DerivationOutcome
  ) throws(SQLiteError) -> PhotoRecord? {
    guard let place = try place(of: id), case let old = photos.record(at: place), !old.isDeleted else { return nil }
    let number = photos.number(at: place)
    if case .ended(let isAnew) = outcome { try database[.endDerivation].run(number, isAnew) }
    try keepAnnotations(derivatives, number: number)
    if let parts = derivatives.partHashes { try database[.keepPartHashes].run(number, parts) }
    var new = old
    new.take(derivatives)
    guard new != old else { return old }
    for (name, variant) in derivatives.variants where old.variants[name] != variant {
      if let replaced = old.variants[name] { try releaseBlob(replaced.digest) }
      try add(variant, called: name, number: number)
    }
    return try change(new, at: place)
  }

  /// Takes variants away.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more.
  mutating func dropVariants(_ names: Set<String>, of id: PhotoID) throws(SQLiteError) -> PhotoRecord? {
    guard let place = try place(of: id), case let old = photos.record(at: place), !old.isDeleted else { return nil }
    var new = old
    for name in names {
      guard let variant = new.variants.removeValue(forKey: name) else { continue }
      try database[.removeVariant].run(photos.number(at: place), name)
      try releaseBlob(variant.digest)
    }
    return new == old ? old : try change(new, at: place)
  }

  /// Removes all that was derived from a photo, what its metadata say included.
  mutating func removeDerivatives(of number: Int64) throws(SQLiteError) {
    let digests = try database[.variantDigests].all(number) { (columns) throws(SQLiteError) in
      try columns.next(Digest.self)
    }
    for digest in digests { try releaseBlob(digest) }
    try database[.removeVariants].run(number)
    try database[.removeLooks].run(number)
    try database[.removePartHashes].run(number)
    try database[.removeAnnotations].run(number)
    try database[.endDerivation].run(number, true)
  }

  private mutating func change(_ record: PhotoRecord, at place: Int) throws(SQLiteError) -> PhotoRecord {
    if favourites.arePending(at: place, in: photos) { try foldFavourites() }
    let old = photos.record(at: place)
    var record = record
    advance(&record, isMetadata: true)
    let number = photos.number(at: place)
    try write(record, number: number)
    try writeLooks(of: record, number: number)
    photos.update(record, at: place)
    note(record, insteadOf: old)
    return record
  }

  private func add(_ variant: PhotoRecord.Variant, called name: String, number: Int64) throws(SQLiteError) {
    try referToBlob(variant.digest, variant.byteCount)
    try database[.keepVariant].run(
      number, name, variant.digest, variant.byteCount, variant.type, variant.width, variant.height,
      variant.specification, variant.transformers)
  }

  private func writeLooks(of record: PhotoRecord, number: Int64) throws(SQLiteError) {
    try database[.keepLooks].run(
      number, NullableValue(record.placeholder), NullableValue(record.averageColour),
      NullableValue(record.perceptualHash))
  }

  private func keepAnnotations(_ derivatives: PhotoDerivatives, number: Int64) throws(SQLiteError) {
    guard derivatives.metadata != nil || derivatives.pluginAnnotations != nil else { return }
    let old = try PhotoAnnotations.read(number: number, in: database)
    guard var new = derivatives.metadata ?? old else { return }
    new.plugins = derivatives.pluginAnnotations ?? old?.plugins ?? [:]
    if new != old { try database[.keepAnnotations].run(number, new) }
  }
}

extension PhotoAnnotations {
  static func read(number: Int64, in database: Database) throws(SQLiteError) -> PhotoAnnotations? {
    try database[.annotations].first(number) { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension SQL {
  fileprivate static let annotations = SQL("SELECT annotations FROM photo_annotation WHERE photo = ?1")
  fileprivate static let keepAnnotations = SQL(
    "INSERT OR REPLACE INTO photo_annotation (photo, annotations) VALUES (?1, ?2)")
  fileprivate static let removeAnnotations = SQL("DELETE FROM photo_annotation WHERE photo = ?1")
  fileprivate static let keepVariant = SQL(
    """
    INSERT INTO variant (photo, name, digest, byte_count, type, width, height, specification, transformers)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    ON CONFLICT (photo, name) DO UPDATE SET digest = excluded.digest, byte_count = excluded.byte_count,
      type = excluded.type, width = excluded.width, height = excluded.height, specification = excluded.specification,
      transformers = excluded.transformers
    """)
  fileprivate static let removeVariant = SQL("DELETE FROM variant WHERE photo = ?1 AND name = ?2")
  fileprivate static let removeVariants = SQL("DELETE FROM variant WHERE photo = ?1")
  fileprivate static let variantDigests = SQL("SELECT digest FROM variant WHERE photo = ?1")
  fileprivate static let keepLooks = SQL(
    """
    UPDATE photo_detail SET placeholder = ?2, average_colour = ?3, perceptual_hash = ?4
    WHERE photo = ?1 AND (placeholder, average_colour, perceptual_hash) IS NOT (?2, ?3, ?4)
    """)
  fileprivate static let keepPartHashes = SQL("INSERT OR REPLACE INTO part_hash (photo, hashes) VALUES (?1, ?2)")
  fileprivate static let removePartHashes = SQL("DELETE FROM part_hash WHERE photo = ?1")
  fileprivate static let removeLooks = SQL(
    "UPDATE photo_detail SET placeholder = NULL, average_colour = NULL, perceptual_hash = NULL WHERE photo = ?1")
}

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
