// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// An expression of the ratio of a width and a height, as the column has it.
  static func ratio(_ width: String, _ height: String) -> String {
    "set_byte('\\x00', 0, least(greatest(round(127 + 31.75 * ln(\(width)::float8 / \(height)) / ln(2::float8)), 0), 254)::int)"
  }

  /// The aspect ratios, and the orders by moments.
  static let timelines = [
    // The aspect ratio in one byte (`AspectRatio`), as a `bytea`, so that those of all photos are put together by the database.
    "ALTER TABLE photo ADD COLUMN ratio bytea NOT NULL DEFAULT '\\x7f'",
    """
    UPDATE photo SET ratio = \(ratio("width", "height"))
    FROM photo_detail WHERE photo_detail.photo = photo.number AND width > 0 AND height > 0
    """,
    // The indexes by moments have everything that a timeline tells, so that its photos need not be looked at.
    "DROP INDEX photo_taken",
    "CREATE INDEX photo_taken ON photo (moment, id) INCLUDE (ratio) WHERE visibility = 0 AND NOT is_deleted",
    "DROP INDEX photo_taken_owned",
    "CREATE INDEX photo_taken_owned ON photo (owner, moment, id) INCLUDE (ratio, visibility) WHERE NOT is_deleted",
  ]
}
