// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

extension StoreRule {
  /// The promises of the search indexes, but for photos that wait for them.
  static var search: [StoreRule] {
    [
      StoreRule(
        "every photo stands in the search indexes with its words",
        """
        SELECT hex(photo.id) FROM photo_words CROSS JOIN photo ON photo.number = photo_words.number
          LEFT JOIN owned_search AS owned ON owned.rowid = photo_words.number
          LEFT JOIN listed_search AS listed ON listed.rowid = photo_words.number
        WHERE photo_words.is_deleted = 0 AND photo_words.number NOT IN (SELECT photo FROM unindexed_photo)
          AND ((owned.caption, owned.words) IS NOT (\(SearchIndex.ownedCaption), \(SearchIndex.ownedWords))
            OR photo_words.visibility = 0 AND (listed.account, listed.caption, listed.words)
              IS NOT (photo_words.account, photo_words.caption, photo_words.words))
        """),
      StoreRule(
        "the search indexes hold nothing that is not to be found",
        """
        SELECT 'photo ' || number FROM (
          SELECT rowid AS number FROM listed_search
            WHERE rowid NOT IN (SELECT number FROM photo WHERE \(PhotoListPart.listedCondition))
          UNION
          SELECT rowid FROM owned_search WHERE rowid NOT IN (SELECT number FROM photo WHERE is_deleted = 0))
        WHERE number NOT IN (SELECT photo FROM unindexed_photo)
        """),
    ]
  }
}

/// The soundness of the search indexes, which SQLite does not look at together with the other trees.
enum SearchSoundness {
  /// The promise in words.
  static let promise = "the search indexes are sound"

  /// The names of the indexes whose trees do not say what their rows do.
  static func damagedIndexes(in database: Database) throws(SQLiteError) -> [String] {
    var damaged: [String] = []
    for index in ["listed_search", "owned_search"] {
      do throws(SQLiteError) {
        try database.execute("INSERT INTO \(index) (\(index)) VALUES ('integrity-check')")
      } catch {
        guard error.isDamage else { throw error }
        damaged.append(index)
      }
    }
    return damaged
  }
}
