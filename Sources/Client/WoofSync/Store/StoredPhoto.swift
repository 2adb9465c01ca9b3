// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// A photo's row: its metadata as the service has them, and what the replica notes beside.
struct StoredPhoto: Hashable, Sendable {
  var metadata: PhotoMetadata
  /// `true` if the photo belongs to the replica's account.
  var isOwn: Bool
  /// The number of the last snapshot that had the photo.
  var generation: Int64

  /// `true` if the account likes the photo.
  var isFavourite: Bool { metadata.isFavourite ?? false }

  init(metadata: PhotoMetadata, isOwn: Bool, generation: Int64) {
    self.metadata = metadata
    self.isOwn = isOwn
    self.generation = generation
  }
}

extension StoredPhoto {
  /// The columns that ``init(_:)`` reads, in their order.
  static let columns = """
    id, owner, is_own, visibility, caption, file_name, content_type, byte_count, digest, width, height, taken_at,
    created_at, placeholder, average_colour, variants, favourite_count, is_favourite, version, revision, generation
    """

  /// Reads a row of ``columns``.
  init(_ columns: inout Columns) throws(SQLiteError) {
    let id: PhotoID = try columns.next()
    let owner: String = try columns.next()
    let isOwn: Bool = try columns.next()
    let visibility: Visibility = try columns.next()
    let caption: String = try columns.next()
    let fileName: String? = try columns.next()
    let type: String = try columns.next()
    var metadata = PhotoMetadata(
      id: id, owner: owner, caption: caption, visibility: visibility, contentType: MediaType(rawValue: type),
      byteCount: try columns.next(), digest: try columns.next(), width: try columns.next(), height: try columns.next(),
      takenAt: try columns.next(), createdAt: try columns.next(), placeholder: try columns.next(),
      averageColour: try columns.next(), originalFileName: fileName)
    metadata.variants = VariantList.decode(try columns.next())
    metadata.favouriteCount = try columns.next()
    metadata.isFavourite = try columns.next(Bool.self)
    metadata.version = try columns.next()
    metadata.revision = try columns.next()
    self.init(metadata: metadata, isOwn: isOwn, generation: try columns.next())
  }

  /// Writes the row, in place of any other of the photo.
  func write(to database: Database) throws(SQLiteError) {
    try database[.keepPhoto].run(
      metadata.id, metadata.owner, isOwn, metadata.visibility, metadata.caption,
      NullableValue(metadata.originalFileName), metadata.contentType.rawValue, metadata.byteCount, metadata.digest,
      metadata.width, metadata.height, NullableValue(metadata.takenAt), metadata.createdAt,
      NullableValue(metadata.placeholder), NullableValue(metadata.averageColour), VariantList.encode(metadata.variants),
      metadata.favouriteCount, isFavourite, metadata.version, NullableValue(metadata.revision), generation)
  }

  /// The newest of an account's photos; `nil` where the replica has none, or does not know yet whose it is.
  static func newest(of account: String?, in database: Database) throws(SQLiteError) -> PhotoID? {
    guard let account else { return nil }
    return try database[.newestOfOwner].first(account) { (columns) throws(SQLiteError) in
      try columns.next(PhotoID?.self)
    } ?? nil
  }

  /// Reads the row of a photo; `nil` where the replica has none.
  static func read(_ id: PhotoID, in database: Database) throws(SQLiteError) -> StoredPhoto? {
    try database[.photoByID].first(id) { (columns) throws(SQLiteError) in try StoredPhoto(&columns) }
  }
}

/// The derived images of a photo as a column has them: a line each, of name, width, height, media type and digest.
private enum VariantList {
  static func encode(_ variants: [String: PhotoVariant]?) -> String {
    guard let variants else { return "" }
    return variants.sorted { $0.key < $1.key }.map { name, variant in
      "\(name)\t\(variant.width)\t\(variant.height)\t\(variant.contentType.rawValue)\t\(variant.digest)"
    }.joined(separator: "\n")
  }

  static func decode(_ text: String) -> [String: PhotoVariant]? {
    guard !text.isEmpty else { return nil }
    var variants: [String: PhotoVariant] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 5, let width = Int(parts[1]), let height = Int(parts[2]),
        let digest = Digest(String(parts[4]))
      else { continue }
      variants[String(parts[0])] = PhotoVariant(
        width: width, height: height, contentType: MediaType(rawValue: String(parts[3])), digest: digest)
    }
    return variants
  }
}

extension SQL {
  fileprivate static let photoByID = SQL("SELECT \(StoredPhoto.columns) FROM photo WHERE id = ?1")
  fileprivate static let newestOfOwner = SQL("SELECT max(id) FROM photo WHERE owner = ?1")
  fileprivate static let keepPhoto = SQL(
    """
    INSERT INTO photo (\(StoredPhoto.columns))
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, is_own = excluded.is_own, visibility = excluded.visibility,
      caption = excluded.caption, file_name = excluded.file_name, content_type = excluded.content_type,
      byte_count = excluded.byte_count, digest = excluded.digest, width = excluded.width, height = excluded.height,
      taken_at = excluded.taken_at, created_at = excluded.created_at, placeholder = excluded.placeholder,
      average_colour = excluded.average_colour, variants = excluded.variants,
      favourite_count = excluded.favourite_count, is_favourite = excluded.is_favourite, version = excluded.version,
      revision = excluded.revision, generation = excluded.generation
    """)
}
