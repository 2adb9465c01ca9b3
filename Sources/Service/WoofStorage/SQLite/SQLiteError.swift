// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc
internal import WoofModel

/// A call to SQLite that failed.
struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code (sqlite.org/rescode.html).
  let extendedCode: Int32
  /// The message of SQLite; may hold names of tables and columns.
  let message: String
  /// The statement that failed; `nil` if it was another call.
  let statement: String?
  /// The `errno` of the system call that failed below SQLite; 0 where none did.
  let systemError: Int32

  /// The primary result code.
  var code: Int32 { extendedCode & 0xFF }

  /// `true` if the disk or the owner's share of it is full.
  var isOutOfSpace: Bool {
    code == SQLITE_FULL || code == SQLITE_IOERR && (systemError == ENOSPC || systemError == EDQUOT)
  }

  /// `true` if the file is damaged or is no database.
  var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Makes the error that a call on `database` has just returned.
  init(_ extendedCode: Int32, on database: OpaquePointer?, statement: String? = nil) {
    self.extendedCode = extendedCode
    message =
      database.flatMap(sqlite3_errmsg).map { String(cString: $0) } ?? String(cString: sqlite3_errstr(extendedCode))
    self.statement = statement
    systemError = database.map(sqlite3_system_errno) ?? 0
  }

  /// Makes the error of a row that does not hold what the schema promises.
  init(corruptRowIn statement: String?) {
    extendedCode = SQLITE_CORRUPT
    message = "a column holds a value that the schema does not allow"
    self.statement = statement
    systemError = 0
  }
}

extension SQLiteError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name of the result code; fit for a client.
  var description: String { "SQLite: \(String(cString: sqlite3_errstr(extendedCode)))" }

  /// Everything, the statement included; for logs, not for clients.
  var debugDescription: String {
    let cause = systemError == 0 ? "" : ", errno \(systemError)"
    return "SQLite result \(extendedCode)\(cause): \(message)\(statement.map { " in: \($0)" } ?? "")"
  }
}

extension WoofError {
  /// The error that a client sees for a call to SQLite that failed.
  init(_ error: SQLiteError, fileID: String = #fileID, line: Int = #line) {
    switch error.code {
    case _ where error.isOutOfSpace:
      self = .noRoom(error, fileID: fileID, line: line)
    case SQLITE_BUSY, SQLITE_LOCKED:
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
