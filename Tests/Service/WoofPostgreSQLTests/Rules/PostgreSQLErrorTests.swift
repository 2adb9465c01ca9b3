// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofPostgreSQL

struct PostgreSQLErrorTests {
  @Test(arguments: [
    ("40001", PostgreSQLError.Code.transient), ("40P01", .transient), ("55P03", .transient), ("57P01", .transient),
    ("57P03", .transient), ("57014", .transient), ("08006", .transient), ("53300", .transient), ("25006", .transient),
    ("53100", .diskFull), ("23505", .constraint), ("23503", .constraint), ("08007", .outcomeUnknown),
    ("42601", .refused), ("22P02", .refused), ("26000", .refused),
  ])
  func `the server's code says whether trying again may help`(state: String, code: PostgreSQLError.Code) {
    let error = PostgreSQLError(sqlState: state, message: "", statement: nil)
    #expect(error.code == code)
    #expect(error.isRetryable == (code == .transient))
  }

  @Test func `clients are told to try again in a second where the database is not to be had`() {
    for code in [PostgreSQLError.Code.unreachable, .outcomeUnknown, .transient, .overloaded, .closed, .timedOut] {
      let error = WoofError(PostgreSQLError(code, "at 10.0.0.7"))
      #expect(error.code == .unavailable)
      #expect(error.retryAfter == 1)
      #expect(!error.description.contains("10.0.0.7"))
    }
  }

  @Test func `clients are told that there is no room, or that the service failed`() {
    #expect(WoofError(PostgreSQLError(.diskFull, "")).code == .insufficientStorage)
    #expect(WoofError(PostgreSQLError(.refused, "")).code == .internal)
  }

  @Test func `the log is told the statement and the server's words`() {
    let error = PostgreSQLError(sqlState: "23505", message: "duplicate key", statement: 3)
    #expect(error.debugDescription == "PostgreSQL constraint (SQLSTATE 23505) in statement 3: duplicate key")
    #expect(error.description == "PostgreSQL: constraint")
  }
}
