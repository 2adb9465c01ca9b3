// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The parts of what a search by words may find: photos of which a reader may read the same words. No photo is in two of them.
enum WordSearchPart: Hashable, Sendable {
  /// The photos that everybody finds, by what everybody may read, of an owner where one is given, and without those of an
  /// account where one is given.
  case listed(of: AccountID?, except: AccountID?)
  /// The photos of an account by all of their words.
  case owned(AccountID)

  /// The parts for a reader.
  static func readable(by reader: AccountID?) -> [WordSearchPart] {
    [.listed(of: nil, except: reader)] + (reader.map { [.owned($0)] } ?? [])
  }

  /// The parts of an owner's photos.
  static func owned(by owner: AccountID, reader: AccountID?) -> [WordSearchPart] {
    owner == reader ? [.owned(owner)] : [.listed(of: owner, except: nil)]
  }
}

/// A search by words as a part of statements.
struct WordSearchSQL {
  private let terms: [String]
  private let beginning: String

  /// Takes the words that somebody looks for; `nil` where nothing can be found.
  init?(_ text: SearchText) {
    guard let beginning = text.beginning.flatMap({ Self.phrase($0) }) else { return nil }
    self.beginning = beginning
    terms = text.words.compactMap { Self.phrase($0) }
  }

  /// A query of the photos of a part, in no order.
  ///
  /// - Parameters:
  ///   - columns: The columns that it gives, of `photo` and `photo_words`.
  ///   - bounds: Further conditions.
  func photos(
    _ part: WordSearchPart, columns: String, _ bounds: [String], _ values: inout StatementValues
  ) -> String {
    let conditions = [Self.access(part, &values), hasWords(part, &values)] + bounds
    return """
      SELECT \(columns) FROM photo JOIN photo_words ON photo_words.photo = photo.number
      WHERE \(conditions.joined(separator: " AND "))
      """
  }

  /// The order in which photos are looked for.
  enum Order: String {
    /// Those that came last first.
    case arrival = "number DESC"
    /// Those with the latest moment first, and among equals the newest.
    case moment = "moment DESC, photo.id DESC"
  }

  /// The numbers of photos: of those that tell whether a word is frequent, of those among them that then have it, and of those
  /// that are gone through.
  private static let (sampleCount, frequentCount, walkedCount) = (500, 25, 20_000)

  /// The first photos of parts in an order.
  ///
  /// Many photos have a frequent word: the photos are gone through in the order, until enough have it. Where a few of the first ones
  /// show that it is none, or not enough are found so, all that have it are looked up by the index. What the database expects would
  /// mislead it, as words such as a year are not spread evenly over time.
  ///
  /// - Parameters:
  ///   - bounds: Further conditions on rows of `photo`.
  ///   - limit: The place of the number of photos of each part.
  ///   - isScored: `true` to have the scores as well.
  /// - Returns: Expressions for `WITH`, and a query of `number`, `moment` and `id`, in no order, more than `limit` of each part
  ///   among them.
  func first(
    by order: Order, of parts: [WordSearchPart], _ bounds: [String], limit: String, isScored: Bool = false,
    _ values: inout StatementValues
  ) -> (expressions: String, query: String) {
    var (expressions, queries) = ([String](), [String]())
    for (index, part) in parts.enumerated() {
      let conditions = ([Self.access(part, &values)] + bounds).joined(separator: " AND ")
      let match = hasWords(part, &values)
      let columns = "number, moment, photo.id" + (isScored ? ", \(score(in: part, &values)) AS score" : "")
      let join = "JOIN photo_words ON photo_words.photo = photo.number WHERE \(match)"
      func walk(_ count: Int) -> String {
        """
        (SELECT number, moment, id FROM photo WHERE \(conditions) ORDER BY \(order.rawValue) LIMIT \(count)) AS photo \(join)
        """
      }
      expressions += [
        "sample\(index) AS MATERIALIZED (SELECT count(*) AS count FROM \(walk(Self.sampleCount)))",
        """
        walked\(index) AS MATERIALIZED (
          SELECT \(columns) FROM \(walk(Self.walkedCount))
            AND (SELECT count FROM sample\(index)) >= \(Self.frequentCount)
          ORDER BY \(order.rawValue) LIMIT \(limit))
        """,
        """
        looked\(index) AS MATERIALIZED (
          SELECT \(columns) FROM photo \(join) AND \(conditions) AND (SELECT count(*) FROM walked\(index)) < \(limit))
        """,
      ]
      queries += [
        "SELECT * FROM walked\(index) WHERE (SELECT count(*) FROM walked\(index)) >= \(limit)",
        "SELECT * FROM looked\(index)",
      ]
    }
    return (expressions.joined(separator: ",\n"), queries.joined(separator: " UNION ALL "))
  }

  private func hasWords(_ part: WordSearchPart, _ values: inout StatementValues) -> String {
    let query = (terms + [beginning + ":*"]).joined(separator: " & ")
    return """
      (\(Self.words(of: part))) @@ \(values.add(.text(query)))::tsquery
        AND NOT EXISTS (SELECT FROM waiting_words WHERE waiting_words.photo = photo_words.photo)
      """
  }

  /// An expression of the score of a photo that is found: for each word 4 where the caption has it and 1 where it has not, and the
  /// same for the last one again where it is a whole word.
  private func score(in part: WordSearchPart, _ values: inout StatementValues) -> String {
    var summands = (terms + [beginning + ":*"]).map { term in
      "CASE WHEN caption @@ \(values.add(.text(term)))::tsquery THEN 4 ELSE 1 END"
    }
    let whole = "\(values.add(.text(beginning)))::tsquery"
    summands.append(
      "CASE WHEN caption @@ \(whole) THEN 4 WHEN (\(Self.words(of: part))) @@ \(whole) THEN 1 ELSE 0 END")
    return "(\(summands.joined(separator: " + ")))::int8"
  }

  private static func access(_ part: WordSearchPart, _ values: inout StatementValues) -> String {
    switch part {
    case .listed(let owner, let excluded):
      var condition = PhotoAccessSQL.listed
      if let owner { condition = PhotoAccessSQL.listed(of: values.add(.integer(owner.rawValue))) }
      if let excluded { condition += " AND owner <> \(values.add(.integer(excluded.rawValue)))" }
      return condition
    case .owned(let owner): return PhotoAccessSQL.owned(by: values.add(.integer(owner.rawValue)))
    }
  }

  /// The words of a photo that the reader of a part may read, as the indexes have them.
  private static func words(of part: WordSearchPart) -> String {
    if case .owned = part { "caption || facts || own || own_titles" } else { "caption || facts || titles" }
  }

  /// A word in the language of `tsquery`: more than one, as of a date, stand behind each other.
  private static func phrase(_ word: String) -> String? {
    let words = FoldedWords.words(in: word)
    return words.isEmpty ? nil : words.map { "'\($0)'" }.joined(separator: " <-> ")
  }
}
