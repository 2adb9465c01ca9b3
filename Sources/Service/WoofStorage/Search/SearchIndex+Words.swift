// SPDX-License-Identifier: Apache-2.0

extension SearchIndex {
  /// The words that the owner of a row of `photo_words` may read, as an expression of SQL.
  ///
  /// Of the annotations it takes neither the place, nor serial numbers, nor what plugins say, as nobody knows what that is.
  static let ownedWords = """
    marked_words(substr(photo_words.account, 2), photo_words.words || ' ' || own_words || ' ' || ifnull((
      SELECT ifnull(json_extract(annotations, '$.camera.make') || ' ', '')
        || ifnull(json_extract(annotations, '$.camera.model') || ' ', '')
        || ifnull(json_extract(annotations, '$.camera.lens') || ' ', '')
        || ifnull(json_extract(annotations, '$.title') || ' ', '')
        || ifnull(json_extract(annotations, '$.summary') || ' ', '')
        || ifnull(json_extract(annotations, '$.creator') || ' ', '')
        || ifnull(json_extract(annotations, '$.copyright') || ' ', '')
        || ifnull((SELECT group_concat(value, ' ') FROM json_each(annotations, '$.keywords')), '')
      FROM photo_annotation WHERE photo_annotation.photo = photo_words.number AND json_valid(annotations)), ''))
    """

  /// The words of the caption of a row of `photo_words`, as they stand in the index of own photos.
  static let ownedCaption = "marked_words(substr(photo_words.account, 2), photo_words.caption)"

  /// The statements that make the indexes anew, as damaged ones may not let their rows be removed.
  static let rebuild = """
    DROP TABLE listed_search;
    DROP TABLE owned_search;
    \(definitions)
    INSERT INTO listed_search (rowid, account, caption, words)
      SELECT number, account, caption, words FROM photo_words WHERE \(PhotoListPart.listedCondition);
    INSERT INTO owned_search (rowid, caption, words)
      SELECT number, \(ownedCaption), \(ownedWords) FROM photo_words WHERE is_deleted = 0;
    DELETE FROM unindexed_photo;
    """

  /// The statements that make the indexes.
  static let definitions = """
    CREATE VIRTUAL TABLE listed_search USING fts5 (
      account, caption, words,
      tokenize = 'unicode61 remove_diacritics 2', prefix = '\(prefixLengths(from: 1))', columnsize = 0
    );

    CREATE VIRTUAL TABLE owned_search USING fts5 (
      caption, words,
      tokenize = 'unicode61 remove_diacritics 2', prefix = '\(prefixLengths(from: OwnWords.leastMarkLength + 1))',
      columnsize = 0
    );
    """

  /// The numbers of characters of the beginnings of words that have indexes of their own, up to as many as FTS5 allows.
  private static func prefixLengths(from least: Int) -> String { (least...31).map(String.init).joined(separator: " ") }
}
