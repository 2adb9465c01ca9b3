// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: ArchiveStore {
  /// Keeps a request for an archive. Where the account has too many, its oldest ones go; all who did not sign in are as one
  /// account here.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account has been disabled, or `conflict` where
  ///   it has been deleted.
  package func addArchive(_ request: ArchiveRequest, secretHash hash: Digest, countLimit: Int) async throws {
    let (isAlbum, ids) =
      switch request.selection {
      case .album(let id): (true, [id.uuid])
      case .photos(let ids): (false, ids)
      }
    let statement = PostgreSQLStatement(
      ArchiveSQL.add, .bytes([UInt8](hash.bytes)), .integer(request.reader?.id.rawValue ?? ArchiveSQL.visitors),
      .integer(request.reader?.passwordVersion ?? 0), .boolean(isAlbum), .byteStrings(ids.map(\.columnBytes)),
      .integer(request.expiresAt.milliseconds), .integer(Int64(max(countLimit - 1, 0))))
    let locks = request.reader.map { [GrantSQL.lock($0.id)] } ?? []
    let verdict = try await write(locks + [statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.whole(ArchiveSQL.Verdict(rawValue: try row.text())) }
    }
    switch verdict {
    case .new: return
    case .disabled: throw WoofError.disabledAccount
    case .deleted, nil: throw WoofError.deletedAccount
    }
  }

  /// Returns the request of a secret; `nil` if there is none, if it has expired at `time`, or if its account was disabled,
  /// deleted or given another password since.
  package func archive(ofSecretHash hash: Digest, at time: Timestamp) async throws -> ArchiveRequest? {
    let statement = PostgreSQLStatement(
      ArchiveSQL.read, .bytes([UInt8](hash.bytes)), .integer(time.milliseconds))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try ArchiveSQL.request(&row) }
    }
  }

  /// Returns the check values of blobs, of those that came with a photo or have been noted.
  package func checkValues(of digests: [Digest]) async throws -> [Digest: UInt32] {
    guard !digests.isEmpty else { return [:] }
    let statement = PostgreSQLStatement(
      ArchiveSQL.checkValues, .byteStrings(digests.map { [UInt8]($0.bytes) }))
    let values = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        (try row.digest(), UInt32(truncatingIfNeeded: try row.integer()))
      }
    }
    return Dictionary(values) { first, _ in first }
  }

  /// Notes check values of blobs, of those that photos have.
  package func note(_ checkValues: [Digest: UInt32]) async throws {
    guard !checkValues.isEmpty else { return }
    let values = Array(checkValues)
    try await write(
      PostgreSQLStatement(
        ArchiveSQL.noteCheckValues, .byteStrings(values.map { [UInt8]($0.key.bytes) }),
        .integers(values.map { Int64($0.value) })))
  }

  /// Returns the SHA-256 of all bytes of the archive with an entity tag; `nil` if it has not been noted, or was forgotten.
  package func digest(ofArchiveTagged tag: String) async throws -> Digest? {
    let statement = PostgreSQLStatement("SELECT sha256 FROM archive_digest WHERE tag = $1", .text(tag))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.digest() }
    }
  }

  /// Notes the SHA-256 of all bytes of the archive with an entity tag. Where there are too many, the oldest ones go.
  package func note(_ digest: Digest, ofArchiveTagged tag: String, at time: Timestamp, countLimit: Int) async throws {
    let note = PostgreSQLStatement(
      ArchiveSQL.noteDigest, .text(tag), .bytes([UInt8](digest.bytes)), .integer(time.milliseconds))
    let forget = PostgreSQLStatement(ArchiveSQL.forgetDigests, .integer(Int64(max(countLimit, 0))))
    _ = try await write([note, forget]) { $0.affectedCount }
  }
}
