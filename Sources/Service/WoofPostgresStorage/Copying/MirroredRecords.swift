// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
package import WoofPostgreSQL

/// What follows from rows that are mirrored, made anew for those rows alone, within a transaction that writes.
///
/// Shares of photos in sums are taken out before their rows are written, and put in again behind that. All calls block.
package struct MirroredRecords {
  /// The number of photos whose words are made at once.
  private static let photosAtOnce = 500

  /// The rows that are written.
  package struct Changes: Sendable {
    /// The accounts.
    package var accounts: [Int64] = []
    /// The photos, those whose details alone are written among them.
    package var photos: [Int64] = []
    /// The photos whose details are written.
    package var details: [Int64] = []
    /// The albums.
    package var albums: [Int64] = []
    /// The photos that came into albums or left them.
    package var albumPhotos: [Int64] = []
    /// The albums and accounts of contributors, one for one.
    package var contributors: (albums: [Int64], accounts: [Int64]) = ([], [])

    /// Makes changes without rows.
    package init() {}
  }

  /// An album as far as its photos are found by it.
  private struct Album: Hashable {
    let title: String
    let visibility: Int64
    let owner: Int64
    let isDeleted: Bool
  }

  private let transaction: PostgreSQLTransaction
  private let records: CopiedRecords
  private let changes: Changes
  private let oldAlbums: [Int64: Album]

  /// Takes the shares of photos out of all sums, before their rows are written.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package init(writing changes: Changes, in transaction: PostgreSQLTransaction) throws(PostgreSQLError) {
    self.transaction = transaction
    self.changes = changes
    records = CopiedRecords(in: transaction)
    oldAlbums = try Self.albums(changes.albums, in: transaction)
    try transaction.run(PostgreSQLStatement(Self.viewSums("-"), .integers(changes.photos)))
    try transaction.run(PostgreSQLStatement(Self.tallies("-"), .integers(changes.photos)))
  }

  /// Makes everything that follows from the rows, which are written.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func derive() throws {
    try transaction.run(
      PostgreSQLStatement(
        "INSERT INTO account_tally (account) SELECT unnest($1) ON CONFLICT DO NOTHING", .integers(changes.accounts)))
    try letPhotosLeave()
    try transaction.run(PostgreSQLStatement(Self.tallies("+"), .integers(changes.photos)))
    try transaction.run(PostgreSQLStatement(Self.newViewSums, .integers(changes.photos)))
    try transaction.run(PostgreSQLStatement(Self.viewSums("+"), .integers(changes.photos)))
    try makeWords()
    try makeTitles()
  }

  // MARK: Sums

  /// Marks photos that can be restored no longer and are in no album.
  private func letPhotosLeave() throws(PostgreSQLError) {
    let left = try transaction.run(CopiedRecords.left)
      .map { (row) throws(PostgreSQLError) in try row.integer() }
    guard !left.isEmpty else { return }
    // The shares of those that are written are out already.
    let written = Set(changes.photos)
    try transaction.run(PostgreSQLStatement(Self.tallies("-"), .integers(left.filter { !written.contains($0) })))
    try transaction.run(
      PostgreSQLStatement("UPDATE restorable_photo SET has_left = true WHERE photo = ANY($1)", .integers(left)))
  }

  private static func tallies(_ sign: String) -> String {
    """
    UPDATE account_tally SET \(AccountTallySQL.list { "\($0) = account_tally.\($0) \(sign) sums.\($0)" })
    FROM (\(AccountTallySQL.sums(ofPhotos: "$1"))) AS sums WHERE account_tally.account = sums.owner
    """
  }

  private static let parts = ViewSumColumns.parts(where: "number = ANY($1)")

  // Of each part there is one row, as nobody reads it meanwhile.
  private static func viewSums(_ sign: String) -> String {
    let words = ViewSumColumns.list { "\($0) = view_sum.\($0) \(sign) parts.\($0)" }
    return """
      UPDATE view_sum SET photo_count = view_sum.photo_count \(sign) parts.photo_count, \(words),
        sequence = (SELECT last_value FROM change_number)
      FROM (\(parts)) AS parts WHERE view_sum.part = parts.part
      """
  }

  private static let newViewSums = """
    INSERT INTO view_sum (part, sequence, photo_count, \(ViewSumColumns.list()))
    SELECT part, 0, 0, \(ViewSumColumns.list { _ in "0" }) FROM (\(parts)) AS parts
    WHERE NOT EXISTS (SELECT FROM view_sum WHERE view_sum.part = parts.part)
    """

  // MARK: Words

  private func makeWords() throws {
    try transaction.run(
      PostgreSQLStatement("DELETE FROM photo_words WHERE photo = ANY($1)", .integers(changes.details)))
    let there = try transaction.run(
      PostgreSQLStatement(
        "SELECT number FROM photo WHERE number = ANY($1) AND NOT is_deleted ORDER BY number", .integers(changes.details)
      )
    ).map { (row) throws(PostgreSQLError) in try row.integer() }
    for start in stride(from: 0, to: there.count, by: Self.photosAtOnce) {
      try records.makeWords(of: Array(there[start..<min(start + Self.photosAtOnce, there.count)]))
    }
  }

  private func makeTitles() throws(PostgreSQLError) {
    let albums = try Self.albums(changes.albums, in: transaction)
    let changed = changes.albums.filter { albums[$0] != oldAlbums[$0] }
    var titled: [(number: Int64, title: String)] = []
    for number in changed {
      if let album = albums[number], !album.isDeleted { titled.append((number, album.title)) }
    }
    try records.makeTitleWords(of: titled)
    try transaction.run(
      PostgreSQLStatement(
        AlbumTitleSQL.renewal(of: Self.titledPhotos), .integers(changes.details + changes.albumPhotos),
        .integers(changed), .integers(changes.contributors.albums), .integers(changes.contributors.accounts)))
  }

  private static let titledPhotos = """
    (SELECT unnest($1) AS photo
      UNION SELECT photo FROM album_photo WHERE album = ANY($2)
      UNION SELECT photo FROM album_photo JOIN unnest($3, $4) AS contributor (album, account)
        ON contributor.album = album_photo.album AND contributor.account = album_photo.owner)
    """

  private static func albums(
    _ numbers: [Int64], in transaction: PostgreSQLTransaction
  ) throws(PostgreSQLError) -> [Int64: Album] {
    var albums: [Int64: Album] = [:]
    _ = try transaction.run(
      PostgreSQLStatement(
        "SELECT number, title, visibility, owner, is_deleted FROM album WHERE number = ANY($1)", .integers(numbers))
    ).map { (row) throws(PostgreSQLError) in
      let number = try row.integer()
      albums[number] = Album(
        title: try row.text(), visibility: try row.integer(), owner: try row.integer(), isDeleted: try row.boolean())
    }
    return albums
  }
}

extension CopiedRecords {
  /// The sums of what accounts see, by their parts: an account, or 0 for what everybody sees.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func viewSums() throws(PostgreSQLError) -> [Int64: (digest: [UInt8], photoCount: Int64)] {
    var sums: [Int64: (digest: [UInt8], photoCount: Int64)] = [:]
    let rows = try transaction.run(
      """
      SELECT DISTINCT ON (part) part, photo_count, \(ViewSumColumns.list()) FROM view_sum ORDER BY part, sequence DESC
      """)
    _ = try rows.map { (row) throws(PostgreSQLError) in
      let (part, count) = (try row.integer(), try row.integer())
      var words: [Int64] = []
      for _ in ViewSumColumns.words { words.append(try row.integer()) }
      guard let digest = ViewDigest(words: words) else {
        throw PostgreSQLError(.unexpectedValue, "a sum of what accounts see has another length")
      }
      if count != 0 { sums[part] = (digest.bytes, count) }
    }
    return sums
  }
}
