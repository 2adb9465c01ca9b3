// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Everything as it was at one moment: the tables, and the favourites that were not in them yet. Valid while the read
/// transaction that it belongs to is open.
struct Snapshot {
  let database: Database
  /// The newest position in the change log that was acknowledged when the snapshot was asked for.
  let sequence: Int64
  /// The favourites that lie over the tables; `nil` if the tables hold them already.
  let pending: PendingFavourites?

  init(database: Database, pending: PendingFavourites, sequence: Int64) throws(SQLiteError) {
    self.database = database
    self.sequence = sequence
    let generation = try database[.foldGeneration].first { (columns) throws(SQLiteError) in
      try columns.next(Int64.self)
    }
    self.pending = generation == pending.generation ? pending : nil
  }

  /// A photo, deleted ones included; `nil` for an id that never was.
  func photo(_ id: PhotoID) throws(SQLiteError) -> PhotoRecord? {
    try PhotoRow.read(id: id, in: database).map(current)
  }

  /// A photo and its number, deleted ones included; `nil` for an id that never was.
  func numberedPhoto(_ id: PhotoID) throws(SQLiteError) -> (number: Int64, record: PhotoRecord)? {
    try PhotoRow.read(id: id, in: database).map { ($0.number, current($0)) }
  }

  /// A photo by its number; `nil` where it came in after this snapshot.
  func photo(number: Int64) throws(SQLiteError) -> PhotoRecord? {
    try PhotoRow.read(number: number, in: database).map(current)
  }

  /// Lays pending favourites over a row, unless they belong to metadata that changed after this snapshot: then nothing
  /// was pending when it was asked for.
  private func current(_ row: PhotoRow) -> PhotoRecord {
    guard let record = pending?.photo(row.number), record.metadataSequence == row.record.metadataSequence else {
      return row.record
    }
    return record
  }

  /// The number of an account; `nil` where there is none of that name.
  func accountNumber(_ name: AccountName) throws(SQLiteError) -> AccountID? {
    try database[.accountNumber].first(name) { (columns) throws(SQLiteError) in try columns.next() }
  }
}
