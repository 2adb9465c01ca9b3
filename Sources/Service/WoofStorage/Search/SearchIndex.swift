// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

/// A search index, of which a reader may see everything that is looked for in it.
enum SearchIndex: Hashable {
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
  /// - Parameters:
  ///   - numbers: The numbers that the photos may have.
  ///   - moments: The moments that they may have; `nil` for all.
  func matches(
    _ text: SearchText, numbers: Range<Int64>, moments: Range<Timestamp>?, limit: Int, in database: Database
  ) throws(SQLiteError) -> [Match] {
    guard let expression = expression(text, isRanked: true) else { return [] }
    func match(_ columns: inout Columns) throws(SQLiteError) -> Match {
      Match(number: try columns.next(), score: try columns.next())
    }
    guard let moments else {
      return try database[isListed ? .foundListed : .foundOwned].all(
        expression, numbers.lowerBound, numbers.upperBound, limit, read: match)
    }
    return try database[isListed ? .foundListedThen : .foundOwnedThen].all(
      expression, numbers.lowerBound, numbers.upperBound, limit, moments.lowerBound, moments.upperBound, read: match)
  }

  /// Hands over the numbers of the photos with these words, those included that wait for being indexed anew.
  func numbers(_ text: SearchText, in database: Database, _ body: (Int64) -> Void) throws(SQLiteError) {
    guard let expression = expression(text, isRanked: false) else { return }
    try database[isListed ? .numbersListed : .numbersOwned].rows(expression) { (columns) throws(SQLiteError) in
      body(try columns.next())
      return true
    }
  }

  private var isListed: Bool { if case .listed = self { true } else { false } }

  /// The query in FTS5's language (sqlite.org/fts5.html); `nil` where nothing can be found.
  ///
  /// Words are in quotation marks, in which nothing but a quotation mark means anything.
  ///
  /// - Parameter isRanked: `true` to have the last word in it twice, so that a photo that has it as a whole word has the
  ///   higher score.
  func expression(_ text: SearchText, isRanked: Bool) -> String? {
    guard let beginning = text.beginning.map(phrase) else { return nil }
    let last = isRanked ? "(\(beginning) OR \(beginning) *)" : "\(beginning) *"
    var terms = (text.words.map(phrase) + [last]).map { isListed ? "{caption words} : \($0)" : $0 }
    if case .listed(let account?) = self { terms.append("account : a\(account.rawValue)") }
    return terms.joined(separator: " AND ")
  }

  /// A word as the index has it.
  private func phrase(_ word: String) -> String {
    switch self {
    case .listed: Self.quoted(word)
    case .owned(let account): Self.quoted(OwnWords.marked(word, of: account))
    }
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
  fileprivate static let foundListed = SQL(statement("listed_search", weights: "0, 4, 1"))
  fileprivate static let foundOwned = SQL(statement("owned_search", weights: "4, 1"))
  fileprivate static let foundListedThen = SQL(
    statement("listed_search", weights: "0, 4, 1", then: span("listed_search")))
  fileprivate static let foundOwnedThen = SQL(
    statement("owned_search", weights: "4, 1", then: span("owned_search")))
  fileprivate static let numbersListed = SQL("SELECT rowid FROM listed_search WHERE listed_search MATCH ?1")
  fileprivate static let numbersOwned = SQL("SELECT rowid FROM owned_search WHERE owned_search MATCH ?1")

  private static func span(_ index: String) -> String {
    "AND EXISTS (SELECT 1 FROM photo WHERE number = \(index).rowid AND moment >= ?5 AND moment < ?6)"
  }

  /// The weights are those of the columns. A photo that is not indexed as it has become is left out, as it
  /// might be found by what nobody is to read any more.
  private static func statement(_ index: String, weights: String, then span: String = "") -> String {
    """
    SELECT rowid, match_score(\(index), \(weights)) FROM \(index)
    WHERE \(index) MATCH ?1 AND rowid >= ?2 AND rowid < ?3
      AND NOT EXISTS (SELECT 1 FROM unindexed_photo WHERE photo = \(index).rowid) \(span)
    ORDER BY rowid DESC LIMIT ?4
    """
  }
}
