// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: DerivationStore {
  /// Returns the annotations of a photo; `nil` if its metadata have not been read, or for an id that never was.
  package func annotations(of photo: PhotoID) async throws -> PhotoAnnotations? {
    try await read(PostgreSQLStatement(DerivationSQL.annotations, .bytes(photo.columnBytes))) {
      (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try DerivationSQL.annotations(&row) } ?? nil
    }
  }

  /// Photos that are there and have an original's bytes: an account's own, and public ones.
  package func photos(
    ofOriginal digest: Digest, knownTo account: AccountID, limit: Int
  ) async throws -> [PhotoID] {
    try await ids(
      PostgreSQLStatement(
        DerivationSQL.photosOfOriginal, .bytes([UInt8](digest.bytes)), .integer(account.rawValue), Self.count(limit)))
  }

  /// Keeps what was derived from a photo.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more, and nothing was kept.
  /// - Throws: ``WoofCore/UnsecuredBlobs`` where the records are bound to a store of blobs that has not all of the variants.
  package func keep(
    _ derivatives: PhotoDerivatives, of photo: PhotoID, _ outcome: DerivationOutcome
  ) async throws -> PhotoRecord? {
    guard case .derived(let record) = try await writer.perform(.derivatives(photo, derivatives, outcome)) else {
      throw Self.misplacedAnswer
    }
    return record
  }

  /// Takes variants away.
  ///
  /// - Returns: The record after it; `nil` where the photo is not there any more.
  package func dropVariants(_ names: Set<String>, of photo: PhotoID) async throws -> PhotoRecord? {
    guard case .derived(let record) = try await writer.perform(.variantRemoval(photo, names)) else {
      throw Self.misplacedAnswer
    }
    return record
  }

  /// The photos that wait and whose time has come, the longest due first. They are this node's for ten minutes: no other gets
  /// them until then, but this one gets them again.
  package func dueDerivations(at time: Timestamp, limit: Int) async throws -> [Derivation] {
    let statement = PostgreSQLStatement(
      DerivationSQL.claim, .integer(time.milliseconds), Self.count(limit), .bytes(node))
    return try await write([statement]) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try DerivationSQL.derivation(&row) }
    }
  }

  /// Returns the time at which the next photo is due for this node; `nil` if none waits.
  package func nextDerivationTime() async throws -> Timestamp? {
    try await read(PostgreSQLStatement(DerivationSQL.nextTime, .bytes(node))) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.optionalInteger() }
    }?.map { Timestamp(milliseconds: $0) }
  }

  /// Returns the number of photos in the queue for derivation, other nodes' included.
  package func derivationCount() async throws -> Int {
    try await read(PostgreSQLStatement("SELECT count(*) FROM derivation")) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.count() } ?? 0
    }
  }

  /// Lets a photo wait for longer, for whichever node.
  package func postponeDerivation(of photo: PhotoID, attempts: Int, until time: Timestamp) async throws {
    try await write(
      PostgreSQLStatement(
        DerivationSQL.postpone, .bytes(photo.columnBytes), .integer(Int64(attempts)), .integer(time.milliseconds)))
  }

  /// Lets a photo wait no longer.
  package func endDerivation(of photo: PhotoID, isAnew: Bool) async throws {
    try await write(PostgreSQLStatement(DerivationSQL.end, .bytes(photo.columnBytes), .boolean(isAnew)))
  }

  /// Lets photos that are there wait for being derived anew.
  ///
  /// - Returns: The photos that wait now, in the order of their ids; fewer than `limit` at the end.
  package func queueDerivations(after id: PhotoID?, limit: Int) async throws -> [PhotoID] {
    guard limit > 0 else { return [] }
    return try await queue("id > $1 ORDER BY id LIMIT $2", .bytes(id?.columnBytes ?? []), Self.count(limit))
  }

  /// Lets one photo wait for being derived anew.
  ///
  /// - Returns: `true` if it is there.
  package func queueDerivation(of photo: PhotoID) async throws -> Bool {
    try await !queue("id = $1", .bytes(photo.columnBytes)).isEmpty
  }

  /// Returns the numbers of photos that wait to be derived anew, of all photos or of the given one.
  package func anewDerivationCounts(of photo: PhotoID?) async throws -> AnewCounts {
    try await read(PostgreSQLStatement(DerivationSQL.anewCounts, .bytes(photo?.columnBytes))) {
      (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in
        AnewCounts(untriedCount: try row.count(), failedCount: try row.count())
      } ?? AnewCounts()
    }
  }

  /// Lets photos, all or the one, no longer wait for being derived anew, but only for what they miss.
  package func withdrawAnew(_ photo: PhotoID?) async throws {
    let statement = PostgreSQLStatement(DerivationSQL.withdrawAnew, .bytes(photo?.columnBytes))
    while try await write(statement) > 0 {}
  }

  /// The photos whose looks are known, by id after an id.
  package func perceptualHashes(after id: PhotoID?, limit: Int) async throws -> [HashedPhoto] {
    let statement = PostgreSQLStatement(
      DerivationSQL.perceptualHashes, .bytes(id?.columnBytes ?? []), Self.count(limit))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        HashedPhoto(
          photo: try row.photoID(), owner: try row.accountID(),
          hash: PerceptualHash(rawValue: UInt64(bitPattern: try row.integer())))
      }
    }
  }

  /// The hashes of the parts of photos that were kept after others, in the order in which they were kept.
  package func partHashes(after ordinal: Int64, limit: Int) async throws -> [PartHashedPhoto] {
    try await read(PostgreSQLStatement(DerivationSQL.partHashesAfter, .integer(ordinal), Self.count(limit))) {
      (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        PartHashedPhoto(
          ordinal: try row.integer(), photo: try row.photoID(), owner: try row.accountID(),
          hashes: try row.whole(PartHashes(columnBytes: try row.bytes())))
      }
    }
  }

  /// The hashes of the parts of photos, as far as they are known.
  package func partHashes(of photos: [PhotoID]) async throws -> [PhotoID: PartHashes] {
    let found = try await read(PostgreSQLStatement(DerivationSQL.partHashes, .byteStrings(photos.map(\.columnBytes)))) {
      (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in
        (try row.photoID(), try row.whole(PartHashes(columnBytes: try row.bytes())))
      }
    }
    return Dictionary(found) { first, _ in first }
  }

  /// Looks through some of the photos that came in, or left the queue, while nothing was installed that derives, and
  /// lets those wait that lack a placeholder, the hashes of their parts, or one of the variants.
  ///
  /// - Returns: `true` if there are more to look through.
  package func queueUnseen(lacking variants: [VariantSpecification], limit: Int) async throws -> Bool {
    guard try await read(PostgreSQLStatement(DerivationSQL.unseen), { $0.count }) > 0 else { return false }
    let statement = PostgreSQLStatement(
      DerivationSQL.queueUnseen, Self.count(limit), .texts(variants.map(\.name)), .texts(variants.map(\.identity)))
    return try await counted(statement) == limit
  }

  /// Lets some of the photos of the queue wait no longer, unless they are to be derived anew, or another node is at them.
  ///
  /// - Returns: `true` if there are more.
  package func releaseDerivations(limit: Int) async throws -> Bool {
    guard try await derivationCount() > 0 else { return false }
    return try await counted(PostgreSQLStatement(DerivationSQL.release, Self.count(limit), .bytes(node))) == limit
  }

  private func queue(_ condition: String, _ values: PostgreSQLValue...) async throws -> [PhotoID] {
    let statement = PostgreSQLStatement(DerivationSQL.queue(condition), values)
    return try await write([statement]) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try row.photoID() }
    }
  }

  /// Does a write whose row says how many photos it looked at.
  private func counted(_ statement: PostgreSQLStatement) async throws -> Int {
    try await write([statement]) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try row.count() } ?? 0
    }
  }

  private func ids(_ statement: PostgreSQLStatement) async throws -> [PhotoID] {
    try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try row.photoID() }
    }
  }

  private static func count(_ limit: Int) -> PostgreSQLValue { .integer(Int64(max(0, limit))) }
}
