// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL

/// The statements that keep the titles of albums among the words of their photos: everybody finds a photo by the titles of
/// public albums, and its owner by those of all albums that the owner finds.
///
/// Whatever changes that notes the photos in `waiting_words`, and no search finds them. A few have their titles anew before the
/// transaction ends; of more, as where an album of thousands gets another title, all wait, so that nobody waits for them.
enum AlbumTitleSQL {
  /// The most photos that have their titles anew in one transaction.
  static let photosAtOnce = 128
  /// The most albums of a photo whose titles count: the first that its owner has made, and then the first of others. More
  /// words than an index holds would undo the batch.
  private static let albumLimit = 100

  /// Notes photos.
  ///
  /// - Parameter photos: A query of their numbers.
  static func note(_ photos: String) -> String {
    "INSERT INTO waiting_words (photo) \(photos) ON CONFLICT DO NOTHING"
  }

  /// Gives photos the titles of their albums as these are now.
  ///
  /// - Parameter photos: A relation with their numbers.
  static func renewal(of photos: String) -> String {
    """
    UPDATE photo_words SET titles = renewed.titles, own_titles = renewed.own_titles
    FROM (
      SELECT photo.number, \(titles("album.visibility = 0")) AS titles,
        \(titles(AlbumSQL.isFound(by: "photo.owner"))) AS own_titles
      FROM \(photos) AS subject JOIN photo ON photo.number = subject.photo) AS renewed
    WHERE photo_words.photo = renewed.number
      AND (photo_words.titles <> renewed.titles OR photo_words.own_titles <> renewed.own_titles)
    """
  }

  /// The query of photos, by their ids in hexadecimal digits, whose titles are not as they have to be, though they do not wait.
  static let outdated = """
    SELECT encode(photo.id, 'hex') FROM photo JOIN photo_words ON photo_words.photo = photo.number
    WHERE photo.number NOT IN (SELECT photo FROM waiting_words)
      AND (titles <> \(titles("album.visibility = 0")) OR own_titles <> \(titles(AlbumSQL.isFound(by: "photo.owner"))))
    """

  private static func titles(_ condition: String) -> String {
    """
    (SELECT joined_words(title_words) FROM (
      SELECT album.title_words FROM album_photo JOIN album ON album.number = album_photo.album
      WHERE album_photo.photo = photo.number AND NOT album.is_deleted AND \(condition)
      ORDER BY album.owner <> photo.owner, album.number LIMIT \(albumLimit)) AS held)
    """
  }

  /// The statement at the end of a transaction that may have noted photos. Its row says whether there are too many.
  static let ending = statement("SELECT photo FROM waiting WHERE (SELECT count(*) FROM waiting) <= \(photosAtOnce)")

  /// The statement that has some of the photos that wait, the newest first, wait no longer.
  static let part = statement("SELECT photo FROM waiting LIMIT \(photosAtOnce)")

  private static func statement(_ few: String) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      WITH waiting AS MATERIALIZED (SELECT photo FROM waiting_words ORDER BY photo DESC LIMIT \(photosAtOnce + 1)),
      few AS MATERIALIZED (\(few)),
      renewed AS (\(renewal(of: "few"))),
      done AS (DELETE FROM waiting_words USING few WHERE waiting_words.photo = few.photo)
      SELECT count(*) > \(photosAtOnce) FROM waiting
      """)
  }

  /// The query whether photos wait.
  static let question = PostgreSQLStatement("SELECT EXISTS (SELECT FROM waiting_words)")

  /// Reads the row of a statement that says whether photos wait.
  static func answer(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> Bool {
    try rows.first { (row) throws(PostgreSQLError) in try row.boolean() } ?? false
  }
}
