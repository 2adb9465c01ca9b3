// SPDX-License-Identifier: Apache-2.0

/// The numbers that accounts have tallies of, as they are counted.
enum AccountTallySQL {
  /// The columns of tallies, beside that of the account, in a list.
  static func list(_ column: (String) -> String = { $0 }) -> String { columns.map(column).joined(separator: ", ") }

  private static let columns = ["photo_count", "byte_count", "deleted_photo_count", "deleted_byte_count"]

  /// The query of the sums of what photos take, by their owners; of those owners alone that have some.
  ///
  /// - Parameter numbers: An array of numbers of photos, in SQL; `nil` for all photos.
  static func sums(ofPhotos numbers: String? = nil) -> String {
    func among(_ column: String) -> String { numbers.map { "\(column) = ANY(\($0))" } ?? "true" }
    return """
      SELECT owner, \(list { "sum(\($0))::int8 AS \($0)" }) FROM (
        SELECT original.owner, 1 AS photo_count, byte_count, 0 AS deleted_photo_count, 0::int8 AS deleted_byte_count
        FROM original JOIN photo_detail ON photo_detail.photo = original.photo WHERE \(among("original.photo"))
        UNION ALL
        SELECT photo.owner, 0, 0, 1, byte_count
        FROM restorable_photo JOIN photo ON photo.number = restorable_photo.photo
          JOIN photo_detail ON photo_detail.photo = restorable_photo.photo
        WHERE \(among("restorable_photo.photo")) AND NOT has_left) AS share
      GROUP BY owner
      """
  }

  /// The query of the tally that each account has to have.
  static let counted = """
    SELECT account.number AS account, \(list { "coalesce(sums.\($0), 0) AS \($0)" })
    FROM account LEFT JOIN (\(sums())) AS sums ON sums.owner = account.number
    """
}
