// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofPostgreSQL

struct PostgreSQLBatchTests {
  private let one = PostgreSQLStatement("SELECT 1")

  @Test func `the statements go as they are, and what stands before a sync is a transaction`() {
    let frame = PostgreSQLBatch.writing([one, one]).frame
    #expect(frame.statements == [one, one])
    #expect((0..<2).map { frame.position(of: $0) } == [0, 1])
  }

  @Test func `limits are set for the transaction alone`() {
    let batch = PostgreSQLBatch(
      [one], effect: .writes, statementTimeout: .milliseconds(1500), lockTimeout: .microseconds(1))
    let frame = batch.frame
    #expect(
      frame.statements.map(\.text) == ["SELECT set_config($1, $2, true), set_config($3, $4, true)", "SELECT 1"])
    #expect(
      frame.statements[0].parameters
        == [.text("statement_timeout"), .text("1500"), .text("lock_timeout"), .text("1")])
    #expect((0..<2).map { frame.position(of: $0) } == [nil, 0])
  }
}
