// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The sums of what accounts see.
  static let viewSums = [
    // One row for each part that has or had photos: that of an account, of its photos that are not public, and 0 for the public
    // ones of all. Every batch that changes a part puts a row in the place of another: the newest one is found without passing
    // over those that an old snapshot still sees.
    """
    CREATE TABLE view_sum (
      part int8 NOT NULL,
      -- The number of the change log as of which it is.
      sequence int8 NOT NULL,
      photo_count int8 NOT NULL,
      -- The digest, the most significant word first; words are added up without carrying.
      \(ViewSumColumns.words.map { "\($0) int8 NOT NULL" }.joined(separator: ", ")),
      PRIMARY KEY (part, sequence)
    )
    """,
    viewSumsOfAllPhotos,
  ]

  /// The statement that adds everything up, where there are no sums yet.
  static let viewSumsOfAllPhotos = """
    INSERT INTO view_sum (part, sequence, photo_count, \(ViewSumColumns.list()))
    SELECT part, (SELECT last_value FROM change_number), photo_count, \(ViewSumColumns.list())
    FROM (\(ViewSumColumns.parts(where: "true"))) AS parts
    """
}
