// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The titles of albums among the words by which photos are found.
  static let titles = [
    // Folded by the nodes, as all words are. Albums that are there already have the words that the database tells apart, until
    // they get another title.
    "ALTER TABLE album ADD COLUMN title_words tsvector NOT NULL DEFAULT ''",
    "UPDATE album SET title_words = to_tsvector('simple', title)",
    // Puts words behind each other. As their positions begin at 2, no phrase goes from one title into the next.
    "CREATE AGGREGATE joined_words (tsvector) (SFUNC = tsvector_concat, STYPE = tsvector, INITCOND = '')",
    // Those that everybody may read who finds the photo, and those that its owner may read.
    """
    ALTER TABLE photo_words ADD COLUMN titles tsvector NOT NULL DEFAULT '', ADD COLUMN own_titles tsvector NOT NULL DEFAULT ''
    """,
    // Photos whose titles are not as they have to be any more; no search finds them.
    "CREATE TABLE waiting_words (photo int8 PRIMARY KEY)",
    AlbumTitleSQL.renewal(of: "(SELECT DISTINCT photo FROM album_photo)"),
    "DROP INDEX photo_words_listed",
    "DROP INDEX photo_words_owned",
    "CREATE INDEX photo_words_listed ON photo_words USING gin ((caption || facts || titles)) WITH (fastupdate = off)",
    """
    CREATE INDEX photo_words_owned ON photo_words USING gin ((caption || facts || own || own_titles)) WITH (fastupdate = off)
    """,
  ]
}
