// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL

/// The tables of records into which rows are copied from elsewhere, within a transaction that writes. All calls block.
package struct CopiedRecords {
  /// The number of photos whose words are made at once.
  private static let photosAtOnce = 500

  let transaction: PostgreSQLTransaction

  /// Takes the tables of a transaction's database, whose schema is the newest.
  package init(in transaction: PostgreSQLTransaction) { self.transaction = transaction }

  /// The use that is made of a database.
  package enum Use: Hashable, Sendable {
    /// There is nothing in it.
    case empty
    /// There are accounts.
    case holdsRecords
    /// There are no accounts yet, but a node runs, or one ran some minutes ago.
    case hasNodes
  }

  /// Keeps everybody else off until the transaction has ended, and looks what is there.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func takeOver() throws(PostgreSQLError) -> Use {
    try keepOthersOff()
    let holds = try transaction.run("SELECT EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM photo)")
    if try holds.first({ (row) throws(PostgreSQLError) in try row.boolean() }) ?? true { return .holdsRecords }
    return try haveNodes() ? .hasNodes : .empty
  }

  /// Keeps everybody else off until the transaction has ended.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func keepOthersOff() throws(PostgreSQLError) {
    // Whatever a node does at its start reads the first of these.
    try transaction.run("LOCK TABLE installation, account, photo, counter, lease IN ACCESS EXCLUSIVE MODE")
  }

  /// Returns `true` if a node runs, or ran some minutes ago.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func haveNodes() throws(PostgreSQLError) -> Bool {
    let used = try transaction.run("SELECT EXISTS (SELECT FROM lease WHERE expires_at > \(PostgresSchema.now))")
    return try used.first { (row) throws(PostgreSQLError) in try row.boolean() } ?? true
  }

  /// The number and the bytes of the blobs that photos refer to, and the bytes of the whole database.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func size() throws(PostgreSQLError) -> (blobCount: Int, blobByteCount: Int64, recordByteCount: Int64) {
    try transaction.run(
      "SELECT count, bytes, pg_database_size(current_database()) FROM (\(AdministrationSQL.neededBlobs)) AS blobs"
    ).first { (row) throws(PostgreSQLError) in (try row.count(), try row.integer(), try row.integer()) } ?? (0, 0, 0)
  }

  /// Makes what follows from the rows that were copied: tallies, the sums of what accounts see, and the words of photos.
  ///
  /// - Parameter note: Is told of each few hundred photos; stops by throwing.
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``, and what `note` throws.
  package func deriveRest(note: () throws -> Void) throws {
    for statement in Self.tallies { try transaction.run(statement) }
    var last: Int64 = 0
    while case let numbers = try photos(after: last), let newest = numbers.last {
      try note()
      try makeWords(of: numbers)
      last = newest
    }
    try note()
    try makeTitles()
    // The server knows nothing yet of tables that have just been filled.
    try transaction.run("ANALYZE")
  }

  private func photos(after number: Int64) throws(PostgreSQLError) -> [Int64] {
    try transaction.run(
      PostgreSQLStatement(
        "SELECT number FROM photo WHERE number > $1 AND NOT is_deleted ORDER BY number LIMIT \(Self.photosAtOnce)",
        .integer(number))
    ).map { (row) throws(PostgreSQLError) in try row.integer() }
  }

  /// Makes the words of photos that have none yet, and that are not deleted.
  func makeWords(of numbers: [Int64]) throws {
    let words = try CountedWords(of: numbers, in: transaction)
    try transaction.run(
      PostgreSQLStatement(
        """
        INSERT INTO photo_words (photo, caption, facts, own)
        SELECT photo, caption::tsvector, facts::tsvector, own::tsvector FROM \(CountedWords.relation)
        """, words.values))
  }

  /// Puts the titles of albums among the words of their photos.
  private func makeTitles() throws(PostgreSQLError) {
    try makeTitleWords(
      of: transaction.run("SELECT number, title FROM album WHERE NOT is_deleted ORDER BY number")
        .map { (row) throws(PostgreSQLError) in (number: try row.integer(), title: try row.text()) })
    try transaction.run(AlbumTitleSQL.renewal(of: "(SELECT DISTINCT photo FROM album_photo)"))
  }

  /// Gives albums the words of their titles.
  func makeTitleWords(of albums: [(number: Int64, title: String)]) throws(PostgreSQLError) {
    try transaction.run(
      PostgreSQLStatement(
        """
        UPDATE album SET title_words = words.text::tsvector
        FROM unnest($1, $2) AS words (album, text) WHERE album.number = words.album
        """, .integers(albums.map(\.number)), .texts(albums.map { WordVector([$0.title]).text })))
  }

  /// A query of photos that nobody can restore and that are in no album, which take no room of their owners any more
  /// (``SharingDeparture``).
  static let left = """
    SELECT kept.photo FROM restorable_photo AS kept
    WHERE NOT has_left AND restorable_until <= \(PostgresSchema.now)
      AND NOT EXISTS (SELECT FROM album_photo WHERE album_photo.photo = kept.photo)
      AND NOT EXISTS (SELECT FROM share_link WHERE share_link.photo = kept.photo)
      AND NOT EXISTS (SELECT FROM guest_like WHERE guest_like.photo = kept.photo)
    """

  private static let tallies = [
    "UPDATE restorable_photo SET has_left = true WHERE photo IN (\(left))",
    """
    INSERT INTO account_tally (account, \(AccountTallySQL.list()))
    SELECT account, \(AccountTallySQL.list()) FROM (\(AccountTallySQL.counted)) AS counted
    """,
    "DELETE FROM view_sum",
    PostgresSchema.viewSumsOfAllPhotos,
  ]
}
