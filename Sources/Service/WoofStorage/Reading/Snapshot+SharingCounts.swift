// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSQLite

/// The numbers of what is shared and of who signs in for others.
package struct SharingCounts: Hashable, Sendable {
  /// The number of albums.
  package var albumCount: Int
  /// The number of share links that have not expired.
  package var linkCount: Int
  /// The number of app passwords that have not expired.
  package var appPasswordCount: Int
}

extension Snapshot {
  /// The numbers of albums, share links and app passwords, as they are kept.
  func sharingCounts(at time: Timestamp) throws(SQLiteError) -> SharingCounts {
    let counts = try database[.sharingCounts].first(time) { (columns) throws(SQLiteError) in
      SharingCounts(
        albumCount: try columns.next(), linkCount: try columns.next(), appPasswordCount: try columns.next())
    }
    return counts ?? SharingCounts(albumCount: 0, linkCount: 0, appPasswordCount: 0)
  }
}

extension SQL {
  fileprivate static let sharingCounts = SQL(
    """
    SELECT (SELECT value FROM tally WHERE name = 'albums'),
      (SELECT value FROM tally WHERE name = 'links') - (SELECT count(*) FROM share_link WHERE expires_at <= ?1),
      (SELECT value FROM tally WHERE name = 'app-passwords')
        - (SELECT count(*) FROM app_password WHERE expires_at IS NOT NULL AND expires_at <= ?1)
    """)
}
