// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSQLite

/// An error of the embedded stores: they could not be opened, or work on them failed.
package struct StorageError: Error, Sendable {
  /// The kind of failure.
  package var code: Code
  /// A description of the fault and its remedy, for the operator; may hold paths.
  package var message: String
  /// The error below this one.
  package var cause: (any Error)?

  /// Makes an error.
  package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// A kind of failure; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    package let rawValue: String

    /// Makes a code of its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Another service uses the data folder.
    package static let inUse = Code(rawValue: "in-use")
    /// The database was written by a newer release.
    package static let newerSchema = Code(rawValue: "newer-schema")
    /// The database is of an older release, and a service that may be running uses it.
    package static let olderSchema = Code(rawValue: "older-schema")
    /// The folder or a file in it cannot be made, opened, read or written.
    package static let inaccessible = Code(rawValue: "inaccessible")
    /// The database is damaged, or is none.
    package static let damaged = Code(rawValue: "damaged")
    /// There is no store in the folder.
    package static let noStore = Code(rawValue: "no-store")
    /// There is something already where something new was to be made.
    package static let notEmpty = Code(rawValue: "not-empty")
    /// The output would lie within its source, or the source within the output.
    package static let misplaced = Code(rawValue: "misplaced")
    /// The disk is full.
    package static let noRoom = Code(rawValue: "no-room")
    /// A backup is not whole, or not as it was written.
    package static let damagedBackup = Code(rawValue: "damaged-backup")
    /// The work was stopped by whoever follows its progress.
    package static let cancelled = Code(rawValue: "cancelled")
    /// What the folder holds has been moved into other stores.
    package static let moved = Code(rawValue: "moved")
    /// A restore into the folder has not come to its end.
    package static let halfRestored = Code(rawValue: "half-restored")
  }
}

extension StorageError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The message.
  package var description: String { message }

  /// The message and the cause.
  package var debugDescription: String {
    "\(code.rawValue): \(message)\(cause.map { " (cause: \(String(reflecting: $0)))" } ?? "")"
  }
}

extension StorageError {
  static func newerSchema(_ version: Int, expected: Int) -> StorageError {
    StorageError(
      .newerSchema,
      "the database has schema \(version), this release knows up to \(expected); use the release that wrote it, or newer"
    )
  }

  static func olderSchema(_ version: Int, expected: Int) -> StorageError {
    StorageError(
      .olderSchema,
      "the database has schema \(version), this release needs \(expected); start the service of this release once")
  }
}

extension StorageError {
  static func inUse(_ folder: String, by process: Int?) -> StorageError {
    let holder = process.map { "process \($0)" } ?? "another process"
    return StorageError(.inUse, "\(holder) serves the data folder \(folder); stop it, or use another folder")
  }

  static func noStore(in folder: String) -> StorageError {
    StorageError(
      .noStore,
      "there is no store in \(folder); name a service's data folder by --data or in WOOF_DATA, or make one by: woof init"
    )
  }

  static func within(_ folder: String, _ path: String) -> StorageError {
    StorageError(.misplaced, "\(path) lies within the data folder \(folder); choose a place outside of it")
  }

  static func notEmpty(_ folder: String) -> StorageError {
    StorageError(.notEmpty, "\(folder) is not empty; a restore goes into an empty folder only")
  }

  static func serving(_ folder: String) -> StorageError {
    StorageError(
      .notEmpty,
      "\(folder) is not empty, and its stores have not been moved elsewhere; name a new folder, or one that woof move has emptied"
    )
  }

  static func foreign(_ folder: String) -> StorageError {
    StorageError(
      .notEmpty, "\(folder) is not empty and holds no store; choose an empty folder, or one that is not there yet")
  }

  /// The error of a folder that has been moved.
  package static func moved(_ folder: String) -> StorageError {
    StorageError(
      .moved,
      "what is in \(folder) has been moved by woof move, and is served from a database and a bucket; to serve it from here all the "
        + "same, as it was then, remove \(folder)/\(DataFolder.movedName)")
  }

  static func halfRestored(_ folder: String) -> StorageError {
    StorageError(.halfRestored, "a restore into \(folder) broke off; run it again, it begins anew")
  }

  /// The error of work on the stores that failed for whatever reason.
  package init(_ work: String, _ error: any Error) {
    switch error {
    case let error as StorageError: self = error
    case is CancellationError: self.init(.cancelled, "\(work): it was stopped", cause: error)
    case let error as FileSystemError where error.isOutOfSpace:
      self.init(.noRoom, "\(work): the disk is full (\(error.debugDescription))", cause: error)
    case let error as FileSystemError:
      self.init(.inaccessible, "\(work): \(error.debugDescription)", cause: error)
    case let error as SQLiteError where error.isOutOfSpace:
      self.init(.noRoom, "\(work): the disk is full", cause: error)
    case let error as SQLiteError where error.isDamage:
      self.init(.damaged, "\(work): the database is damaged (\(error.message))", cause: error)
    default: self.init(.inaccessible, "\(work): \(error)", cause: error)
    }
  }

  static func inaccessible(_ path: String, _ error: FileSystemError) -> StorageError {
    StorageError(.inaccessible, "\(path) cannot be used: \(error.description)", cause: error)
  }
}

extension WoofError {
  /// The error that a client sees for whatever failed in the stores.
  init(storage error: any Error) {
    switch error {
    case let error as WoofError: self = error
    case let error as SQLiteError: self.init(error)
    case let error as FileSystemError: self.init(error)
    default: self.init(.internal, "The service failed.", cause: error)
    }
  }
}

extension WoofError {
  /// The error that a client sees for a call to SQLite that failed.
  init(_ error: SQLiteError, fileID: String = #fileID, line: Int = #line) {
    switch error {
    case _ where error.isOutOfSpace:
      self = .noRoom(error, fileID: fileID, line: line)
    case _ where error.isBusy:
      self.init(
        .unavailable, "The service is busy; try again.", retryAfter: 1, cause: error, fileID: fileID, line: line)
    default:
      self.init(.internal, "The service could not use its database.", cause: error, fileID: fileID, line: line)
    }
  }

  /// The error of something for which the disk's reserve is not kept.
  static var noRoomLeft: WoofError {
    WoofError(.insufficientStorage, "The service has no room left; try again later.")
  }

  private static func noRoom(_ error: SQLiteError, fileID: String, line: Int) -> WoofError {
    WoofError(
      .insufficientStorage, "The service has no room left; try again later.", cause: error, fileID: fileID, line: line)
  }
}
