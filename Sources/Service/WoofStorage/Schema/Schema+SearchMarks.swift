// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Search indexes in which beginnings of long words are found as fast as those of short ones, and an account's own photos
  /// without looking at those of others.
  static let version27 = """
    DROP TABLE listed_search;
    DROP TABLE owned_search;

    -- Public photos, by the words that everybody may read, as before.
    CREATE VIRTUAL TABLE listed_search USING fts5 (
      account, caption, words,
      tokenize = 'unicode61 remove_diacritics 2',
      prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31', columnsize = 0
    );

    -- All photos that are there, by the words that their owner may read. Each word begins with a mark of the owner: its number
    -- in three hexadecimal digits at least, and an x.
    CREATE VIRTUAL TABLE owned_search USING fts5 (
      caption, words,
      tokenize = 'unicode61 remove_diacritics 2',
      prefix = '5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31', columnsize = 0
    );

    INSERT INTO unindexed_photo (photo) SELECT number FROM photo WHERE is_deleted = 0 ON CONFLICT DO NOTHING;
    """
}
