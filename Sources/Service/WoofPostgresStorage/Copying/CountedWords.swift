// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The words that photos have to have by their records, apart from those of titles.
struct CountedWords {
  /// The relation of ``values``, which are `$1` to `$4`; words are texts of `tsvector`.
  static let relation = "unnest($1, $2, $3, $4) AS counted (photo, caption, facts, own)"

  /// The values of the relation.
  let values: [PostgreSQLValue]

  /// Makes the words of photos by their numbers. Blocks.
  init(of numbers: [Int64], in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    let photos = try PhotoRow.all(in: transaction.run(PhotoRow.byNumbers(numbers)))
    var annotations: [Int64: PhotoAnnotations] = [:]
    let annotated = PostgreSQLStatement(
      """
      SELECT photo, annotations, plugin_annotations FROM photo_detail
      WHERE photo = ANY($1) AND annotations IS NOT NULL
      """, .integers(numbers))
    _ = try transaction.run(annotated).map { (row) throws(PostgreSQLError) in
      let number = try row.integer()
      annotations[number] = try DerivationSQL.annotations(&row)
    }
    let words = photos.map { PhotoWords(of: $0.record) }
    let own = photos.map { PhotoWords.own(fileName: $0.record.fileName, annotations: annotations[$0.number]) }
    values = [
      .integers(photos.map(\.number)), .texts(words.map(\.caption.text)), .texts(words.map(\.facts.text)),
      .texts(own.map(\.text)),
    ]
  }
}
