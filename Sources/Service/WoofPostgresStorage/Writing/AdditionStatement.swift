// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement that adds one photo, or says why not, and settles the request's idempotency key and its ticket.
struct AdditionStatement: Sendable {
  /// The verdict on the photo.
  enum Verdict: String {
    case new
    case twin
    case answered
    /// The ticket has been used.
    case used
    case ticketless
    case reused
    case disabled
    case deleted
    case taken
    case full
    /// The link by which a guest sends the photo is not there, lets nobody add, knows no such guest, or has had enough today.
    case linkless
    case closed
    case nameless
    case crowded
    /// A blob of the photo is not stored.
    case unstored
  }

  /// The answer to the statement.
  struct Answer: Sendable {
    let verdict: Verdict
    /// The response that was kept under the key, or that is that of the ticket.
    let response: StoredResponse?
    /// The photo that its owner has with the same bytes.
    let twin: PhotoID?
    /// The limits of the account, and its use of them.
    let quota: AccountQuota
    let use: AccountUse
  }

  let draft: PhotoDraft
  let claim: IdempotencyClaim?

  /// The statement, whose one row ``answer(_:)`` reads; it has none where there is no such account.
  var statement: PostgreSQLStatement {
    let original = draft.original
    let variants = draft.derivatives.variants.sorted { $0.key < $1.key }
    let looks = draft.derivatives
    let words = PhotoWords(of: draft)
    return PostgreSQLStatement(
      Self.sql,
      [
        .bytes(draft.id.columnBytes), .integer(draft.owner.id.rawValue), .bytes([UInt8](original.digest.bytes)),
        .integer(original.byteCount), .text(original.type.rawValue), .integer(Int64(original.width)),
        .integer(Int64(original.height)), .integer(original.takenAt?.milliseconds), .text(draft.caption),
        .integer(draft.visibility.columnNumber), .integer(draft.createdAt.milliseconds), .text(draft.fileName),
        .integer(Timestamp(ofPhotoTakenAt: original.takenAt, uploadedAt: draft.createdAt).milliseconds),
        .text(annotations), .text(looks.placeholder), .text(looks.averageColour),
        .integer(looks.perceptualHash.map { Int64(bitPattern: $0.rawValue) }), .bytes(looks.partHashes?.columnBytes),
        .integer(draft.checkValue.map { Int64($0) }), .boolean(draft.awaitsDerivation), .boolean(draft.isUnseen),
        .integer(draft.standardQuota.byteCount), .integer(draft.standardQuota.photoCount),
        .integer(claim?.key.account.rawValue), .text(claim?.key.text),
        .bytes(claim.map { [UInt8]($0.fingerprint.bytes) }),
        .integer(claim?.time.milliseconds), .integer(claim?.expiresAt.milliseconds),
        .integer(claim?.alias?.key.account.rawValue), .text(claim?.alias?.key.text),
        .integer(claim?.alias?.expiresAt.milliseconds),
        .texts(variants.map(\.key)), .byteStrings(variants.map { [UInt8]($0.value.digest.bytes) }),
        .integers(variants.map(\.value.byteCount)), .texts(variants.map(\.value.type.rawValue)),
        .integers(variants.map { Int64($0.value.width) }), .integers(variants.map { Int64($0.value.height) }),
        .texts(variants.map(\.value.specification)), .texts(variants.map(\.value.transformers)),
        .bytes(draft.ticket?.uuid.columnBytes), .text(pluginAnnotations),
      ] + GuestAdditionSQL.values(of: draft) + [
        .bytes([AspectRatio(width: original.width, height: original.height).byte]),
        .text(words.caption.text), .text(words.facts.text),
        .text(PhotoWords.own(fileName: draft.fileName, annotations: draft.annotations).text),
      ])
  }

  /// Reads the answer to the statement; `nil` where there is no such account.
  static func answer(_ rows: PostgreSQLRows) throws(PostgreSQLError) -> Answer? {
    try rows.first { (row) throws(PostgreSQLError) in
      let verdict = try row.whole(Verdict(rawValue: try row.text()))
      let (fingerprint, photo) = (try row.optionalBytes(), try row.optionalBytes())
      let isNew = try row.boolean()
      let twin = try row.optionalBytes().flatMap { PhotoID(columnBytes: $0) }
      var response: StoredResponse?
      if let fingerprint, let photo {
        response = StoredResponse(
          fingerprint: try row.whole(Digest(fingerprint)), photo: try row.whole(PhotoID(columnBytes: photo)),
          isNew: isNew)
      }
      return Answer(
        verdict: verdict, response: response, twin: twin,
        quota: AccountQuota(byteCount: try row.optionalInteger(), photoCount: try row.optionalInteger()),
        use: AccountUse(byteCount: try row.integer(), photoCount: try row.integer()))
    }
  }

  private var annotations: String {
    var annotations = draft.annotations
    annotations.plugins = [:]
    return annotations.columnText
  }

  private var pluginAnnotations: String {
    PhotoAnnotations(plugins: draft.derivatives.pluginAnnotations ?? draft.annotations.plugins).columnText
  }

  private static let sql = """
    WITH base AS MATERIALIZED (SELECT last_value + 1 AS value FROM change_number),
    account AS MATERIALIZED (
      SELECT number, is_disabled, deleted_at IS NOT NULL AS is_deleted, byte_limit, photo_limit,
        coalesce(byte_count + deleted_byte_count, 0) AS bytes, coalesce(photo_count + deleted_photo_count, 0) AS photos
      FROM account LEFT JOIN account_tally ON account_tally.account = number WHERE number = $2),
    answer AS MATERIALIZED (
      SELECT fingerprint, photo, is_new FROM idempotency_key WHERE account = $24 AND key = $25 AND expires_at > $27),
    ticket AS MATERIALIZED (SELECT photo, is_new FROM upload_ticket WHERE id = $40 AND expires_at > $11),
    twin AS MATERIALIZED (
      SELECT photo.id FROM original JOIN photo ON photo.number = original.photo
      WHERE original.owner = $2 AND original.digest = $3),
    \(GuestAdditionSQL.parts)
    limits AS MATERIALIZED (
      SELECT nullif(coalesce(byte_limit, $22), \(Int64.max)) AS bytes, nullif(coalesce(photo_limit, $23), \(Int64.max)) AS photos
      FROM account),
    \(BlobSQL.unstored(among: "($33::bytea[] || $3::bytea)")),
    verdict AS MATERIALIZED (
      SELECT CASE
        WHEN account.is_disabled AND NOT account.is_deleted THEN 'disabled'
        \(GuestAdditionSQL.verdicts)
        WHEN $40 IS NOT NULL AND NOT EXISTS (SELECT FROM ticket) THEN 'ticketless'
        WHEN EXISTS (SELECT FROM ticket WHERE photo IS NOT NULL) THEN 'used'
        WHEN EXISTS (SELECT FROM answer WHERE fingerprint <> $26) THEN 'reused'
        WHEN EXISTS (SELECT FROM answer) THEN 'answered'
        WHEN EXISTS (SELECT FROM twin) THEN 'twin'
        WHEN account.is_deleted THEN 'deleted'
        WHEN EXISTS (SELECT FROM photo WHERE id = $1) THEN 'taken'
        WHEN account.photos >= limits.photos OR $4 > limits.bytes OR account.bytes > limits.bytes - $4 THEN 'full'
        WHEN (SELECT found FROM unstored) THEN 'unstored'
        ELSE 'new' END AS word
      FROM account, limits),
    added AS (
      INSERT INTO photo (id, owner, visibility, sequence, metadata_sequence, moment, ratio)
      SELECT $1, $2, $10, base.value, base.value, $13, $48 FROM verdict, base WHERE word = 'new'
      RETURNING number, sequence),
    detailed AS (
      INSERT INTO photo_detail (photo, digest, byte_count, type, width, height, taken_at, caption, created_at, file_name,
        annotations, placeholder, average_colour, perceptual_hash, part_hashes, check_value, is_unseen,
        part_ordinal, plugin_annotations)
      SELECT number, $3, $4, $5, $6, $7, $8, $9, $11, $12, $14, $15, $16, $17, $18, $19, $21,
        CASE WHEN $18 IS NOT NULL THEN nextval('part_ordinal') END, $41 FROM added),
    \(GuestAdditionSQL.steps)
    worded AS (
      INSERT INTO photo_words (photo, caption, facts, own) SELECT number, $49::tsvector, $50::tsvector, $51::tsvector FROM added),
    queued AS (INSERT INTO derivation (photo) SELECT number FROM added WHERE $20),
    owned AS (INSERT INTO original (owner, digest, photo) SELECT $2, $3, number FROM added),
    derived AS (
      INSERT INTO variant (photo, name, digest, byte_count, type, width, height, specification, transformers)
      SELECT number, v.* FROM added,
        unnest($32::text[], $33::bytea[], $34::int8[], $35::text[], $36::int8[], $37::int8[], $38::text[], $39::text[]) AS v),
    counted AS (
      INSERT INTO account_tally AS tally (account, photo_count, byte_count) SELECT $2, 1, $4 FROM added
      ON CONFLICT (account) DO UPDATE SET photo_count = tally.photo_count + 1, byte_count = tally.byte_count + $4),
    reply AS MATERIALIZED (
      SELECT fingerprint, photo, is_new FROM answer, verdict WHERE word <> 'used'
      UNION ALL SELECT $3, photo, is_new FROM ticket, verdict WHERE word = 'used'),
    result AS MATERIALIZED (
      SELECT $26 AS fingerprint, coalesce((SELECT id FROM twin), $1) AS photo, word = 'new' AS is_new
      FROM verdict WHERE word IN ('new', 'twin')
      UNION ALL SELECT fingerprint, photo, is_new FROM reply, verdict WHERE word IN ('answered', 'used')),
    settled AS (
      UPDATE upload_ticket SET photo = result.photo, is_new = result.is_new FROM result, verdict
      WHERE id = $40 AND word <> 'used'),
    kept AS (
      INSERT INTO idempotency_key (account, key, fingerprint, photo, is_new, expires_at)
      SELECT $24, $25, fingerprint, photo, is_new, $28 FROM result, verdict
      WHERE word NOT IN ('answered', 'used') AND $25 IS NOT NULL
      UNION ALL SELECT $29, $30, fingerprint, photo, is_new, $31 FROM result WHERE $30 IS NOT NULL
      ON CONFLICT (account, key) DO UPDATE SET fingerprint = excluded.fingerprint, photo = excluded.photo,
        is_new = excluded.is_new, expires_at = excluded.expires_at),
    advanced AS (SELECT setval('change_number', max(sequence)) AS value FROM added HAVING count(*) > 0)
    SELECT verdict.word, (SELECT fingerprint FROM reply), (SELECT photo FROM reply),
      coalesce((SELECT is_new FROM reply), false), (SELECT id FROM twin), account.byte_limit, account.photo_limit,
      account.bytes, account.photos, (SELECT value FROM advanced)
    FROM verdict, account
    """
}
