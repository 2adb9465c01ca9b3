// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// One of the images of a photo.
struct ImageKey: Hashable, Sendable {
  var photo: PhotoID
  /// The name of a variant; `nil` for the original.
  var variant: String?

  /// The variant as the column has it.
  fileprivate var column: String { variant ?? "" }
}

/// The bytes of an image that are in a file of the replica.
struct KeptImage: Hashable, Sendable {
  var digest: Digest
  var byteCount: Int64
  /// The digest that the metadata told of a variant when its bytes came.
  var listed: Digest?

  /// Returns `true` if these are the bytes that a photo has now.
  ///
  /// A variant may have been made anew since the metadata were read, and its bytes then have another digest than they tell:
  /// they count until the metadata tell of yet another.
  func isCurrent(_ variant: String?, of photo: PhotoMetadata) -> Bool {
    guard let variant else { return digest == photo.digest }
    let told = photo.variants?[variant]?.digest
    return told == digest || told == listed
  }
}

/// The files with bytes of photos, each named by its digest.
enum KeptFile {
  /// The name of a file in the replica's folder.
  static func name(of digest: Digest) -> String { "files/\(digest.hexadecimal)" }

  /// The names of all files that there should be.
  static func names(in database: Database) throws(SQLiteError) -> [String] {
    try database[.keptFiles].all { (columns) throws(SQLiteError) in name(of: try columns.next()) }
  }

  /// The number of the last use that is noted.
  static func lastUse(in database: Database) throws(SQLiteError) -> Int64 {
    try database[.lastUse].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) } ?? 0
  }

  /// The bytes that are kept of an image; `nil` where none are.
  static func read(_ key: ImageKey, in database: Database) throws(SQLiteError) -> KeptImage? {
    try database[.keptImage].first(key.photo, key.column) { (columns) throws(SQLiteError) in
      let (digest, byteCount) = (try columns.next(Digest.self), try columns.next(Int64.self))
      return KeptImage(
        digest: digest, byteCount: byteCount, listed: try columns.next(String?.self).flatMap { Digest($0) })
    }
  }

  /// The pinned photos, the newest first.
  static func pinnedPhotos(in database: Database) throws(SQLiteError) -> [PhotoID] {
    try database[.pinnedPhotos].all { (columns) throws(SQLiteError) in try columns.next() }
  }
}

extension ReplicaView {
  /// The bytes that are kept of an image; `nil` where none are.
  func kept(_ key: ImageKey) throws(SQLiteError) -> KeptImage? { try KeptFile.read(key, in: connection.database) }

  /// The pinned photos, the newest first.
  func pinnedPhotos() throws(SQLiteError) -> [PhotoID] { try KeptFile.pinnedPhotos(in: connection.database) }
}

extension ReplicaTransaction {
  /// Notes that the bytes of an image are in the file of their digest, and takes out what was used least recently beyond a
  /// limit.
  mutating func keep(_ key: ImageKey, _ image: KeptImage, use: Int64, limit: Int64) throws(SQLiteError) {
    let old = try KeptFile.read(key, in: database)
    try database[.keepImage].run(key.photo, key.column, image.digest, NullableValue(image.listed?.description))
    try database[.keepFile].run(image.digest, image.byteCount, use)
    try settle(image.digest)
    if let old, old.digest != image.digest { try settle(old.digest) }
    try evict(limit: limit, sparing: image.digest)
  }

  /// Notes uses of files.
  func note(_ uses: [Digest: Int64]) throws(SQLiteError) {
    for (digest, use) in uses { try database[.noteUse].run(digest, use) }
  }

  /// Takes out files until those that are not pinned have at most so many bytes.
  ///
  /// - Parameter spared: The file that somebody is about to be given.
  mutating func evict(limit: Int64, sparing spared: Digest? = nil) throws(SQLiteError) {
    var total =
      try database[.keptByteCount].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) } ?? 0
    guard total > limit else { return }
    var surplus: [Digest] = []
    try database[.leastUsed].rows { (columns) throws(SQLiteError) in
      let (digest, byteCount) = (try columns.next(Digest.self), try columns.next(Int64.self))
      if digest != spared {
        surplus.append(digest)
        total -= byteCount
      }
      return total > limit
    }
    for digest in surplus {
      try database[.forgetImagesOfFile].run(digest)
      try settle(digest)
    }
  }

  /// Takes out all that is kept of a photo that goes.
  mutating func forgetImages(of photo: PhotoID) throws(SQLiteError) {
    let digests = try database[.digestsOfPhoto].all(photo) { (columns) throws(SQLiteError) in
      try columns.next(Digest.self)
    }
    try database[.unpin].run(photo)
    guard !digests.isEmpty else { return }
    try database[.forgetImagesOfPhoto].run(photo)
    for digest in digests { try settle(digest) }
  }

  /// Returns `true` if a photo is pinned.
  func isPinned(_ photo: PhotoID) throws(SQLiteError) -> Bool {
    try database[.isPinned].first(photo) { (columns) throws(SQLiteError) in try columns.next() } ?? false
  }

  /// Pins a photo.
  ///
  /// - Throws: `WoofError` with the code `photo-not-here`; `SQLiteError`.
  mutating func pin(_ photo: PhotoID) throws {
    guard try shown(photo) != nil else { throw WoofError(photoNotHere: photo) }
    try database[.pin].run(photo)
    if let kept = try KeptFile.read(ImageKey(photo: photo), in: database) { try settle(kept.digest) }
  }

  /// Unpins a photo; its original may go from now on when others need the room.
  mutating func unpin(_ photo: PhotoID, limit: Int64) throws(SQLiteError) {
    try database[.unpin].run(photo)
    guard let kept = try KeptFile.read(ImageKey(photo: photo), in: database) else { return }
    try settle(kept.digest)
    try evict(limit: limit)
  }

  /// Gives the pin of a picture that has been uploaded to the photo that it has become.
  func movePin(from provisional: PhotoID, to photo: PhotoID) throws(SQLiteError) {
    guard provisional != photo, try isPinned(provisional) else { return }
    try database[.unpin].run(provisional)
    try database[.pin].run(photo)
  }

  /// Notes whether a file is pinned, and takes it out where no image has its bytes any more.
  private mutating func settle(_ digest: Digest) throws(SQLiteError) {
    let isNeeded = try database[.isNeeded].first(digest) { (columns) throws(SQLiteError) in
      try columns.next(Bool.self)
    }
    guard isNeeded != true else { return try database[.notePins].run(digest) }
    try database[.forgetFile].run(digest)
    discardFile(KeptFile.name(of: digest))
  }
}

extension SQL {
  fileprivate static let keptFiles = SQL("SELECT digest FROM kept_file")
  fileprivate static let lastUse = SQL("SELECT coalesce(max(used_at), 0) FROM kept_file")
  fileprivate static let keptImage = SQL(
    """
    SELECT kept_file.digest, byte_count, listed FROM kept_image JOIN kept_file ON kept_file.digest = kept_image.digest
    WHERE photo = ?1 AND variant = ?2
    """)
  fileprivate static let pinnedPhotos = SQL("SELECT id FROM pinned_photo ORDER BY id DESC")
  fileprivate static let keepImage = SQL(
    "INSERT OR REPLACE INTO kept_image (photo, variant, digest, listed) VALUES (?1, ?2, ?3, ?4)")
  fileprivate static let keepFile = SQL(
    """
    INSERT INTO kept_file (digest, byte_count, used_at, is_pinned) VALUES (?1, ?2, ?3, 0)
    ON CONFLICT (digest) DO UPDATE SET byte_count = excluded.byte_count, used_at = excluded.used_at
    """)
  fileprivate static let noteUse = SQL("UPDATE kept_file SET used_at = ?2 WHERE digest = ?1 AND used_at < ?2")
  fileprivate static let keptByteCount = SQL("SELECT coalesce(sum(byte_count), 0) FROM kept_file WHERE is_pinned = 0")
  fileprivate static let leastUsed = SQL(
    "SELECT digest, byte_count FROM kept_file WHERE is_pinned = 0 ORDER BY used_at")
  fileprivate static let forgetImagesOfFile = SQL("DELETE FROM kept_image WHERE digest = ?1")
  fileprivate static let digestsOfPhoto = SQL("SELECT DISTINCT digest FROM kept_image WHERE photo = ?1")
  fileprivate static let forgetImagesOfPhoto = SQL("DELETE FROM kept_image WHERE photo = ?1")
  fileprivate static let isPinned = SQL("SELECT EXISTS (SELECT 1 FROM pinned_photo WHERE id = ?1)")
  fileprivate static let pin = SQL("INSERT OR IGNORE INTO pinned_photo (id) VALUES (?1)")
  fileprivate static let unpin = SQL("DELETE FROM pinned_photo WHERE id = ?1")
  fileprivate static let isNeeded = SQL("SELECT EXISTS (SELECT 1 FROM kept_image WHERE digest = ?1)")
  fileprivate static let notePins = SQL(
    """
    UPDATE kept_file SET is_pinned = EXISTS (
      SELECT 1 FROM kept_image JOIN pinned_photo ON pinned_photo.id = kept_image.photo
      WHERE kept_image.digest = ?1 AND variant = '')
    WHERE digest = ?1
    """)
  fileprivate static let forgetFile = SQL("DELETE FROM kept_file WHERE digest = ?1")
}
