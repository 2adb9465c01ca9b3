// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Testing
@testable import WoofPostgreSQL

struct PostgreSQLFlightTests {
  private typealias Answer = PostgreSQLFlight.Answer<PostgreSQLRows>

  private static func done() throws -> Answer {
    .done(PostgreSQLRows(try #require(PQmakeEmptyPGresult(nil, PGRES_COMMAND_OK))))
  }

  private static func failed(_ state: String) -> Answer { .failed(sqlState: state, message: "no", constraint: nil) }

  /// A flight of a limit and two statements.
  private static func transaction(_ answers: [Answer]) -> PostgreSQLFlight {
    let statements = [PostgreSQLStatement("a"), PostgreSQLStatement("b")]
    let frame = PostgreSQLBatch(statements, effect: .writes, lockTimeout: .seconds(1)).frame
    var flight = PostgreSQLFlight(frame, .writes, steps: (0..<3).map { .run($0) })
    for answer in answers { _ = flight.take(answer) }
    return flight
  }

  private static func error(_ outcome: PostgreSQLCall.Outcome) -> PostgreSQLError? {
    do {
      _ = try outcome.get()
      return nil
    } catch {
      return error as? PostgreSQLError
    }
  }

  @Test func `a batch has the rows of its own statements`() throws {
    let flight = Self.transaction(try (0..<3).map { _ in try Self.done() })
    #expect(try flight.outcome.get().count == 2)
  }

  @Test func `an error names its statement, and those after it say nothing`() throws {
    let flight = Self.transaction([try Self.done(), Self.failed("40P01"), .skipped])
    let error = Self.error(flight.outcome)
    #expect(error?.statement == 0)
    #expect(error?.sqlState == "40P01")
    #expect(Self.error(flight.outcomeOfLoss) == error)
  }

  @Test func `what was lost before the sync was answered may have been done or not`() throws {
    for count in 0...3 {
      let flight = Self.transaction(try (0..<count).map { _ in try Self.done() })
      #expect(Self.error(flight.outcomeOfLoss)?.code == .outcomeUnknown)
    }
  }

  @Test func `a server that is shut down while it commits has perhaps done so`() throws {
    let committing = Self.transaction([try Self.done(), try Self.done(), try Self.done(), Self.failed("57P01")])
    #expect(Self.error(committing.outcome)?.code == .outcomeUnknown)
    let before = Self.transaction([try Self.done(), try Self.done(), Self.failed("57P01")])
    #expect(Self.error(before.outcome)?.code == .transient)
  }

  @Test func `an answer too few is no success`() throws {
    let flight = Self.transaction([try Self.done(), try Self.done()])
    #expect(Self.error(flight.outcome)?.code == .unsupportedServer)
  }

  @Test func `a reader loses nothing but its answer`() {
    let flight = PostgreSQLFlight(PostgreSQLBatch.reading(PostgreSQLStatement("a")).frame, .reads, steps: [.run(0)])
    #expect(Self.error(flight.outcomeOfLoss)?.code == .connectionLost)
  }
}
