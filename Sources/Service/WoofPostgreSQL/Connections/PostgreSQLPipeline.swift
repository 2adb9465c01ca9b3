// SPDX-License-Identifier: Apache-2.0

internal import CPostgreSQL

/// The calls to libpq that send batches and receive their answers, none of which blocks.
struct PostgreSQLPipeline {
  /// libpq gives NULL between the results of statements, and nothing but NULL where it expects none.
  private static let emptyResultLimit = 8

  private let session: PostgreSQLSession
  private var flights = WaitingLine<PostgreSQLFlight>()
  private var outcomes: [PostgreSQLCall.Outcome] = []
  /// The names of prepared statements by their texts, `false` where the server has not confirmed one yet; `nil` where none are
  /// prepared.
  private var names: [String: (name: String, isConfirmed: Bool)]?
  private var nameCount = 0

  init(_ session: PostgreSQLSession, preparesStatements: Bool) {
    self.session = session
    names = preparesStatements ? [:] : nil
  }

  /// Queues the messages of a batch; `false` where the connection is broken.
  mutating func send(_ frame: PostgreSQLFrame, _ effect: PostgreSQLBatch.Effect) -> Bool {
    var steps: [PostgreSQLFlight.Step] = []
    steps.reserveCapacity(frame.statements.count)
    for (index, statement) in frame.statements.enumerated() {
      let (name, mustPrepare) = name(of: statement)
      if mustPrepare, let name {
        let types = statement.parameters.map { Oid($0.type.rawValue) }
        guard PQsendPrepare(session.handle, name, statement.text, Int32(types.count), types) == 1 else { return false }
        steps.append(.prepare(statement.text))
      }
      guard Self.send(statement, name: name, on: session.handle) else { return false }
      steps.append(.run(index))
    }
    guard PQpipelineSync(session.handle) == 1 else { return false }
    flights.append(PostgreSQLFlight(frame, effect, steps: steps))
    return true
  }

  /// Writes what is queued: `true` where there is more than the socket takes now, `nil` where the connection is broken.
  func flush() -> Bool? {
    switch PQflush(session.handle) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Reads what has come; `false` where the connection is broken.
  mutating func receive() -> Bool {
    // What came before the end of the connection is still to be read.
    let isAlive = PQconsumeInput(session.handle) == 1
    var emptyCount = 0
    while !flights.isEmpty, PQisBusy(session.handle) == 0 {
      guard let result = PQgetResult(session.handle) else {
        emptyCount += 1
        if emptyCount > Self.emptyResultLimit { return false }
        continue
      }
      emptyCount = 0
      guard take(result) else { return false }
    }
    return isAlive && PQstatus(session.handle) == CONNECTION_OK
  }

  /// Takes the outcomes of the batches that have ended, in the order in which they were sent.
  mutating func takeOutcomes() -> [PostgreSQLCall.Outcome] {
    defer { outcomes.removeAll(keepingCapacity: true) }
    return outcomes
  }

  /// The outcomes of the batches that have not ended, where the connection is lost.
  var outcomesOfLoss: [PostgreSQLCall.Outcome] { flights.all.map(\.outcomeOfLoss) }

  /// The reason why the connection is broken.
  var failure: PostgreSQLError { PostgreSQLError(.connectionLost, "the connection to the server was lost") }

  /// Takes a result of libpq; `false` where it is none that can come.
  private mutating func take(_ result: OpaquePointer) -> Bool {
    guard var flight = flights.first else {
      PQclear(result)
      return false
    }
    let answer: PostgreSQLFlight.Answer<PostgreSQLRows>
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      PQclear(result)
      outcomes.append(flight.outcome)
      _ = flights.popFirst()
      return true
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: answer = .done(PostgreSQLRows(result))
    case PGRES_PIPELINE_ABORTED:
      PQclear(result)
      answer = .skipped
    case PGRES_FATAL_ERROR:
      // Without a code it is libpq that says so: the connection is broken.
      guard let state = woof_pq_sql_state(result) else {
        PQclear(result)
        return false
      }
      answer = .failed(
        sqlState: String(cString: state), message: woof_pq_primary_message(result).map { String(cString: $0) } ?? "",
        constraint: woof_pq_constraint(result).map { String(cString: $0) })
      PQclear(result)
    default:
      PQclear(result)
      return false
    }
    let step = flight.take(answer)
    if case .prepare(let text)? = step { notePreparation(of: text, answer) }
    flights.first = flight
    return true
  }

  /// The name under which a statement is run, and whether it has to be given it first.
  private mutating func name(of statement: PostgreSQLStatement) -> (name: String?, mustPrepare: Bool) {
    guard let names else { return (nil, false) }
    if let known = names[statement.text] { return known.isConfirmed ? (known.name, false) : (nil, false) }
    nameCount += 1
    let name = "woof_\(nameCount)"
    self.names?[statement.text] = (name, false)
    return (name, true)
  }

  private mutating func notePreparation(of text: String, _ answer: PostgreSQLFlight.Answer<PostgreSQLRows>) {
    if case .done = answer { names?[text]?.isConfirmed = true } else { names?[text] = nil }
  }

  private static func send(_ statement: PostgreSQLStatement, name: String?, on handle: OpaquePointer) -> Bool {
    statement.withParameters { parameters in
      if let name {
        return PQsendQueryPrepared(
          handle, name, parameters.count, parameters.values, parameters.lengths, parameters.formats, 1) == 1
      }
      return PQsendQueryParams(
        handle, statement.text, parameters.count, parameters.types, parameters.values, parameters.lengths,
        parameters.formats, 1) == 1
    }
  }
}
