// SPDX-License-Identifier: Apache-2.0

/// The numbers that accounts have tallies of, as they are counted.
enum AccountTallySQL {
  /// The columns of tallies, beside that of the account, in a list.
  static func list(_ column: (String) -> String = { $0 }) -> String { columns.map(column).joined(separator: ", ") }

  private static let columns = ["photo_count", "byte_count", "deleted_photo_count", "deleted_byte_count"]

  /// The query of the tally that each account has to have.
  static let counted = """
    SELECT account.number AS account, coalesce(own.photos, 0) AS photo_count, coalesce(own.bytes, 0) AS byte_count,
      coalesce(deleted.photos, 0) AS deleted_photo_count, coalesce(deleted.bytes, 0) AS deleted_byte_count
    FROM account
      LEFT JOIN (
        SELECT original.owner, count(*) AS photos, sum(byte_count)::int8 AS bytes
        FROM original JOIN photo_detail ON photo_detail.photo = original.photo GROUP BY original.owner
      ) AS own ON own.owner = account.number
      LEFT JOIN (
        SELECT photo.owner, count(*) AS photos, sum(byte_count)::int8 AS bytes
        FROM restorable_photo JOIN photo ON photo.number = restorable_photo.photo
          JOIN photo_detail ON photo_detail.photo = restorable_photo.photo
        WHERE NOT has_left
        GROUP BY photo.owner
      ) AS deleted ON deleted.owner = account.number
    """
}
