// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// A promise of the tables, and the statement that finds what breaks it.
struct StoreRule {
  /// The promise in words, as reports name it.
  let promise: String
  /// Gives a text for each row that breaks the promise.
  let violations: SQL
  /// A text that is no violation.
  var good: String?

  init(_ promise: String, _ violations: String, good: String? = nil) {
    self.promise = promise
    self.violations = SQL(violations)
    self.good = good
  }

  /// All promises.
  static var all: [StoreRule] { records + blobs + search + tallies }

  /// The promises of what nothing else follows from.
  static var records: [StoreRule] {
    database + photos + timelines + deletions + favourites + edits + lengths + albums + guests + invitations
  }

  /// Notes what breaks the promise in records.
  func check(
    _ records: Database, _ report: inout StoreReport, _ progress: StorageProgress.Observer
  ) throws {
    try progress(StorageProgress(.checkingRecords))
    try records.stoppable(by: { try progress(StorageProgress(.checkingRecords)) }) {
      try records[violations].rows { (columns) throws(SQLiteError) in
        let subject: String = try columns.next()
        if subject != good {
          report.note(StoreCheck.Finding(rule: promise, subject: subject), limit: StoreCheck.findingLimit)
        }
        return true
      }
    }
  }

  /// The promise that the trees of the database fit together.
  static let soundness = "the database is sound"

  private static var database: [StoreRule] {
    [
      StoreRule(soundness, "PRAGMA integrity_check", good: "ok"),
      StoreRule("every reference leads somewhere", "SELECT \"table\" || ' ' || rowid FROM pragma_foreign_key_check"),
    ]
  }

  private static var photos: [StoreRule] {
    [
      StoreRule(
        "every photo has its details",
        "SELECT hex(id) FROM photo WHERE number NOT IN (SELECT photo FROM photo_detail)"),
      StoreRule(
        "every change has a number of its own",
        "SELECT 'sequence ' || sequence FROM photo GROUP BY sequence HAVING count(*) > 1"),
      StoreRule(
        "positions in the change log do not lie ahead of the newest change",
        """
        SELECT hex(id) FROM photo
        WHERE version < 1 OR metadata_sequence > sequence OR withdrawn_sequence > metadata_sequence
        """),
      StoreRule(
        "a photo that is there is its owner's only one with these bytes",
        """
        SELECT hex(photo.id) FROM photo JOIN photo_detail AS detail ON detail.photo = photo.number
        WHERE is_deleted = 0 AND number IS NOT (
          SELECT original.photo FROM original WHERE original.owner = photo.owner AND original.digest = detail.digest)
        """),
      StoreRule(
        "a deleted photo has no bytes",
        """
        SELECT hex(id) FROM photo
        WHERE is_deleted = 1 AND number IN (SELECT photo FROM original UNION SELECT photo FROM variant)
        """),
      StoreRule(
        "a deleted photo says nothing more and waits for nothing",
        """
        SELECT hex(id) FROM photo JOIN photo_detail AS detail ON detail.photo = photo.number
        WHERE is_deleted = 1 AND (
          number IN (
            SELECT photo FROM photo_annotation UNION SELECT photo FROM derivation UNION SELECT photo FROM part_hash)
          OR coalesce(placeholder, average_colour, perceptual_hash) IS NOT NULL)
        """),
    ]
  }

  private static var timelines: [StoreRule] {
    [
      StoreRule(
        "every photo stands in the timeline where its details say",
        """
        SELECT hex(id) FROM photo JOIN photo_moment ON photo_moment.photo = photo.number
        WHERE (photo.moment, photo.ratio) IS NOT (photo_moment.moment, photo_moment.ratio)
        """)
    ]
  }

  private static var deletions: [StoreRule] {
    [
      StoreRule(
        "what can be restored has been deleted",
        """
        SELECT hex(restorable_photo.id) FROM restorable_photo JOIN photo ON photo.number = restorable_photo.photo
        WHERE is_deleted = 0 OR restorable_photo.id <> photo.id
        """),
      StoreRule(
        "only photos that can be restored keep their favourites when they are deleted",
        """
        SELECT DISTINCT hex(id) FROM favourite JOIN photo ON photo.number = favourite.photo
        WHERE is_deleted = 1 AND number NOT IN (SELECT photo FROM restorable_photo)
        """),
      StoreRule(
        "nobody can sign in with a deleted account",
        """
        SELECT name FROM account
        WHERE deleted_at IS NOT NULL AND (
          password_hash <> '' OR is_disabled = 0 OR is_administrator = 1
          OR number IN (SELECT account FROM app_password UNION SELECT account FROM browser_session))
        """),
      StoreRule(
        "accounts are deleted before what they have",
        "SELECT name FROM account_deletion JOIN account ON account.number = account_deletion.account WHERE deleted_at IS NULL"
      ),
      StoreRule(
        "nobody is a former owner of an own photo",
        "SELECT hex(id) FROM former_owner JOIN photo ON photo.number = former_owner.photo WHERE owner = account"),
    ]
  }

  private static var tallies: [StoreRule] {
    [
      StoreRule(
        "every tally is as it is counted",
        """
        SELECT name || ' says ' || coalesce(tally.value, 'nothing') || ' and is ' || counted.value
        FROM counted LEFT JOIN tally USING (name) WHERE tally.value IS NOT counted.value
        """),
      StoreRule(
        "every account's tally is as it is counted",
        """
        SELECT name || ' has a tally that is not as it is counted'
        FROM account_counted AS counted JOIN account ON account.number = counted.account
          LEFT JOIN account_tally AS tally ON tally.account = counted.account
        WHERE (tally.photo_count, tally.byte_count, tally.deleted_photo_count, tally.deleted_byte_count,
            tally.favourite_count)
          IS NOT (counted.photo_count, counted.byte_count, counted.deleted_photo_count, counted.deleted_byte_count,
            counted.favourite_count)
        """),
    ]
  }

  private static var favourites: [StoreRule] {
    [
      StoreRule(
        "every photo has as many favourites as it says",
        """
        SELECT hex(id) || ' says ' || favourite_count || ' and has ' || counted FROM (
          SELECT id, favourite_count,
            iif(is_deleted, 0, (SELECT count(*) FROM favourite WHERE photo = photo.number)) AS counted
          FROM photo)
        WHERE favourite_count <> counted
        """),
      StoreRule(
        "every favourite is of a photo and an account",
        """
        SELECT photo || ' by ' || account FROM favourite
        WHERE photo NOT IN (SELECT number FROM photo) OR account NOT IN (SELECT number FROM account)
        """),
      StoreRule(
        "every favourite stands in its account's list",
        """
        SELECT photo || ' by ' || account FROM (
          SELECT photo, account, set_at FROM favourite WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 0)
          EXCEPT SELECT photo, account, set_at FROM favourite_order)
        """),
      StoreRule(
        "no list of favourites holds anything else",
        """
        SELECT photo || ' by ' || account FROM (
          SELECT photo, account, set_at FROM favourite_order
          EXCEPT
          SELECT photo, account, set_at FROM favourite WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 0))
        """),
    ]
  }

  private static var edits: [StoreRule] {
    [
      StoreRule(
        "edits are remembered of photos that are there or can be restored, and of accounts that are there",
        """
        SELECT photo || ' by ' || account FROM favourite_edit
        WHERE photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0 UNION SELECT photo FROM restorable_photo)
          OR account NOT IN (
            SELECT number FROM account WHERE deleted_at IS NULL UNION SELECT account FROM account_deletion)
        """)
    ]
  }

  private static var albums: [StoreRule] {
    [
      StoreRule(
        "every place in an album is taken once",
        "SELECT 'place ' || place || ' of ' || album FROM album_photo GROUP BY album, place HAVING count(*) > 1"),
      StoreRule(
        "albums know of their photos who owns and who reads them",
        """
        SELECT hex(id) FROM album_photo JOIN photo ON photo.number = album_photo.photo
        WHERE (album_photo.owner, access) IS NOT (photo.owner, iif(is_deleted, 2, visibility = 2))
        """),
      StoreRule(
        "only photos that are there or can be restored are in albums",
        """
        SELECT hex(id) FROM album_photo JOIN photo ON photo.number = album_photo.photo
        WHERE is_deleted = 1 AND number NOT IN (SELECT photo FROM restorable_photo)
        """),
      StoreRule(
        "the cover of an album is in it",
        """
        SELECT hex(id) FROM album
        WHERE cover IS NOT NULL AND cover NOT IN (SELECT photo FROM album_photo WHERE album = album.number)
        """),
      StoreRule(
        "albums and links have a place in the change log",
        """
        SELECT hex(id) FROM (
          SELECT id, sequence FROM album UNION ALL SELECT id, sequence FROM share_link)
        WHERE sequence NOT BETWEEN 0 AND (SELECT value FROM installation WHERE name = 'sharing-sequence')
        UNION ALL
        SELECT hex(id) FROM album
        WHERE sequence > 0 AND sequence IN (SELECT sequence FROM album GROUP BY sequence HAVING count(*) > 1)
        """),
      StoreRule(
        "every tally of an album is as it is counted",
        """
        SELECT 'album ' || album || ' has a tally that is not as it is counted' FROM (
          SELECT album, owner, access, photo_count FROM album_tally WHERE photo_count <> 0
          EXCEPT SELECT album, owner, access, count(*) FROM album_photo GROUP BY album, owner, access
          UNION ALL
          SELECT album, owner, access, photo_count FROM (
            SELECT album, owner, access, count(*) AS photo_count FROM album_photo GROUP BY album, owner, access
            EXCEPT SELECT album, owner, access, photo_count FROM album_tally))
        """),
    ]
  }

  private static var blobs: [StoreRule] {
    [
      StoreRule(
        "every blob is referred to as often as it says",
        """
        SELECT hex(digest) || ' says ' || reference_count || ' and is ' || counted FROM (
          SELECT digest, reference_count, coalesce(counted, 0) AS counted
          FROM blob LEFT JOIN (
            SELECT digest, count(*) AS counted FROM blob_reference GROUP BY digest) USING (digest))
        WHERE reference_count <> counted
        """),
      StoreRule(
        "every original and every variant has a blob",
        "SELECT hex(digest) FROM blob_reference WHERE digest NOT IN (SELECT digest FROM blob)"),
    ]
  }

  private static var lengths: [StoreRule] {
    [
      StoreRule(
        "a photo and its blob agree on their length",
        """
        SELECT hex(digest) FROM photo_detail JOIN blob USING (digest) WHERE photo_detail.byte_count <> blob.byte_count
        """),
      StoreRule(
        "a variant and its blob agree on their length",
        "SELECT hex(digest) FROM variant JOIN blob USING (digest) WHERE variant.byte_count <> blob.byte_count"),
    ]
  }
}
