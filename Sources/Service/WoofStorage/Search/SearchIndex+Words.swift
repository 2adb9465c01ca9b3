// SPDX-License-Identifier: Apache-2.0

extension SearchIndex {
  /// The words that the owner of a row of `photo_words` may read, as an expression of SQL.
  ///
  /// Of the annotations it takes neither the place, nor serial numbers, nor what plugins say, as nobody knows what that is.
  static let ownedWords = """
    photo_words.words || ' ' || own_words || ' ' || ifnull((
      SELECT ifnull(json_extract(annotations, '$.camera.make') || ' ', '')
        || ifnull(json_extract(annotations, '$.camera.model') || ' ', '')
        || ifnull(json_extract(annotations, '$.camera.lens') || ' ', '')
        || ifnull(json_extract(annotations, '$.title') || ' ', '')
        || ifnull(json_extract(annotations, '$.summary') || ' ', '')
        || ifnull(json_extract(annotations, '$.creator') || ' ', '')
        || ifnull(json_extract(annotations, '$.copyright') || ' ', '')
        || ifnull((SELECT group_concat(value, ' ') FROM json_each(annotations, '$.keywords')), '')
      FROM photo_annotation WHERE photo_annotation.photo = photo_words.number AND json_valid(annotations)), '')
    """

  /// The statements that make the indexes anew, as damaged ones may not let their rows be removed.
  static let rebuild = """
    DROP TABLE listed_search;
    DROP TABLE owned_search;
    \(definition(of: "listed_search"))
    \(definition(of: "owned_search"))
    INSERT INTO listed_search (rowid, account, caption, words)
      SELECT number, account, caption, words FROM photo_words WHERE \(PhotoListPart.listedCondition);
    INSERT INTO owned_search (rowid, account, caption, words)
      SELECT number, account, caption, \(ownedWords) FROM photo_words WHERE is_deleted = 0;
    DELETE FROM unindexed_photo;
    """

  /// The statement that makes an index, as the schema has it.
  private static func definition(of index: String) -> String {
    """
    CREATE VIRTUAL TABLE \(index) USING fts5 (
      account, caption, words,
      tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8', columnsize = 0
    );
    """
  }
}
