// SPDX-License-Identifier: Apache-2.0

/// A call to PostgreSQL that failed.
package struct PostgreSQLError: Error, Hashable, Sendable {
  /// A kind of failure; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name.
    package let rawValue: String

    /// Makes a code of its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The connection string is not understood, or has a setting that cannot be used.
    package static let invalidSettings = Code(rawValue: "invalid-settings")
    /// No connection could be made.
    package static let unreachable = Code(rawValue: "unreachable")
    /// The connection was lost before anything was sent that may have changed something.
    package static let connectionLost = Code(rawValue: "connection-lost")
    /// Something was sent that may have changed something, and there was no answer: only reading tells.
    package static let outcomeUnknown = Code(rawValue: "outcome-unknown")
    /// The deadline passed before anything was sent, or while something was only read.
    package static let timedOut = Code(rawValue: "timed-out")
    /// Too many calls wait for a connection already.
    package static let overloaded = Code(rawValue: "overloaded")
    /// The server stopped a statement that is likely to succeed later: a deadlock, a lock that was not had, a shutdown.
    package static let transient = Code(rawValue: "transient")
    /// A constraint does not hold.
    package static let constraint = Code(rawValue: "constraint")
    /// The server has no room left.
    package static let diskFull = Code(rawValue: "disk-full")
    /// The server refused a statement for another reason.
    package static let refused = Code(rawValue: "refused")
    /// A column holds something else than the program takes it for.
    package static let unexpectedValue = Code(rawValue: "unexpected-value")
    /// The server does not speak as it should, or is too old.
    package static let unsupportedServer = Code(rawValue: "unsupported-server")
    /// The schema is newer than all that are known.
    package static let newerSchema = Code(rawValue: "newer-schema")
    /// The pool has been closed.
    package static let closed = Code(rawValue: "closed")
  }

  /// The kind of failure.
  package var code: Code
  /// A description of the fault for the operator; it holds no value, no connection string and no password.
  package var message: String
  /// The server's code of five characters (Appendix A of its manual); `nil` where the server said nothing.
  package var sqlState: String?
  /// The position within its batch of the statement that failed; `nil` where it was none of them.
  package var statement: Int?
  /// The name of the constraint that does not hold.
  package var constraint: String?

  /// Makes an error.
  package init(
    _ code: Code, _ message: String, sqlState: String? = nil, statement: Int? = nil, constraint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.sqlState = sqlState
    self.statement = statement
    self.constraint = constraint
  }

  /// Makes the error that the server answered a statement with.
  package init(sqlState: String, message: String, statement: Int?, constraint: String? = nil) {
    self.init(
      Code(sqlState: sqlState), message, sqlState: sqlState, statement: statement, constraint: constraint)
  }

  /// `true` if nothing has changed, and the same call may succeed a little later.
  package var isRetryable: Bool {
    [.transient, .connectionLost, .unreachable, .overloaded, .timedOut].contains(code)
  }
}

extension PostgreSQLError.Code {
  /// The kind of a failure by the server's code: of classes 40 (rolled back), 53 (resources), 55P03 (lock), 57P (shutdown),
  /// 08 (connection) it may go away; class 23 is of constraints.
  package init(sqlState: String) {
    switch sqlState {
    case "53100": self = .diskFull
    case "08007", "40003": self = .outcomeUnknown
    case "40001", "40P01", "55P03", "57P01", "57P02", "57P03", "57014", "25P03": self = .transient
    // A read-only server, as a primary that has become a standby: the writable one is found by connecting anew.
    case "25006": self = .transient
    case _ where sqlState.hasPrefix("08") || sqlState.hasPrefix("53"): self = .transient
    case _ where sqlState.hasPrefix("23"): self = .constraint
    default: self = .refused
    }
  }
}

extension PostgreSQLError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of failure; fit for a client.
  package var description: String { "PostgreSQL: \(code.rawValue)" }

  /// Everything, the server's own words included; for logs, not for clients.
  package var debugDescription: String {
    let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
    let place = statement.map { " in statement \($0)" } ?? ""
    return "PostgreSQL \(code.rawValue)\(state)\(place): \(message)"
  }
}

extension PostgreSQLError {
  static func unexpectedValue(column: Int) -> PostgreSQLError {
    PostgreSQLError(.unexpectedValue, "column \(column) holds something else than expected")
  }

  static let outcomeUnknown = PostgreSQLError(
    .outcomeUnknown, "there was no answer to what was sent, which may have been done or not")

  static let timedOut = PostgreSQLError(.timedOut, "there was no answer in time")

  static let closed = PostgreSQLError(.closed, "the connections have been closed")
}
