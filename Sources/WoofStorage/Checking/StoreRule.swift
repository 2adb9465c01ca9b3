/// A promise of the tables, and the statement that finds what breaks it.
struct StoreRule {
  /// What is promised.
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
  static var all: [StoreRule] { database + photos + favourites + blobs }

  /// That the trees of the database fit together.
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
          number IN (SELECT photo FROM photo_annotation UNION SELECT photo FROM derivation)
          OR coalesce(placeholder, average_colour, perceptual_hash) IS NOT NULL)
        """),
    ]
  }

  private static var favourites: [StoreRule] {
    [
      StoreRule(
        "every photo has as many favourites as it says",
        """
        SELECT hex(id) || ' says ' || favourite_count || ' and has ' || counted FROM (
          SELECT id, favourite_count, (SELECT count(*) FROM favourite WHERE photo = photo.number) AS counted FROM photo)
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
          SELECT photo, account, set_at FROM favourite EXCEPT SELECT photo, account, set_at FROM favourite_order)
        """),
      StoreRule(
        "no list of favourites holds anything else",
        """
        SELECT photo || ' by ' || account FROM (
          SELECT photo, account, set_at FROM favourite_order EXCEPT SELECT photo, account, set_at FROM favourite)
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
            SELECT digest, count(*) AS counted
            FROM (SELECT digest FROM original UNION ALL SELECT digest FROM variant) GROUP BY digest) USING (digest))
        WHERE reference_count <> counted
        """),
      StoreRule(
        "every original has a blob",
        "SELECT hex(digest) FROM original WHERE digest NOT IN (SELECT digest FROM blob)"),
      StoreRule(
        "every variant has a blob",
        "SELECT hex(digest) FROM variant WHERE digest NOT IN (SELECT digest FROM blob)"),
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
