// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// A photo as the tables have it.
struct PhotoRow: Hashable, Sendable {
  /// The photo's number.
  let number: Int64
  /// The record.
  let record: PhotoRecord

  /// The statement that reads photos by their ids.
  static func byIDs(_ ids: [PhotoID]) -> PostgreSQLStatement {
    PostgreSQLStatement("SELECT * FROM photo_record WHERE id = ANY($1)", .byteStrings(ids.map(\.columnBytes)))
  }

  /// The statement that reads photos by their numbers.
  static func byNumbers(_ numbers: [Int64]) -> PostgreSQLStatement {
    PostgreSQLStatement("SELECT * FROM photo_record WHERE number = ANY($1)", .integers(numbers))
  }

  /// Reads all rows of a statement over `photo_record`.
  static func all(in rows: PostgreSQLRows) throws(PostgreSQLError) -> [PhotoRow] {
    try rows.map { (row) throws(PostgreSQLError) in try PhotoRow(&row) }
  }

  /// Reads a row of the view `photo_record`.
  init(_ row: inout PostgreSQLRow) throws(PostgreSQLError) {
    number = try row.integer()
    let id = try row.photoID()
    let ownerID = try row.accountID()
    let ownerName = try row.accountName()
    let original = PhotoRecord.Original(
      digest: try row.digest(), byteCount: try row.integer(), type: try row.whole(ImageType(rawValue: try row.text())),
      width: try row.count(), height: try row.count(),
      takenAt: try row.optionalInteger().map { Timestamp(milliseconds: $0) })
    var record = PhotoRecord(
      id: id, ownerID: ownerID, ownerName: ownerName, original: original, caption: try row.text(),
      visibility: try row.whole(Visibility(columnNumber: try row.integer())), createdAt: try row.timestamp(),
      placeholder: try row.optionalText(), averageColour: try row.optionalText(),
      perceptualHash: try row.optionalInteger().map { PerceptualHash(rawValue: UInt64(bitPattern: $0)) },
      favouriteCount: try row.count(), version: try row.integer(), sequence: try row.integer(),
      metadataSequence: try row.integer(), withdrawnSequence: try row.integer())
    record.withdrawnVersion = try row.integer()
    record.isDeleted = try row.boolean()
    record.fileName = try row.optionalText()
    record.revision = try row.integer()
    record.isDeletedWithAccount = try row.boolean()
    record.formerOwners = try Self.losses(&row)
    record.variants = try Self.variants(&row)
    self.record = record
  }

  private static func losses(
    _ row: inout PostgreSQLRow
  ) throws(PostgreSQLError) -> [AccountID: PhotoRecord.Loss] {
    let (accounts, sequences, versions) = (try row.integers(), try row.integers(), try row.integers())
    var losses: [AccountID: PhotoRecord.Loss] = [:]
    for (index, account) in accounts.enumerated() {
      guard let account, let sequence = sequences[index], let version = versions[index] else { continue }
      losses[AccountID(rawValue: account)] = PhotoRecord.Loss(sequence: sequence, version: version)
    }
    return losses
  }

  private static func variants(
    _ row: inout PostgreSQLRow
  ) throws(PostgreSQLError) -> [String: PhotoRecord.Variant] {
    let (names, digests) = (try row.texts().compactMap { $0 }, try row.byteStrings().compactMap { $0 })
    let (numbers, texts) = (try row.integers().compactMap { $0 }, try row.texts().compactMap { $0 })
    guard digests.count == names.count, numbers.count == 3 * names.count, texts.count == 3 * names.count else {
      return try row.whole(nil)
    }
    var variants: [String: PhotoRecord.Variant] = [:]
    for (index, name) in names.enumerated() {
      let (number, text) = (numbers[3 * index..<3 * index + 3], texts[3 * index..<3 * index + 3])
      variants[name] = PhotoRecord.Variant(
        digest: try row.whole(Digest(digests[index])), byteCount: number[number.startIndex],
        type: try row.whole(ImageType(rawValue: text[text.startIndex])), width: Int(number[number.startIndex + 1]),
        height: Int(number[number.startIndex + 2]), specification: text[text.startIndex + 1],
        transformers: text[text.startIndex + 2])
    }
    return variants
  }
}
