// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofSQLite

/// A search index, of which a reader may see everything that is looked for in it.
enum SearchIndex {
  /// That of public photos, of which an account may be the only one whose photos are looked for.
  case listed(of: AccountID?)
  /// That of an account's own photos.
  case owned(AccountID)

  /// A photo that stands in an index, and how well it fits: the higher, the better.
  struct Match {
    let number: Int64
    let score: Int
  }

  /// The photos with these words, the newest first.
  ///
  /// - Parameter numbers: The numbers that the photos may have.
  func matches(
    _ text: SearchText, numbers: Range<Int64>, limit: Int, in database: Database
  ) throws(SQLiteError) -> [Match] {
    let (sql, account): (SQL, AccountID?) =
      switch self {
      case .listed(let account): (.foundListed, account)
      case .owned(let account): (.foundOwned, account)
      }
    guard let expression = Self.expression(text, account: account) else { return [] }
    return try database[sql].all(expression, numbers.lowerBound, numbers.upperBound, limit) {
      (columns) throws(SQLiteError) in Match(number: try columns.next(), score: try columns.next())
    }
  }

  /// The query in FTS5's language (sqlite.org/fts5.html); `nil` where nothing can be found.
  ///
  /// Words are in quotation marks, in which nothing but a quotation mark means anything. The last one stands in it twice, so
  /// that a photo that has it as a whole word has the higher score.
  static func expression(_ text: SearchText, account: AccountID?) -> String? {
    guard let beginning = text.beginning else { return nil }
    var terms = text.words.map { "{caption words} : \(quoted($0))" }
    terms.append("{caption words} : (\(quoted(beginning)) OR \(quoted(beginning)) *)")
    if let account { terms.append("account : a\(account.rawValue)") }
    return terms.joined(separator: " AND ")
  }

  private static func quoted(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}

extension SQL {
  fileprivate static let foundListed = SQL(statement("listed_search"))
  fileprivate static let foundOwned = SQL(statement("owned_search"))

  /// The weights are those of account, caption and words. A photo that is not indexed as it has become is left out, as it
  /// might be found by what nobody is to read any more.
  private static func statement(_ index: String) -> String {
    """
    SELECT rowid, match_score(\(index), 0, 4, 1) FROM \(index)
    WHERE \(index) MATCH ?1 AND rowid >= ?2 AND rowid < ?3
      AND NOT EXISTS (SELECT 1 FROM unindexed_photo WHERE photo = \(index).rowid)
    ORDER BY rowid DESC LIMIT ?4
    """
  }
}
