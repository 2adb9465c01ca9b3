// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statements of what is derived from photos and of the queue for it, and their rows.
///
/// Whatever changes many rows of the queue locks the rows of their photos first, in the order of their numbers, as the writer
/// of the change log does: so nobody waits in a circle, and no photo enters the queue while it is being deleted. What takes
/// photos from the queue skips locked rows.
enum DerivationSQL {
  /// The time for which photos are a node's, in milliseconds.
  private static let lease: Int64 = 10 * 60_000
  /// The most photos that one statement changes.
  private static let photosAtOnce = 500

  static let annotations = """
    SELECT annotations, plugin_annotations FROM photo JOIN photo_detail ON photo_detail.photo = photo.number WHERE id = $1
    """

  /// Reads the annotations of a photo.
  static func annotations(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> PhotoAnnotations? {
    let (own, plugins) = (try row.optionalText(), try row.optionalText())
    guard let own else { return nil }
    var annotations = try row.whole(PhotoAnnotations(columnText: own))
    if let plugins { annotations.plugins = try row.whole(PhotoAnnotations(columnText: plugins)).plugins }
    return annotations
  }

  static let photosOfOriginal = """
    SELECT id FROM original JOIN photo ON photo.number = original.photo
    WHERE digest = $1 AND NOT is_deleted AND (visibility = 0 OR photo.owner = $2) LIMIT $3
    """

  // MARK: The queue

  private static let isFree = "claimed_until IS NULL OR claimed_until <= \(PostgresSchema.now)"

  static let claim = """
    WITH due AS MATERIALIZED (
      SELECT photo FROM derivation WHERE not_before <= $1 AND (\(isFree) OR claimed_by = $3)
      ORDER BY not_before, photo LIMIT $2 FOR UPDATE SKIP LOCKED),
    claimed AS (
      UPDATE derivation SET claimed_by = $3, claimed_until = \(PostgresSchema.now) + \(lease)
      FROM due WHERE derivation.photo = due.photo
      RETURNING derivation.photo, attempts, is_anew, not_before)
    SELECT id, attempts, is_anew, annotations IS NOT NULL, part_hashes IS NOT NULL
    FROM claimed JOIN photo ON photo.number = claimed.photo JOIN photo_detail ON photo_detail.photo = claimed.photo
    ORDER BY not_before, claimed.photo
    """

  /// Reads a row of ``claim``.
  static func derivation(_ row: inout PostgreSQLRow) throws(PostgreSQLError) -> Derivation {
    Derivation(
      photo: try row.photoID(), attempts: try row.count(), isAnew: try row.boolean(), hasMetadata: try row.boolean(),
      hasPartHashes: try row.boolean())
  }

  // What others are at is due when they have not been done with it in time.
  static let nextTime = """
    SELECT least(
      (SELECT min(not_before) FROM derivation WHERE claimed_until IS NULL),
      (SELECT min(CASE WHEN claimed_by = $1 THEN not_before ELSE greatest(not_before, claimed_until) END)
        FROM derivation WHERE claimed_until IS NOT NULL))
    """

  static let postpone = """
    UPDATE derivation SET attempts = $2, not_before = $3, claimed_by = NULL, claimed_until = NULL
    WHERE photo = (SELECT number FROM photo WHERE id = $1)
    """

  static let end = """
    DELETE FROM derivation WHERE photo = (SELECT number FROM photo WHERE id = $1) AND (NOT is_anew OR $2)
    """

  /// The statement that queues photos to be derived anew.
  ///
  /// - Parameter condition: Which photos that are there, and how many.
  static func queue(_ condition: String) -> String {
    """
    WITH page AS MATERIALIZED (SELECT number FROM photo WHERE NOT is_deleted AND \(condition)),
    locked AS MATERIALIZED (
      SELECT photo.number, id FROM photo WHERE number IN (SELECT number FROM page) AND NOT is_deleted
      ORDER BY number FOR SHARE),
    queued AS (
      INSERT INTO derivation (photo, is_anew) SELECT number, true FROM locked ORDER BY number
      ON CONFLICT (photo) DO UPDATE SET is_anew = true, attempts = 0, not_before = 0)
    SELECT id FROM locked ORDER BY id
    """
  }

  static let anewCounts = """
    SELECT count(*) FILTER (WHERE attempts = 0), count(*) FILTER (WHERE attempts > 0) FROM derivation
    WHERE is_anew AND ($1 IS NULL OR photo = (SELECT number FROM photo WHERE id = $1))
    """

  static let withdrawAnew = """
    WITH page AS MATERIALIZED (
      SELECT photo FROM derivation WHERE is_anew AND ($1 IS NULL OR photo = (SELECT number FROM photo WHERE id = $1))
      ORDER BY photo LIMIT \(photosAtOnce)),
    locked AS MATERIALIZED (
      SELECT number FROM photo WHERE number IN (SELECT photo FROM page) ORDER BY number FOR SHARE)
    UPDATE derivation SET is_anew = false FROM locked WHERE derivation.photo = locked.number AND is_anew
    """

  static let unseen = "SELECT FROM photo_detail WHERE is_unseen LIMIT 1"

  static let queueUnseen = """
    WITH page AS MATERIALIZED (
      SELECT photo FROM photo_detail WHERE is_unseen ORDER BY photo LIMIT $1),
    locked AS MATERIALIZED (
      SELECT number FROM photo WHERE number IN (SELECT photo FROM page) ORDER BY number FOR SHARE),
    seen AS (
      UPDATE photo_detail SET is_unseen = false FROM locked WHERE photo_detail.photo = locked.number AND is_unseen
      RETURNING photo, placeholder IS NULL OR part_hashes IS NULL AS lacks_looks),
    queued AS (
      INSERT INTO derivation (photo)
      SELECT photo FROM seen
      WHERE lacks_looks OR EXISTS (
        SELECT FROM unnest($2, $3) AS wanted (name, specification)
        WHERE NOT EXISTS (
          SELECT FROM variant
          WHERE variant.photo = seen.photo AND variant.name = wanted.name
            AND variant.specification = wanted.specification))
      ORDER BY photo ON CONFLICT (photo) DO UPDATE SET attempts = 0, not_before = 0)
    SELECT count(*) FROM page
    """

  static let release = """
    WITH page AS MATERIALIZED (
      SELECT photo FROM derivation WHERE NOT is_anew AND (\(isFree) OR claimed_by = $2) ORDER BY photo LIMIT $1),
    locked AS MATERIALIZED (
      SELECT number FROM photo WHERE number IN (SELECT photo FROM page) ORDER BY number FOR SHARE),
    released AS (
      DELETE FROM derivation USING locked
      WHERE derivation.photo = locked.number AND NOT is_anew AND (\(isFree) OR claimed_by = $2)
      RETURNING derivation.photo),
    unseen AS (UPDATE photo_detail SET is_unseen = true FROM released WHERE photo_detail.photo = released.photo)
    SELECT count(*) FROM page
    """

  // MARK: Hashes

  static let perceptualHashes = """
    SELECT id, owner, perceptual_hash FROM photo JOIN photo_detail ON photo_detail.photo = photo.number
    WHERE id > $1 AND perceptual_hash IS NOT NULL ORDER BY id LIMIT $2
    """
  static let partHashesAfter = """
    SELECT part_ordinal, id, owner, part_hashes FROM photo_detail JOIN photo ON photo.number = photo_detail.photo
    WHERE part_ordinal > $1 ORDER BY part_ordinal LIMIT $2
    """
  static let partHashes = """
    SELECT id, part_hashes FROM photo JOIN photo_detail ON photo_detail.photo = photo.number
    WHERE id = ANY($1) AND part_hashes IS NOT NULL
    """
}
