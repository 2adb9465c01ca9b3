// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
package import WoofPostgreSQL

/// The ledger of blobs as a check reads it, on connections of its own, so that no migration is made and no node waits. All calls
/// block.
package struct CheckedLedger: Sendable {
  /// An entry.
  package struct Entry: Hashable, Sendable {
    /// The incarnation that counts.
    package let incarnation: BlobIncarnation
    /// The state.
    package let state: BlobEntry.State
    /// The length in bytes, where the blob is stored.
    package let byteCount: Int64
  }

  private let settings: PostgreSQLSettings

  /// Takes the ledger of a database, whose schema is that of this release.
  package init(of settings: PostgreSQLSettings) { self.settings = settings }

  /// The store that the records are bound to; `nil` where they are bound to none.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func binding() throws(PostgreSQLError) -> String? {
    try PostgreSQLTransaction(settings, .snapshot).run(BlobSQL.binding)
      .first { (row) throws(PostgreSQLError) in String(decoding: try row.bytes(), as: UTF8.self) }
  }

  /// The entries of those of the blobs that have one.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func entries(of digests: [Digest]) throws(PostgreSQLError) -> [Digest: Entry] {
    let statement = PostgreSQLStatement(BlobSQL.checked, .byteStrings(digests.map { [UInt8]($0.bytes) }))
    let entries = try PostgreSQLTransaction(settings, .snapshot).run(statement)
      .map { (row) throws(PostgreSQLError) in
        let entry = try BlobSQL.entry(&row)
        return Entry(incarnation: entry.incarnation, state: entry.state, byteCount: try row.integer())
      }
    return Dictionary(entries.map { ($0.incarnation.digest, $0) }) { first, _ in first }
  }

  /// Returns `true` if a record refers to a blob now.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func isNeeded(_ digest: Digest) throws(PostgreSQLError) -> Bool {
    let statement = PostgreSQLStatement(BlobSQL.isNeeded, .bytes([UInt8](digest.bytes)))
    return try PostgreSQLTransaction(settings, .snapshot).run(statement)
      .first { (row) throws(PostgreSQLError) in try row.boolean() } ?? false
  }

  /// Notes that the object of a blob is missing or damaged, so that nobody is sent to it, and whoever brings the bytes puts them anew.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func noteMissing(_ incarnation: BlobIncarnation) throws(PostgreSQLError) {
    try write(
      PostgreSQLStatement(
        BlobSQL.noteMissing, .bytes([UInt8](incarnation.digest.bytes)), .integer(incarnation.number)))
  }

  /// Notes that the object of a blob, which was missing or damaged, is there.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func noteStored(_ incarnation: BlobIncarnation, byteCount: Int64) throws(PostgreSQLError) {
    try write(
      PostgreSQLStatement(
        BlobSQL.noteReturned, .bytes([UInt8](incarnation.digest.bytes)), .integer(incarnation.number),
        .integer(byteCount)))
  }

  private func write(_ statement: PostgreSQLStatement) throws(PostgreSQLError) {
    let transaction = try PostgreSQLTransaction(settings, .writing)
    try transaction.run(statement)
    try transaction.commit()
  }

  /// The number of blobs that nobody holds and no record refers to, and their total size in bytes.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func garbage() throws(PostgreSQLError) -> (count: Int, byteCount: Int64) {
    try PostgreSQLTransaction(settings, .snapshot).run(BlobSQL.garbage)
      .first { (row) throws(PostgreSQLError) in (try row.count(), try row.integer()) } ?? (0, 0)
  }
}
