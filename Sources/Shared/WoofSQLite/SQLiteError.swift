// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc

/// A call to SQLite that failed.
@usableFromInline
package struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code (sqlite.org/rescode.html).
  package let extendedCode: Int32
  /// The message of SQLite; may hold names of tables and columns.
  package let message: String
  /// The statement that failed; `nil` if it was another call.
  package let statement: String?
  /// The `errno` of the system call that failed below SQLite; 0 where none did.
  package let systemError: Int32

  /// The primary result code.
  package var code: Int32 { extendedCode & 0xFF }

  /// `true` if the disk or the owner's share of it is full.
  package var isOutOfSpace: Bool {
    code == SQLITE_FULL || code == SQLITE_IOERR && (systemError == ENOSPC || systemError == EDQUOT)
  }

  /// `true` if the file is damaged or is no database.
  package var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// `true` if a row does not fit into its table.
  package var isConstraint: Bool { code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH }

  /// `true` if somebody else has a lock that is needed.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Makes the error that a call on `database` has just returned.
  package init(_ extendedCode: Int32, on database: OpaquePointer?, statement: String? = nil) {
    self.extendedCode = extendedCode
    message =
      database.flatMap(sqlite3_errmsg).map { String(cString: $0) } ?? String(cString: sqlite3_errstr(extendedCode))
    self.statement = statement
    systemError = database.map(sqlite3_system_errno) ?? 0
  }

  /// Makes the error of a row that does not hold what the schema promises.
  @usableFromInline
  package init(corruptRowIn statement: String?) {
    extendedCode = SQLITE_CORRUPT
    message = "a column holds a value that the schema does not allow"
    self.statement = statement
    systemError = 0
  }
}

extension SQLiteError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name of the result code; fit for a client.
  @usableFromInline
  package var description: String { "SQLite: \(String(cString: sqlite3_errstr(extendedCode)))" }

  /// Everything, the statement included; for logs, not for clients.
  @usableFromInline
  package var debugDescription: String {
    let cause = systemError == 0 ? "" : ", errno \(systemError)"
    return "SQLite result \(extendedCode)\(cause): \(message)\(statement.map { " in: \($0)" } ?? "")"
  }
}
