// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL
@testable import TestKit

/// A connection that is apart from those that are tested, and that keeps its transaction from one call to the next. Blocks. Used
/// by one test.
package final class BlockingSession {
  private let handle: OpaquePointer

  /// Connects.
  ///
  /// - Throws: `TestFailure`.
  package init(_ string: String) throws {
    guard let handle = PQconnectdb(string) else { throw TestFailure("no memory") }
    self.handle = handle
    woof_pq_ignore_notices(handle)
    guard PQstatus(handle) == CONNECTION_OK else { throw TestFailure(Self.message(handle)) }
  }

  deinit { PQfinish(handle) }

  /// Runs statements.
  ///
  /// - Returns: The first column of the last statement's rows, as text; empty for `NULL`.
  /// - Throws: `TestFailure` with the server's message.
  @discardableResult
  package func execute(_ statements: String) throws -> [String] {
    let result = PQexec(handle, statements)
    defer { PQclear(result) }
    guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
      throw TestFailure(Self.message(handle))
    }
    return (0..<PQntuples(result)).map { row in PQgetvalue(result, row, 0).map { String(cString: $0) } ?? "" }
  }

  private static func message(_ handle: OpaquePointer) -> String {
    PQerrorMessage(handle).map { String(cString: $0) } ?? ""
  }
}
