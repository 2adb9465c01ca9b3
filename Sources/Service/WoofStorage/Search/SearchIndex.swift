// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
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
  /// - Parameters:
  ///   - numbers: The numbers that the photos may have.
  ///   - moments: The moments that they may have; `nil` for all.
  func matches(
    _ text: SearchText, numbers: Range<Int64>, moments: Range<Timestamp>?, limit: Int, in database: Database
  ) throws(SQLiteError) -> [Match] {
    guard let expression = Self.expression(text, account: account) else { return [] }
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

  /// Hands over the places in time of the photos with these words, in no order.
  func places(
    _ text: SearchText, in moments: ClosedRange<Timestamp>, in database: Database,
    _ body: (inout Columns) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    guard let expression = Self.expression(text, account: account) else { return }
    let (first, last) = (moments.lowerBound, moments.upperBound)
    switch self {
    case .listed: try database[.placesListed].rows(expression, first, last, while: body)
    case .owned(let owner): try database[.placesOwned].rows(expression, first, last, owner, while: body)
    }
  }

  private var isListed: Bool { if case .listed = self { true } else { false } }

  /// The account whose photos alone are looked for in the index.
  private var account: AccountID? {
    switch self {
    case .listed(let account): account
    case .owned(let account): account
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
  fileprivate static let foundListedThen = SQL(statement("listed_search", then: span("listed_search")))
  fileprivate static let foundOwnedThen = SQL(statement("owned_search", then: span("owned_search")))
  fileprivate static let placesListed = SQL(places("listed_search", of: PhotoListPart.listedCondition))
  fileprivate static let placesOwned = SQL(places("owned_search", of: "owner = ?4 AND is_deleted = 0"))

  private static func span(_ index: String) -> String {
    "AND EXISTS (SELECT 1 FROM photo WHERE number = \(index).rowid AND moment >= ?5 AND moment < ?6)"
  }

  /// The columns are those of a row of a timeline.
  private static func places(_ index: String, of condition: String) -> String {
    """
    SELECT moment, ratio, number, photo.id FROM \(index) CROSS JOIN photo ON photo.number = \(index).rowid
    WHERE \(index) MATCH ?1 AND \(condition) AND moment BETWEEN ?2 AND ?3
      AND NOT EXISTS (SELECT 1 FROM unindexed_photo WHERE photo = \(index).rowid)
    """
  }

  /// The weights are those of account, caption and words. A photo that is not indexed as it has become is left out, as it
  /// might be found by what nobody is to read any more.
  private static func statement(_ index: String, then span: String = "") -> String {
    """
    SELECT rowid, match_score(\(index), 0, 4, 1) FROM \(index)
    WHERE \(index) MATCH ?1 AND rowid >= ?2 AND rowid < ?3
      AND NOT EXISTS (SELECT 1 FROM unindexed_photo WHERE photo = \(index).rowid) \(span)
    ORDER BY rowid DESC LIMIT ?4
    """
  }
}
