// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL

/// Looks whether the tables keep their promises about what a copy of the records does not show, as they are at one moment, while
/// nodes run or not. Blocks.
package struct PostgresCheck {
  /// The most rows of a rule that are read.
  private static let rowLimit = 1000
  /// The number of photos whose words are compared at once.
  private static let photosAtOnce: Int64 = 500

  private let settings: PostgreSQLSettings

  /// Makes a check of a database, whose schema is that of this release.
  package init(of settings: PostgreSQLSettings) { self.settings = settings }

  /// Looks at everything.
  ///
  /// - Parameters:
  ///   - progress: Is told that it goes on; stops by throwing.
  ///   - note: Is told of each promise that is broken, and of what breaks it.
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``, and what `progress` throws.
  package func run(progress: () throws -> Void, note: (_ promise: String, _ subject: String) -> Void) throws {
    let transaction = try PostgreSQLTransaction(settings, .snapshot)
    for rule in PostgresRule.all {
      try progress()
      let rows = try transaction.run("SELECT * FROM (\(rule.violations)) AS found LIMIT \(Self.rowLimit)")
      for subject in try rows.map({ (row) throws(PostgreSQLError) in try row.text() }) { note(rule.promise, subject) }
    }
    try compareWords(transaction, progress: progress) { note("photos are found by the words that they have", $0) }
  }

  private func compareWords(
    _ transaction: PostgreSQLTransaction, progress: () throws -> Void, note: (String) -> Void
  ) throws {
    var last: Int64 = 0
    while case let numbers = try photos(after: last, transaction), let newest = numbers.last {
      try progress()
      let words = try CountedWords(of: numbers, in: transaction)
      let wrong = try transaction.run(PostgreSQLStatement(Self.wrongWords, words.values))
      for photo in try wrong.map({ (row) throws(PostgreSQLError) in try row.text() }) { note(photo) }
      last = newest
    }
  }

  private func photos(after number: Int64, _ transaction: PostgreSQLTransaction) throws(PostgreSQLError) -> [Int64] {
    try transaction.run(
      PostgreSQLStatement(
        """
        SELECT number FROM photo JOIN photo_words ON photo_words.photo = number
        WHERE number > $1 AND NOT is_deleted ORDER BY number LIMIT $2
        """, .integer(number), .integer(Self.photosAtOnce))
    ).map { (row) throws(PostgreSQLError) in try row.integer() }
  }

  // Photos from before there were words have those that the database tells apart, until they change.
  private static let wrongWords = """
    SELECT encode(photo.id, 'hex')
    FROM \(CountedWords.relation) JOIN photo ON photo.number = counted.photo
      JOIN photo_detail AS detail ON detail.photo = photo.number JOIN account ON account.number = photo.owner
      JOIN photo_words AS words ON words.photo = photo.number
    WHERE (words.caption, words.facts, words.own)
        IS DISTINCT FROM (counted.caption::tsvector, counted.facts::tsvector, counted.own::tsvector)
      AND (words.caption, words.facts, words.own) IS DISTINCT FROM (
        to_tsvector('simple', detail.caption), to_tsvector('simple', account.name || ' ' || split_part(type, '/', 2)),
        to_tsvector('simple', coalesce(file_name, '')))
    ORDER BY photo.number
    """
}
