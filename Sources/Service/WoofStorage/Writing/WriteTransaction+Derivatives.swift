// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// Writes what has been derived from a photo that is being added, and what its metadata say.
  func writeDerivatives(of draft: PhotoDraft, number: Int64, record: PhotoRecord) throws(SQLiteError) {
    for (name, variant) in draft.derivatives.variants { try add(variant, called: name, number: number) }
    if record.placeholder != nil || record.averageColour != nil || record.perceptualHash != nil {
      try writeLooks(of: record, number: number)
    }
    if let parts = draft.derivatives.partHashes { try database[.keepPartHashes].run(number, parts) }
    var annotations = draft.annotations
    annotations.plugins = draft.derivatives.pluginAnnotations ?? annotations.plugins
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
    if hasPendingFavourites(at: place) { try foldFavourites() }
    var record = record
    advance(&record, isMetadata: true)
    let number = photos.number(at: place)
    try write(record, number: number)
    try writeLooks(of: record, number: number)
    photos.update(record, at: place)
    note(record)
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
