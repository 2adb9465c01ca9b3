// SPDX-License-Identifier: Apache-2.0

/// The columns of sums of what accounts see, and what they are sums of.
///
/// Hashes of 256 bits are added up as eight words of 32 bits each, in columns of 64 bits, and what runs over is carried when a sum
/// is read: as many photos as make a column overflow are more than two thousand millions.
enum ViewSumColumns {
  /// The columns of the words, the most significant first.
  static let words = (1...8).map { "word\($0)" }

  /// The columns of the words in a list.
  static func list(_ column: (String) -> String = { $0 }) -> String { words.map(column).joined(separator: ", ") }

  /// A query of the sums of photos by their parts: `part`, `photo_count`, and the words.
  static func parts(where condition: String) -> String {
    let sums = words.indices.map { index in
      "sum(('x' || substr(hash, \(8 * index + 1), 8))::bit(32)::int8)::int8 AS \(words[index])"
    }
    // The hash of `ViewElement.photo`. Without OFFSET it would be computed anew for each word.
    return """
      SELECT part, count(*) AS photo_count, \(sums.joined(separator: ", ")) FROM (
          SELECT CASE WHEN visibility = 0 THEN 0 ELSE owner END AS part,
            encode(sha256('\\x70'::bytea || id || int8send(version)), 'hex') AS hash
          FROM photo WHERE NOT is_deleted AND \(condition) OFFSET 0) AS photo
      GROUP BY part
      """
  }
}
