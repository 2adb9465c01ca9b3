// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// The statement that keeps what was derived from one photo, or takes variants away, if nothing but favourites has changed the
/// photo since that was decided.
struct DerivationStatement: Sendable {
  private let row: PhotoRow
  /// The photo after it, but for the numbers that the statement gives it.
  private let new: PhotoRecord
  private let derivatives: PhotoDerivatives
  private let outcome: DerivationOutcome

  /// Makes the statement that keeps derivatives; `nil` where that changes nothing.
  init?(keeping derivatives: PhotoDerivatives, of row: PhotoRow, _ outcome: DerivationOutcome) {
    var new = row.record
    new.take(derivatives)
    (self.row, self.new, self.derivatives, self.outcome) = (row, new, derivatives, outcome)
    guard
      isChange || outcome != .unchanged || derivatives.partHashes != nil || derivatives.metadata != nil
        || derivatives.pluginAnnotations != nil
    else { return nil }
  }

  /// Makes the statement that takes variants away; `nil` where the photo has none of them.
  init?(removing names: Set<String>, of row: PhotoRow) {
    var new = row.record
    for name in names { new.variants[name] = nil }
    (self.row, self.new, derivatives, outcome) = (row, new, PhotoDerivatives(), .unchanged)
    guard isChange else { return nil }
  }

  /// The photo's number.
  var number: Int64 { row.number }

  /// `true` if it is a change of the photo.
  private var isChange: Bool { new != row.record }

  /// The statement, whose row ``outcome(_:_:)`` reads.
  var statement: PostgreSQLStatement {
    let old = row.record.variants
    let added = new.variants.filter { old[$0.key] != $0.value }.sorted { $0.key < $1.key }
    let (ends, isAnew) = if case .ended(let isAnew) = outcome { (true, isAnew) } else { (false, false) }
    var metadata = derivatives.metadata
    metadata?.plugins = [:]
    let words = metadata.map { PhotoWords.own(fileName: row.record.fileName, annotations: $0) }
    return PostgreSQLStatement(
      Self.sql,
      [
        .integer(row.number), .integer(row.record.metadataSequence), .boolean(isChange), .text(new.placeholder),
        .text(new.averageColour), .integer(new.perceptualHash.map { Int64(bitPattern: $0.rawValue) }),
        .bytes(derivatives.partHashes?.columnBytes), .text(metadata?.columnText),
        .text(derivatives.pluginAnnotations.map { PhotoAnnotations(plugins: $0).columnText }),
        .boolean(ends), .boolean(isAnew), .texts(old.keys.filter { new.variants[$0] == nil }),
        .texts(added.map(\.key)), .byteStrings(added.map { [UInt8]($0.value.digest.bytes) }),
        .integers(added.map(\.value.byteCount)), .texts(added.map(\.value.type.rawValue)),
        .integers(added.map { Int64($0.value.width) }), .integers(added.map { Int64($0.value.height) }),
        .texts(added.map(\.value.specification)), .texts(added.map(\.value.transformers)),
        .text(words?.text),
      ])
  }

  /// Reads the answer to the statement.
  ///
  /// - Parameter record: The photo after it.
  func outcome(_ rows: PostgreSQLRows?, _ record: PhotoRecord?) throws(PostgreSQLError) -> WriteBatch.Outcome {
    let answer = try rows?.first { (row) throws(PostgreSQLError) in
      (count: try row.integer(), lacksBlobs: try row.boolean())
    }
    guard let answer else { return .missed }
    if answer.lacksBlobs { return .failed(UnsecuredBlobs()) }
    return answer.count == 1 ? record.map { .answered(.derived($0)) } ?? .missed : .missed
  }

  private static let sql = """
    WITH base AS MATERIALIZED (SELECT last_value + 1 AS value FROM change_number),
    \(BlobSQL.unstored(among: "$14::bytea[]")),
    subject AS MATERIALIZED (
      SELECT number FROM photo, unstored
      WHERE number = $1 AND metadata_sequence = $2 AND NOT is_deleted AND NOT unstored.found),
    changed AS (
      UPDATE photo SET version = version + 1, sequence = base.value, metadata_sequence = base.value
      FROM subject, base WHERE $3 AND photo.number = subject.number RETURNING photo.sequence),
    detailed AS (
      UPDATE photo_detail SET placeholder = $4, average_colour = $5, perceptual_hash = $6,
        part_hashes = coalesce($7, part_hashes),
        part_ordinal = CASE WHEN $7 IS NULL THEN part_ordinal ELSE nextval('part_ordinal') END,
        annotations = coalesce($8, annotations),
        plugin_annotations = CASE WHEN coalesce($8, annotations) IS NOT NULL THEN coalesce($9, plugin_annotations) END
      FROM subject
      WHERE photo = subject.number AND ($3 OR $7 IS NOT NULL OR $8 IS NOT NULL OR $9 IS NOT NULL)),
    worded AS (
      UPDATE photo_words SET own = $21::tsvector FROM subject
      WHERE $21 IS NOT NULL AND photo_words.photo = subject.number AND own <> $21::tsvector),
    removed AS (DELETE FROM variant USING subject WHERE photo = subject.number AND name = ANY($12)),
    derived AS (
      INSERT INTO variant (photo, name, digest, byte_count, type, width, height, specification, transformers)
      SELECT number, v.* FROM subject,
        unnest($13::text[], $14::bytea[], $15::int8[], $16::text[], $17::int8[], $18::int8[], $19::text[], $20::text[]) AS v
      ON CONFLICT (photo, name) DO UPDATE SET digest = excluded.digest, byte_count = excluded.byte_count,
        type = excluded.type, width = excluded.width, height = excluded.height, specification = excluded.specification,
        transformers = excluded.transformers),
    ended AS (DELETE FROM derivation USING subject WHERE $10 AND photo = subject.number AND (NOT is_anew OR $11)),
    advanced AS (SELECT setval('change_number', max(sequence)) AS value FROM changed HAVING count(*) > 0)
    SELECT (SELECT count(*) FROM subject), (SELECT found FROM unstored), (SELECT value FROM advanced)
    """
}
