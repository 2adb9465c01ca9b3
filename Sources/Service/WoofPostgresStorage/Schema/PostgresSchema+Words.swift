// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The words by which photos are found.
  static let words = [
    // One row for each photo that is there. The words are folded by the nodes (`FoldedWords`), so that what is found does not
    // depend on the locale of the database; their positions begin at 2, so that no phrase goes from one column into another.
    """
    CREATE TABLE photo_words (
      photo int8 PRIMARY KEY,
      caption tsvector NOT NULL,
      -- What else everybody may read who finds the photo.
      facts tsvector NOT NULL,
      -- What only the owner may read.
      own tsvector NOT NULL
    )
    """,
    // Photos that are there already have the words that the database tells apart, until they change.
    """
    INSERT INTO photo_words (photo, caption, facts, own)
      SELECT photo.number, to_tsvector('simple', caption),
        to_tsvector('simple', account.name || ' ' || split_part(type, '/', 2)),
        to_tsvector('simple', coalesce(file_name, ''))
      FROM photo JOIN photo_detail ON photo_detail.photo = photo.number JOIN account ON account.number = photo.owner
      WHERE NOT is_deleted
    """,
    // Without `fastupdate`, as a search would have to look through all that waits to be put into the index.
    "CREATE INDEX photo_words_listed ON photo_words USING gin ((caption || facts)) WITH (fastupdate = off)",
    "CREATE INDEX photo_words_owned ON photo_words USING gin ((caption || facts || own)) WITH (fastupdate = off)",
  ]
}
