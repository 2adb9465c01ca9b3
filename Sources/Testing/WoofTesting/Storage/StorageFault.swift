// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A failure of the disk below the stores.
public enum StorageFault: String, Hashable, Sendable, Codable, CaseIterable {
  /// Nothing more can be written.
  case diskFull
  /// Bytes that have been written cannot be made durable.
  case synchronizationFails

  /// The result that SQLite gets.
  var databaseResult: Int32 { self == .diskFull ? SQLITE_FULL : SQLITE_IOERR | 4 << 8 }
}

/// A point on the way of an upload at which the service can be killed.
public enum UploadPoint: String, Hashable, Sendable, Codable, CaseIterable {
  /// The head has been read, and a file for the bytes been made.
  case begun
  /// Some of the bytes have been written.
  case partWritten
  /// All bytes have been written and are about to be made durable.
  case written
  /// The bytes have their final name; nothing refers to them yet.
  case placed
  /// The photo has been recorded; nobody has been told.
  case recorded
}
