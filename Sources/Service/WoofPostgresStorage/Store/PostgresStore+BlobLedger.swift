// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: BlobLedger {
  /// Binds the records to one store of blobs: from now on no node writes a record whose blobs are not stored.
  ///
  /// - Returns: The store that they are bound to, which is another one where that came first.
  package func bind(to store: String) async throws -> String {
    let name = Array(store.utf8)
    let statements = [PostgreSQLStatement(BlobSQL.bind, .bytes(name)), PostgreSQLStatement(BlobSQL.binding)]
    let bound = try await write(statements) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.bytes() }
    }
    return String(decoding: bound ?? name, as: UTF8.self)
  }

  /// Holds a blob, which need not be there, for so long, by the database's clock.
  package func hold(_ digest: Digest, for duration: Duration) async throws -> BlobEntry {
    let statement = PostgreSQLStatement(
      BlobSQL.hold, .bytes([UInt8](digest.bytes)), .integer(duration.wholeMilliseconds))
    let entry = try await write([statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try BlobSQL.entry(&row) }
    }
    guard let entry else { throw Self.misplacedAnswer }
    return entry
  }

  /// Holds a blob for so long if it is stored, by the database's clock.
  ///
  /// - Returns: `false` if it is not.
  package func holdStored(_ digest: Digest, for duration: Duration) async throws -> Bool {
    let statement = PostgreSQLStatement(
      BlobSQL.holdStored, .bytes([UInt8](digest.bytes)), .integer(duration.wholeMilliseconds))
    return try await write(statement) == 1
  }

  /// Notes that the object of a blob is there, and holds it for so long.
  ///
  /// - Returns: `false` if that incarnation does not count any more.
  package func noteStored(
    _ incarnation: BlobIncarnation, byteCount: Int64, pieceDigests: [UInt8], for duration: Duration
  ) async throws -> Bool {
    let statement = PostgreSQLStatement(
      BlobSQL.noteStored, .bytes([UInt8](incarnation.digest.bytes)), .integer(incarnation.number), .integer(byteCount),
      .bytes(pieceDigests), .integer(duration.wholeMilliseconds))
    return try await write(statement) == 1
  }

  /// Notes that the object of a blob is missing or damaged.
  package func noteMissing(_ incarnation: BlobIncarnation) async throws {
    try await write(
      PostgreSQLStatement(
        BlobSQL.noteMissing, .bytes([UInt8](incarnation.digest.bytes)), .integer(incarnation.number)))
  }

  /// The entries of those of the blobs that have one.
  package func entries(of digests: [Digest]) async throws -> [Digest: BlobEntry] {
    guard !digests.isEmpty else { return [:] }
    let statement = PostgreSQLStatement(BlobSQL.entries, .byteStrings(digests.map { [UInt8]($0.bytes) }))
    let found = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try BlobSQL.entry(&row) }
    }
    return Dictionary(found.map { ($0.incarnation.digest, $0) }) { first, _ in first }
  }

  /// Looks through the next blobs in the order of their digests, and lets those die that nobody holds and no record refers to.
  package func condemn(
    after digest: Digest?, limit: Int
  ) async throws -> (dying: [BlobIncarnation], last: Digest?) {
    let look = PostgreSQLStatement(
      BlobSQL.look, .bytes(digest.map { [UInt8]($0.bytes) } ?? []), .integer(Int64(max(1, limit))))
    let page = try await read(look) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        (entry: try BlobSQL.entry(&row), mayDie: try row.boolean())
      }
    }
    let candidates = page.filter(\.mayDie).map { [UInt8]($0.entry.incarnation.digest.bytes) }
    let dying = page.map(\.entry).filter { $0.state == .dying } + (try await condemn(candidates))
    return (dying.map(\.incarnation), page.count < max(1, limit) ? nil : page.last?.entry.incarnation.digest)
  }

  /// Removes the entries of blobs that are dying.
  package func bury(_ incarnations: [BlobIncarnation]) async throws {
    guard !incarnations.isEmpty else { return }
    try await write(
      PostgreSQLStatement(
        BlobSQL.bury, .byteStrings(incarnations.map { [UInt8]($0.digest.bytes) }),
        .integers(incarnations.map(\.number))))
  }

  /// The next blobs, in the order of their digests, that records refer to and whose objects are not known to be there.
  ///
  /// - Parameters:
  ///   - digest: The one before them; `nil` for the first.
  ///   - limit: The most blobs to read.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func unstoredBlobs(
    after digest: Digest?, limit: Int
  ) async throws -> [(digest: Digest, byteCount: Int64)] {
    let statement = PostgreSQLStatement(
      BlobSQL.unstored, .bytes(digest.map { [UInt8]($0.bytes) } ?? []), .integer(Int64(limit)))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in (digest: try row.digest(), byteCount: try row.integer()) }
    }
  }

  /// Lets the objects of blobs have numbers from behind one on, which an installation before this one has given.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func skipIncarnations(through number: Int64) async throws {
    guard number > 0 else { return }
    try await write(
      PostgreSQLStatement(
        "SELECT setval('blob_incarnation', greatest($1, (SELECT last_value FROM blob_incarnation)))", .integer(number)))
  }

  /// Lets those of the blobs die that nobody has locked or refers to.
  private func condemn(_ digests: [[UInt8]]) async throws -> [BlobEntry] {
    guard !digests.isEmpty else { return [] }
    let statements = [BlobSQL.lock, BlobSQL.condemn].map { PostgreSQLStatement($0, .byteStrings(digests)) }
    return try await write(statements) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try BlobSQL.entry(&row) }
    }
  }
}
