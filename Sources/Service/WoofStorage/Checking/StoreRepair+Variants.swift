internal import WoofModel

extension StoreRepair {
  /// Forgets variants whose blobs are gone, and lets their photos wait for being derived anew: unlike originals, they can
  /// be made again.
  ///
  /// - Returns: How many were forgotten.
  func forgetLostVariants(_ database: Database) throws -> Int {
    var count = 0
    var last: Digest?
    while case let blobs = try database.neededBlobs(after: last, limit: 512), !blobs.isEmpty {
      let layout = BlobLayout(root: folder.blobsPath)
      let lost = try blobs.filter { try folder.files.byteCount(at: layout.path(of: $0.digest)) == nil }
      if !lost.isEmpty { count += try forgetVariants(of: lost.map(\.digest), in: database) }
      last = blobs.last?.digest
    }
    return count
  }

  /// All of it in one transaction, so that no photo is without a variant and without a place in the queue.
  private func forgetVariants(of digests: [Digest], in database: Database) throws(SQLiteError) -> Int {
    do throws(SQLiteError) {
      var count = 0
      try database[.beginWriting].run()
      for digest in digests {
        let photos = try database[.photosOfVariant].all(digest) { (columns) throws(SQLiteError) in
          try columns.next(Int64.self)
        }
        for photo in Set(photos).sorted() {
          try database[.queueDerivation].run(photo, false)
          try database[.noteChange].run(photo)
        }
        try database[.unrefer].run(digest, photos.count)
        try database[.forgetVariants].run(digest)
        count += photos.count
      }
      try database[.commit].run()
      return count
    } catch {
      database.rollBack()
      throw error
    }
  }
}

extension SQL {
  fileprivate static let photosOfVariant = SQL("SELECT photo FROM variant WHERE digest = ?1")
  fileprivate static let forgetVariants = SQL("DELETE FROM variant WHERE digest = ?1")
  fileprivate static let unrefer = SQL(
    "UPDATE blob SET reference_count = max(0, reference_count - ?2) WHERE digest = ?1")
  /// Marks the metadata of a photo as changed, so that readers of the change log see it.
  fileprivate static let noteChange = SQL(
    """
    UPDATE photo SET version = version + 1, sequence = latest + 1, metadata_sequence = latest + 1
    FROM (SELECT max(sequence) AS latest FROM photo) WHERE number = ?1
    """)
}
