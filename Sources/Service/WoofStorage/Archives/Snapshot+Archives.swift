// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension Snapshot {
  /// Returns the request for an archive of a secret; `nil` if there is none, if it has expired at `time`, or if its account
  /// may not sign in as it did then.
  func archive(ofSecretHash hash: Digest, at time: Timestamp) throws(SQLiteError) -> ArchiveRequest? {
    try database[.archiveOfSecret].first(hash, time) { (columns) throws(SQLiteError) in
      try ArchiveRequest(&columns)
    }
  }

  /// Returns the check values of blobs, of those that have been noted.
  func checkValues(of digests: [Digest]) throws(SQLiteError) -> [Digest: UInt32] {
    var values: [Digest: UInt32] = [:]
    for digest in digests {
      let value = try database[.checkValue].first(digest) { (columns) throws(SQLiteError) in
        try columns.next(Int64.self)
      }
      values[digest] = value.map { UInt32(truncatingIfNeeded: $0) }
    }
    return values
  }

  /// Returns the SHA-256 of all bytes of the archive with an entity tag; `nil` if it has not been noted, or was forgotten.
  func digest(ofArchiveTagged tag: String) throws(SQLiteError) -> Digest? {
    try database[.archiveDigest].first(tag) { (columns) throws(SQLiteError) in try columns.next(Digest.self) }
  }
}

extension ArchiveRequest {
  fileprivate init(_ columns: inout Columns) throws(SQLiteError) {
    let isAlbum: Bool = try columns.next()
    let ids: [UInt8] = try columns.next()
    let expiresAt: Timestamp = try columns.next()
    let photos = PhotoIDRun.ids(in: ids)
    let selection: Selection =
      if isAlbum, let album = photos.first { .album(AlbumID(uuid: album)) } else { .photos(photos) }
    var reader: Principal?
    if let account = try columns.next(AccountID?.self) {
      reader = Principal(
        id: account, name: try columns.next(), isAdministrator: try columns.next(),
        passwordVersion: try columns.next())
    }
    self.init(reader: reader, selection: selection, expiresAt: expiresAt)
  }
}

/// Ids one behind the other, 16 bytes each.
enum PhotoIDRun {
  /// Writes ids into a run.
  static func bytes(of ids: [PhotoID]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(ids.count * 16)
    for id in ids {
      for word in [id.high, id.low] {
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
      }
    }
    return bytes
  }

  /// Reads the ids of a run; an incomplete one at its end is left out.
  static func ids(in bytes: [UInt8]) -> [PhotoID] {
    stride(from: 0, through: bytes.count - 16, by: 16).map { start in
      func word(at offset: Int) -> UInt64 { bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) } }
      return PhotoID(high: word(at: start), low: word(at: start + 8))
    }
  }
}

extension SQL {
  fileprivate static let archiveOfSecret = SQL(
    """
    SELECT is_album, ids, expires_at, account.number, name, is_administrator, account.password_version
    FROM archive LEFT JOIN account ON account.number = archive.account
    WHERE secret_hash = ?1 AND expires_at > ?2
      AND (archive.account = 0 OR (is_disabled = 0 AND account.password_version = archive.password_version))
    """)
  fileprivate static let archiveDigest = SQL("SELECT sha256 FROM archive_digest WHERE tag = ?1")
  fileprivate static let checkValue = SQL("SELECT crc32 FROM check_value WHERE digest = ?1")
}
